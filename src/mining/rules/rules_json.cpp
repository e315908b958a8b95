// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

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

std::uint32_t place_of(const RuleModel& model, const ItemList& items, const std::string& file) {
  const std::size_t at = find_itemset(model.itemsets, items);
  if (at == model.itemsets.size()) {
    bad_model(file, "the items of a rule (if, then) are not among the itemsets, by size and items");
  }
  return static_cast<std::uint32_t>(at);
}

RulePlaces places_of(const RuleModel& model, const Json& rule, const std::string& file) {
  const auto antecedent = wholes_at<ItemId>(rule, "if");
  const auto consequent = wholes_at<ItemId>(rule, "then");
  (void)rule.at("confidence").get<double>();
  (void)rule.at("lift").get<double>();
  ItemList both;
  std::merge(antecedent.begin(), antecedent.end(), consequent.begin(), consequent.end(),
             std::back_inserter(both));
  const RulePlaces out{place_of(model, both, file), place_of(model, antecedent, file),
                       place_of(model, consequent, file)};
  if (whole_at<std::uint64_t>(rule, "support") != model.itemsets[out.both].support) {
    bad_model(file, "the support of a rule is not that of its itemset");
  }
  return out;
}

}  // namespace

void save_rules(const RuleModel& model, const RuleSource& rules, const Sink& sink) {
  check_model_texts(Json(model.items));
  stream_model(kKind, sink, [&](JsonStream& out) {
    out.member("items", model.items);
    out.open_array("itemsets");
    for (const auto& set : model.itemsets) {
      out.entry({{"items", set.items}, {"support", set.support}});
    }
    out.close();
    out.open_array("rules");
    rules([&](const RulePlaces& places) {
      const Rule rule = model.rule(places);
      out.entry({{"confidence", rule.confidence},
                 {"if", rule.antecedent},
                 {"lift", rule.lift},
                 {"support", rule.support},
                 {"then", rule.consequent}});
    });
    out.close();
    out.member("transactions", model.transactions);
  });
}

std::string save_rules(const RuleModel& model) {
  std::string out;
  save_rules(
      model,
      [&](const RuleVisitor& visit) {
        for (const auto& rule : model.rules) visit(rule);
      },
      [&](std::string_view text) { out += text; });
  return out;
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
    each_at(in, "rules",
            [&](const Json& rule) { model.rules.push_back(places_of(model, rule, file)); });
  });
  return model;
}

}  // namespace privet::mining
