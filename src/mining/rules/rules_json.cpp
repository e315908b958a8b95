// SPDX-License-Identifier: Apache-2.0

#include "base/json.h"
#include "base/json_fields.h"
#include "mining/model_json.h"
#include "mining/rules/rules.h"

namespace privet::mining {
namespace {

constexpr std::string_view kKind = "rules";

void check_items(const RuleModel& model, const ItemList& items, const std::string& file) {
  for (const ItemId item : items) {
    if (item >= model.items.size()) bad_model(file, "an item of an itemset is not among the items");
  }
}

}  // namespace

std::string save_rules(const RuleModel& model) {
  Json itemsets = Json::array();
  for (const auto& set : model.itemsets) {
    itemsets.push_back({{"items", set.items}, {"support", set.support}});
  }
  Json rules = Json::array();
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
  const Json in = unwrap_model(text, kKind, file);
  RuleModel model;
  read_fields(file, [&] {
    model.items = in.at("items").get<std::vector<std::string>>();
    model.transactions = whole_at<std::uint64_t>(in, "transactions");
    each_at(in, "itemsets", [&](const Json& set) {
      model.itemsets.push_back(
          {wholes_at<ItemId>(set, "items"), whole_at<std::uint64_t>(set, "support")});
      check_items(model, model.itemsets.back().items, file);
    });
    each_at(in, "rules", [&](const Json& rule) {
      model.rules.push_back({wholes_at<ItemId>(rule, "if"), wholes_at<ItemId>(rule, "then"),
                             whole_at<std::uint64_t>(rule, "support"),
                             rule.at("confidence").get<double>(), rule.at("lift").get<double>()});
      check_items(model, model.rules.back().antecedent, file);
      check_items(model, model.rules.back().consequent, file);
    });
  });
  return model;
}

}  // namespace privet::mining
