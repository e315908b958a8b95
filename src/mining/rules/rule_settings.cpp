// SPDX-License-Identifier: Apache-2.0
#include "mining/rules/rule_settings.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "base/json_stream.h"

namespace privet::mining {
namespace {

// In the order of RuleOrder.
constexpr std::array<std::string_view, 4> kOrders{"lift", "confidence", "support", "itemset"};

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
           .min = 1},
          {.name = "min-lift",
           .kind = ParameterKind::Real,
           .summary = "The smallest lift of a rule: how many times as often both sides occur "
                      "together as they would if neither told anything about the other.",
           .placeholder = "L",
           .default_text = "0",
           .min = 0},
          {.name = "sort",
           .kind = ParameterKind::Choice,
           .summary = "The order of the rules: the largest lift, confidence or support first; or "
                      "itemset, as they are found, which keeps no rule in memory.",
           .placeholder = "ORDER",
           .default_text = "lift",
           .choices = kOrders},
          {.name = "top",
           .kind = ParameterKind::Count,
           .summary = "Only the first N rules in that order; all if not given.",
           .placeholder = "N",
           .min = 1}};
}

RuleRequest rule_request(const Settings& settings) {
  RuleRequest out{.min_support = min_support(settings),
                  .min_confidence = settings.real("min-confidence")};
  if (settings.given("max-size")) out.max_size = settings.count("max-size");
  out.min_lift = settings.real("min-lift");
  out.order =
      static_cast<RuleOrder>(std::ranges::find(kOrders, settings.text("sort")) - kOrders.begin());
  if (settings.given("top")) out.top = settings.count("top");
  return out;
}

RuleOptions rule_options(const RuleRequest& request, std::uint64_t transactions) {
  return {.min_support = request.min_support.of(transactions),
          .min_confidence = request.min_confidence,
          .max_size = request.max_size,
          .min_lift = request.min_lift,
          .order = request.order,
          .top = request.top};
}

RuleOptions rule_options(const Settings& settings, std::uint64_t transactions) {
  return rule_options(rule_request(settings), transactions);
}

std::string rules_gist(const RuleModel& model, std::size_t rules) {
  return counted(model.itemsets.size(), "frequent itemset") + ", " + counted(rules, "rule") +
         " of " + counted(model.transactions, "transaction");
}

std::string rules_gist(const RuleModel& model) {
  return rules_gist(model, model.rules.size());
}

// Bytes that are not UTF-8 become U+FFFD: JSON cannot carry them.
void write_rules_answer(const RuleModel& model, const RuleSource& rules, const Sink& sink,
                        int indent, const std::vector<std::string>& warnings) {
  JsonStream out(sink, indent);
  out.open_array("itemsets");
  for (const auto& set : model.itemsets) {
    out.entry({{"items", names(model, set.items)}, {"support", set.support}});
  }
  out.close();
  out.open_array("rules");
  rules([&](const RulePlaces& places) {
    const Rule rule = model.rule(places);
    out.entry({{"if", names(model, rule.antecedent)},
               {"then", names(model, rule.consequent)},
               {"support", rule.support},
               {"confidence", rule.confidence},
               {"lift", rule.lift}});
  });
  if (!warnings.empty()) {
    out.close();
    out.open_array("warnings");
    for (const auto& warning : warnings) out.entry(Json(warning));
  }
  out.finish();
}

std::string rules_answer(const RuleModel& model) {
  std::string out;
  const RuleSource rules = [&](const RuleVisitor& visit) {
    for (const auto& rule : model.rules) visit(rule);
  };
  write_rules_answer(model, rules, [&](std::string_view text) { out += text; }, -1);
  return out;
}

RuleModel by_names(const RuleModel& model) {
  std::vector<ItemId> order(model.items.size());
  std::iota(order.begin(), order.end(), ItemId{0});
  std::ranges::stable_sort(order,
                           [&](ItemId a, ItemId b) { return model.items[a] < model.items[b]; });
  std::vector<ItemId> place(order.size());
  RuleModel out{.items = {}, .transactions = model.transactions, .itemsets = {}, .rules = {}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<ItemId>(i);
    out.items.push_back(model.items[order[i]]);
  }
  for (FrequentSet set : model.itemsets) {
    for (ItemId& item : set.items) item = place[item];
    std::ranges::sort(set.items);
    out.itemsets.push_back(std::move(set));
  }
  std::ranges::sort(out.itemsets, smaller_set);
  return out;
}

RuleModel answered_rules(std::string_view answer, std::uint64_t transactions) {
  const Json in = Json::parse(answer);
  RuleModel out;
  out.transactions = transactions;
  std::map<std::string, ItemId> known;
  const auto items_of = [&](const Json& list) {
    ItemList items;
    for (const Json& name : list) {
      const auto [at, added] = known.emplace(name.text(), static_cast<ItemId>(known.size()));
      if (added) out.items.push_back(name.text());
      items.push_back(at->second);
    }
    std::ranges::sort(items);
    return items;
  };
  for (const Json& set : in.at("itemsets")) {
    out.itemsets.push_back({items_of(set.at("items")), set.at("support").get<std::uint64_t>()});
  }
  std::ranges::sort(out.itemsets, smaller_set);
  const auto place = [&](const ItemList& items) {
    const std::size_t at = find_itemset(out.itemsets, items);
    PRIVET_CHECK(at < out.itemsets.size());
    return static_cast<std::uint32_t>(at);
  };
  for (const Json& rule : in.at("rules")) {
    const ItemList antecedent = items_of(rule.at("if"));
    const ItemList consequent = items_of(rule.at("then"));
    ItemList both;
    std::ranges::merge(antecedent, consequent, std::back_inserter(both));
    out.rules.push_back({place(both), place(antecedent), place(consequent)});
  }
  return out;
}

}  // namespace privet::mining
