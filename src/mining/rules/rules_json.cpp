// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "mining/model_json.h"
#include "mining/rules/rules.h"

namespace privet::mining {
namespace {

using nlohmann::json;

constexpr std::string_view kKind = "rules";

void check_items(const RuleModel& model, const ItemList& items, const std::string& file) {
  for (const ItemId item : items) {
    if (item >= model.items.size()) bad_model(file, "an itemset names no item");
  }
}

}  // namespace

std::string save_rules(const RuleModel& model) {
  json itemsets = json::array();
  for (const auto& set : model.itemsets) {
    itemsets.push_back({{"items", set.items}, {"support", set.support}});
  }
  json rules = json::array();
  for (const auto& rule : model.rules) {
    rules.push_back({{"if", rule.antecedent},
                     {"then", rule.consequent},
                     {"support", rule.support},
                     {"confidence", rule.confidence},
                     {"lift", rule.lift}});
  }
  return wrap_model(kKind, {{"items", model.items},
                            {"transactions", model.transactions},
                            {"itemsets", std::move(itemsets)},
                            {"rules", std::move(rules)}});
}

RuleModel load_rules(std::string_view text, const std::string& file) {
  const json in = unwrap_model(text, kKind, file);
  RuleModel model;
  try {
    model.items = in.at("items").get<std::vector<std::string>>();
    model.transactions = in.at("transactions").get<std::uint64_t>();
    for (const auto& set : in.at("itemsets")) {
      model.itemsets.push_back(
          {set.at("items").get<ItemList>(), set.at("support").get<std::uint64_t>()});
      check_items(model, model.itemsets.back().items, file);
    }
    for (const auto& rule : in.at("rules")) {
      model.rules.push_back({rule.at("if").get<ItemList>(), rule.at("then").get<ItemList>(),
                             rule.at("support").get<std::uint64_t>(),
                             rule.at("confidence").get<double>(), rule.at("lift").get<double>()});
      check_items(model, model.rules.back().antecedent, file);
      check_items(model, model.rules.back().consequent, file);
    }
  } catch (const json::exception& problem) {
    bad_model(file, problem.what());
  }
  return model;
}

}  // namespace privet::mining
