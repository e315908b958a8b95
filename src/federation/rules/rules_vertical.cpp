// SPDX-License-Identifier: Apache-2.0
#include "federation/rules/rules_vertical.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "federation/rules/plain_rules.h"
#include "mining/rules/rule_settings.h"
#include "protocol/tell.h"

namespace privet::federation {
namespace {
namespace rules_vertical {

using protocol::Occurs;

constexpr protocol::Opening kItems{"how many items each other party has",
                                   "what is where is public (Vaidya 2004, 3.2.2)"};
constexpr std::string_view kFrequentItems = "frequent items";
constexpr protocol::Opening kNames{"names of the other parties' frequent items",
                                   "part of the answer"};

const CountingWay& way_of(const std::vector<CountingWay>& ways, const Job& job) {
  const auto way = std::ranges::find_if(
      ways, [&](const CountingWay& one) { return one.choice.name == job.protocol; });
  PRIVET_CHECK(way != ways.end());
  return *way;
}

// How many items each party has.
std::vector<std::size_t> exchange_counts(const session::Session& session,
                                         const protocol::Setting& setting, std::size_t own) {
  if (own > kMostItems) {
    throw Error(
        ErrorCode::Input,
        fmt::format("this party has {} items, and at most {} can take part", own, kMostItems));
  }
  const std::uint64_t mine = own;
  const std::vector<std::size_t> one(setting.mesh.ids(), 1);
  const auto told = protocol::tell_numbers(setting, std::span(&mine, 1), one, kItems);
  std::vector<std::size_t> out;
  std::size_t total = 0;
  for (std::size_t p = 0; p < told.size(); ++p) {
    const auto count = told[p][0];
    total += count;
    if (count > kMostItems) {
      throw Error(ErrorCode::Peer,
                  fmt::format("{} sent its number of items: expected at most {}, got {}",
                              session.parties().names[p], kMostItems, count));
    }
    out.push_back(count);
  }
  setting.ledger.add_to_size(kItemCount, total);
  return out;
}

// The names of all frequent items, at their places among all items; the others stay empty.
std::vector<std::string> exchange_names(const protocol::Setting& setting, std::uint32_t largest,
                                        const VerticalSupports& oracle, const Baskets& own,
                                        std::span<const mining::FrequentSet> itemsets) {
  std::vector<std::vector<ItemId>> frequent(setting.mesh.ids());  // by owner
  std::size_t all = 0;
  for (const auto& set : itemsets) {
    if (set.items.size() != 1) continue;
    frequent[oracle.owner(set.items[0]).index()].push_back(set.items[0]);
    ++all;
  }
  setting.ledger.add_to_size(kFrequentItems, all);
  std::vector<std::string> mine;
  for (const ItemId item : frequent[setting.own().index()]) {
    mine.emplace_back(own.name(oracle.number_at_owner(item)));
  }
  std::vector<std::size_t> counts;
  for (const auto& items : frequent) counts.push_back(items.size());
  const auto names = protocol::tell_texts(setting, mine, counts, largest, kNames);
  std::vector<std::string> out(oracle.items());
  for (std::size_t p = 0; p < frequent.size(); ++p) {
    for (std::size_t i = 0; i < frequent[p].size(); ++i) out[frequent[p][i]] = names[p][i];
  }
  return out;
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto own = baskets_in(part);
  const auto ways = counting_ways();
  const auto options = mining::rule_options(settings, own.size());
  const auto setting = session.setting(run);
  setting.ledger.add_to_size(kRowCount, own.size());
  const auto counter = way_of(ways, job).make({setting, own, options.min_support});
  VerticalSupports oracle(setting, own, exchange_counts(session, setting, own.items()), options,
                          *counter);
  mining::RuleModel model;
  model.transactions = own.size();
  model.itemsets = mining::apriori(oracle, options, run);
  model.items = exchange_names(setting, smallest_frame(session), oracle, own, model.itemsets);
  return rules_answer(model, options, run);
}

protocol::Forecast forecast(const Job& job) {
  using protocol::About;
  using protocol::Bound;
  const auto parties = job.parties;
  protocol::Forecast out;
  const auto add = [&](const protocol::Forecast& items) {
    out.insert(out.end(), items.begin(), items.end());
  };
  add(told_to_all(parties, kItems, parties - 1, Occurs::Always, About::Some));
  // There may be no item at all.
  add(told_to_all(parties, kInsideSupports, Bound::of(kInsideCandidates), Occurs::Sometimes,
                  About::Some));
  add(told_to_all(parties, kNames, Bound::of(kFrequentItems), Occurs::Always, About::Some));
  const auto ways = counting_ways();
  add(way_of(ways, job).forecast(parties));
  return out;
}

std::string referees(const Job& job) {
  const auto ways = counting_ways();
  return way_of(ways, job).referees(job.parties);
}

}  // namespace rules_vertical
}  // namespace

Task rules_vertical_task() {
  using namespace rules_vertical;
  Task task{.name = "mine rules",
            .split = Split::Vertical,
            .parameters = mining::rule_parameters(),
            .protocols = {},
            .forecast = forecast,
            .referees = referees,
            .plain = plain_rules,
            .secure = secure,
            .takes_baskets = true,
            .first_column_wins = false,
            .check = [](const Settings& settings) { (void)mining::rule_request(settings); },
            .model =
                [](const Answer& answer, std::size_t rows) {
                  return mining::save_rules(mining::answered_rules(answer.json, rows));
                }};
  for (const auto& way : counting_ways()) task.protocols.push_back(way.choice);
  return task;
}

}  // namespace privet::federation
