// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "apps/cli/mine_input.h"
#include "data/read_fimi.h"
#include "mining/rules.h"

namespace privet::cli {
namespace {

nlohmann::ordered_json names_json(const mining::RuleModel& model, const mining::ItemList& items) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const ItemId item : items) out.push_back(model.items[item]);
  return out;
}

nlohmann::ordered_json rules_json(const mining::RuleModel& model) {
  nlohmann::ordered_json itemsets = nlohmann::ordered_json::array();
  for (const auto& set : model.itemsets) {
    itemsets.push_back({{"items", names_json(model, set.items)}, {"support", set.support}});
  }
  nlohmann::ordered_json rules = nlohmann::ordered_json::array();
  for (const auto& rule : model.rules) {
    rules.push_back({{"if", names_json(model, rule.antecedent)},
                     {"then", names_json(model, rule.consequent)},
                     {"support", rule.support},
                     {"confidence", rule.confidence},
                     {"lift", rule.lift}});
  }
  return {{"itemsets", std::move(itemsets)}, {"rules", std::move(rules)}};
}

int run_rules(const Settings& settings, Console& console) {
  check_mine_outputs(settings);
  Baskets baskets;
  const std::string file = settings.text("file");
  // FIMI files are baskets in every command.
  if (settings.flag("baskets") || file.ends_with(".dat") || file.ends_with(".dat.gz")) {
    baskets = read_fimi(file, console.run()).baskets;
  } else {
    const Table table = mine_table(settings, settings.text("file"), console);
    baskets = mining::baskets_of(table, mine_columns(settings, table, {}));
  }
  mining::RuleOptions options;
  const double support = settings.real("min-support");
  const double least = support < 1 ? std::ceil(support * static_cast<double>(baskets.size()) - 1e-9)
                                   : std::ceil(support);
  options.min_support = static_cast<std::uint64_t>(std::max(1.0, least));
  options.min_confidence = settings.real("min-confidence");
  if (settings.given("max-size")) options.max_size = settings.count("max-size");
  const auto model = mining::learn_rules(baskets, options, console.run());
  save_text(settings, "save", mining::save_rules(model));
  std::string text;
  for (const auto& rule : model.rules) text += mining::rule_text(model, rule) + "\n";
  console.say(text);
  console.say(fmt::format("\n{} frequent itemsets, {} rules of {} transactions\n",
                          model.itemsets.size(), model.rules.size(), model.transactions));
  console.answer(rules_json(model));
  return 0;
}

}  // namespace

Command mine_rules_command() {
  return {
      .path = "mine rules",
      .summary = "Find association rules by Apriori.",
      .positionals = mine_positionals(),
      .options = mine_options(
          {{.name = "baskets",
            .kind = ParameterKind::Flag,
            .summary = "The file has one basket a line, items separated by spaces, instead of a "
                       "table whose items are column=value."},
           {.name = "min-support",
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
            .min = 1}}),
      .example = "privet mine rules shop.dat --min-support 0.02",
      .run = run_rules};
}

}  // namespace privet::cli
