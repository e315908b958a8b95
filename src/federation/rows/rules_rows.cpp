// SPDX-License-Identifier: Apache-2.0
#include "federation/rows/rules_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "federation/rows/row_sums.h"
#include "federation/rules/plain_rules.h"
#include "mining/rules/rule_settings.h"
#include "protocol/union/set_union.h"

namespace privet::federation {
namespace {
namespace rules_rows {

using protocol::About;
using protocol::Bound;
using protocol::Occurs;

constexpr std::size_t kLongestName = 64;  // bytes; every name costs as much as one so long
constexpr SumOpening kBaskets{
    {"how many baskets all parties have together, and how many names they bring",
     "supports are shares of them; names come together"},
    "numbers of baskets and names"};
constexpr SumOpening kSupports{{"supports of candidate itemsets over the baskets of all parties",
                                "asked by Apriori, part of its answer if frequent"},
                               "candidates"};
constexpr protocol::Opening kNames{
    "names of items that are frequent at some party, without origin (of two parties each knows)",
    "candidates are made of them (Kantarcioglu and Clifton 2004)"};
constexpr std::string_view kNameCount = "names of all parties";

class SummedSupports final : public mining::SupportOracle {
 public:
  SummedSupports(const Baskets& own, std::uint64_t transactions, const RowSums& sums,
                 const Run& run)
      : plain_(own, run), transactions_(transactions), sums_(sums) {}
  [[nodiscard]] std::uint64_t transactions() const override { return transactions_; }
  [[nodiscard]] std::size_t items() const override { return plain_.items(); }
  std::vector<std::uint64_t> supports(std::span<const mining::ItemList> itemsets) override {
    if (itemsets.empty()) return {};
    if (itemsets.size() > kMostCandidates) {
      throw Error(ErrorCode::Infeasible,
                  fmt::format("a pass has {} candidates, and at most {} are counted together: "
                              "raise the minimum support",
                              itemsets.size(), kMostCandidates));
    }
    return sums_.counts(plain_.supports(itemsets), kSupports);
  }

 private:
  mining::PlainSupportOracle plain_;
  std::uint64_t transactions_;
  const RowSums& sums_;
};

// Items whose share of the own baskets is that of a frequent item at least.
std::vector<std::string> frequent_here(const Baskets& own, std::uint64_t min_support,
                                       std::uint64_t transactions) {
  std::vector<std::string> out;
  const auto supports = own.supports();
  for (std::size_t i = 0; i < supports.size(); ++i) {
    const auto here =
        static_cast<long double>(supports[i]) * static_cast<long double>(transactions);
    const auto all = static_cast<long double>(min_support) * static_cast<long double>(own.size());
    if (supports[i] == 0 || here < all) continue;
    const auto& name = own.name(static_cast<ItemId>(i));
    if (name.size() > kLongestName) {
      throw Error(ErrorCode::Input,
                  fmt::format("the name of item {} has {} bytes, and at most {} can be "
                              "compared: shorten it",
                              quote_for_message(name), name.size(), kLongestName));
    }
    out.push_back(name);
  }
  return out;
}

Baskets with_items(const Baskets& own, std::span<const std::string> names) {
  Baskets out;
  std::map<std::string, ItemId, std::less<>> place;
  for (const auto& name : names) place.emplace(name, out.add_item(name));
  std::vector<ItemId> basket;
  for (BasketId b = 0; b < own.size(); ++b) {
    basket.clear();
    for (const ItemId item : own.basket(b)) {
      if (const auto found = place.find(own.name(item)); found != place.end()) {
        basket.push_back(found->second);
      }
    }
    out.add(basket);
  }
  return out;
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto own = baskets_in(part);
  const auto setting = session.setting(run);
  const RowSums sums(setting, job.trust);
  const std::uint64_t here = own.size();
  const auto transactions = sums.counts(std::span(&here, 1), kBaskets).front();
  const auto options = mining::rule_options(settings, transactions);
  const auto mine = frequent_here(own, options.min_support, transactions);
  const std::uint64_t brought = mine.size();
  const auto names_of_all = sums.counts(std::span(&brought, 1), kBaskets).front();
  const protocol::unions::UnionShape shape{
      .row_bytes = kLongestName,
      .most_rows = std::min(names_of_all, std::uint64_t{kMostItems}),
      .counts = protocol::unions::RowCounts::Told,
      .two = settings.flag("accept-two") ? protocol::unions::TwoParties::Accept
                                         : protocol::unions::TwoParties::Refuse};
  setting.ledger.add_to_size(kNameCount, names_of_all);
  protocol::unions::Rows names;
  if (names_of_all > 0) {
    names =
        protocol::unions::set_union(setting, shape, mine, setting.mesh.members(), kNames).value();
  }
  const auto known = with_items(own, names);
  SummedSupports oracle(known, transactions, sums, run);
  mining::RuleModel model;
  model.transactions = transactions;
  model.itemsets = mining::apriori(oracle, options, run);
  model.items.assign(known.names().begin(), known.names().end());
  return rules_answer(model, options, run);
}

protocol::Forecast forecast(const Job& job) {
  const auto parties = job.parties;
  protocol::Forecast out;
  const auto add = [&](const protocol::Forecast& items) {
    out.insert(out.end(), items.begin(), items.end());
  };
  add(sums_forecast(parties, kBaskets));
  // There may be no frequent item at all.
  add(told_to_all(parties, protocol::unions::kRowCounts, parties - 1, Occurs::Sometimes,
                  About::All));
  add(told_to_all(parties, kNames, Bound::of(kNameCount), Occurs::Sometimes, About::All));
  const auto all = protocol::PartySet::first(parties);
  const auto members = all.list();
  const auto last = protocol::unions::set_union_path(parties, members).back();
  out.emplace_back(protocol::unions::kCopies, all.without(last), last, parties - 1,
                   Occurs::Sometimes);
  add(sums_forecast(parties, kSupports, Occurs::Sometimes));
  return out;
}

void place(Job& job, std::span<const DataSet> /*parts*/) {
  if (job.parties > 2 || job_settings(rules_rows_task(), job).flag("accept-two")) return;
  throw Error(ErrorCode::Usage,
              "of two parties each would know which items the other has: take three or more, or "
              "accept it with --accept-two",
              {.parameter = "--parties"});
}

std::vector<Parameter> parameters() {
  auto out = mining::rule_parameters();
  out.push_back({.name = "accept-two",
                 .kind = ParameterKind::Flag,
                 .summary = "Two parties accept that each learns the names of the other's frequent "
                            "items."});
  return out;
}

}  // namespace rules_rows
}  // namespace

Task rules_rows_task() {
  using namespace rules_rows;
  return {.name = "mine rules",
          .split = Split::Horizontal,
          .parameters = parameters(),
          .protocols = sum_protocols(),
          .forecast = forecast,
          .referees = [](const Job&) { return "none"; },
          .plain = plain_rules,
          .secure = secure,
          .takes_baskets = true,
          .check = [](const Settings& settings) { (void)mining::rule_request(settings); },
          .model =
              [](const Answer& answer, std::size_t rows) {
                return mining::save_rules(mining::answered_rules(answer.json, rows));
              },
          .place = place};
}

}  // namespace privet::federation
