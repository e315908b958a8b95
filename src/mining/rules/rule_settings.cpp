// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/rule_settings.h"

#include "base/counted.h"
#include "base/json.h"

namespace privet::mining {
namespace {

Json names(const RuleModel& model, const ItemList& items) {
  Json out = Json::array();
  for (const ItemId item : items) out.push_back(model.items[item]);
  return out;
}

}  // namespace

std::vector<Parameter> rule_parameters() {
  Parameter support = min_support_parameter();
  support.default_text = "0.1";
  return {support,
          {.name = "min-confidence",
           .kind = ParameterKind::Real,
           .summary = "The smallest confidence of a rule.",
           .placeholder = "C",
           .default_text = "0.5",
           .min = 0,
           .max = 1},
          {.name = "max-size",
           .kind = ParameterKind::Count,
           .summary = "The largest number of items in an itemset; any number if not given.",
           .placeholder = "N",
           .min = 1}};
}

RuleRequest rule_request(const Settings& settings) {
  RuleRequest out{.min_support = min_support(settings),
                  .min_confidence = settings.real("min-confidence")};
  if (settings.given("max-size")) out.max_size = settings.count("max-size");
  return out;
}

RuleOptions rule_options(const RuleRequest& request, std::uint64_t transactions) {
  return {.min_support = request.min_support.of(transactions),
          .min_confidence = request.min_confidence,
          .max_size = request.max_size};
}

RuleOptions rule_options(const Settings& settings, std::uint64_t transactions) {
  return rule_options(rule_request(settings), transactions);
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
  // Bytes that are not UTF-8 become U+FFFD: JSON cannot carry them.
  return Json{{"itemsets", std::move(itemsets)}, {"rules", std::move(rules)}}.dump();
}

}  // namespace privet::mining
