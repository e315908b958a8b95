// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/rule_settings.h"
#include "base/counted.h"
#include "base/json.h"

#include <algorithm>
#include <cmath>

namespace privet::mining {
namespace {

Json names(const RuleModel& model, const ItemList& items) {
  Json out = Json::array();
  for (const ItemId item : items) out.push_back(model.items[item]);
  return out;
}

}  // namespace

std::vector<Parameter> rule_parameters() {
  return {{.name = "min-support",
           .kind = ParameterKind::Real,
           .summary = "Baskets an itemset occurs in at least: a number, or a fraction below 1.",
           .placeholder = "S",
           .default_text = "0.1",
           .min = 0,
           .above_min = true},
          {.name = "min-confidence",
           .kind = ParameterKind::Real,
           .summary = "Confidence of a rule at least.",
           .placeholder = "C",
           .default_text = "0.5",
           .min = 0,
           .max = 1},
          {.name = "max-size",
           .kind = ParameterKind::Count,
           .summary = "Items in an itemset at most.",
           .placeholder = "N",
           .min = 1}};
}

RuleOptions rule_options(const Settings& settings, std::uint64_t transactions) {
  RuleOptions options;
  const double support = settings.real("min-support");
  const double least = support < 1 ? std::ceil(support * static_cast<double>(transactions) - 1e-9)
                                   : std::ceil(support);
  // More than any basket file holds, and still a number that the word can take.
  constexpr double kMost = 9007199254740992.0;
  options.min_support = static_cast<std::uint64_t>(std::clamp(least, 1.0, kMost));
  options.min_confidence = settings.real("min-confidence");
  if (settings.given("max-size")) options.max_size = settings.count("max-size");
  return options;
}

std::string rules_gist(const RuleModel& model) {
  return counted(model.itemsets.size(), "frequent itemset") + ", " +
         counted(model.rules.size(), "rule") + " of " + counted(model.transactions, "transaction");
}

std::string rules_answer(const RuleModel& model) {
  Json itemsets = Json::array();
  for (const auto& set : model.itemsets) {
    itemsets.push_back({{"items", names(model, set.items)}, {"support", set.support}});
  }
  Json rules = Json::array();
  for (const auto& rule : model.rules) {
    rules.push_back({{"if", names(model, rule.antecedent)},
                     {"then", names(model, rule.consequent)},
                     {"support", rule.support},
                     {"confidence", rule.confidence},
                     {"lift", rule.lift}});
  }
  // Bytes that are no UTF-8 become U+FFFD: JSON cannot carry them.
  return Json{{"itemsets", std::move(itemsets)}, {"rules", std::move(rules)}}.dump();
}

}  // namespace privet::mining
