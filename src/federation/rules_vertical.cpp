// SPDX-License-Identifier: Apache-2.0
#include "federation/rules_vertical.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/codec.h"
#include "base/error.h"
#include "mining/rules/rule_settings.h"
#include "net/frame.h"

namespace privet::federation {
namespace {

using protocol::Occurs;
using protocol::PartyId;

constexpr protocol::Opening kItems{"how many items each other party has",
                                   "what is where is public (Vaidya 2004, 3.2.2)"};
constexpr protocol::Opening kNames{"names of the other parties' frequent items",
                                   "part of the answer"};

Baskets baskets_in(const DataSet& data) {
  if (const auto* table = std::get_if<Table>(&data)) {
    std::vector<AttributeId> columns(table->columns());
    std::iota(columns.begin(), columns.end(), AttributeId{0});
    return mining::baskets_of(*table, columns);
  }
  return std::get<Baskets>(data);
}

Answer answer_of(const mining::RuleModel& model) {
  return {mining::rules_answer(model), mining::rules_gist(model)};
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto baskets = baskets_in(whole);
  return answer_of(
      mining::learn_rules(baskets, mining::rule_options(settings, baskets.size()), run));
}

const CountingWay& way_of(const std::vector<CountingWay>& ways, const Job& job) {
  const auto way = std::ranges::find_if(
      ways, [&](const CountingWay& one) { return one.choice.name == job.protocol; });
  PRIVET_CHECK(way != ways.end());
  return *way;
}

// How many items each party has.
std::vector<std::size_t> exchange_counts(session::Session& session, std::size_t own) {
  if (own > kMostItems) {
    throw Error(
        ErrorCode::Input,
        fmt::format("this party has {} items, and at most {} can take part", own, kMostItems));
  }
  const auto& mesh = session.mesh();
  std::vector<std::size_t> out(mesh.parties());
  out[mesh.own().index()] = own;
  for (const auto other : mesh.others()) {
    const std::uint64_t mine = own;
    std::uint64_t theirs = 0;
    session.ledger().record(mesh.own(), kItems, 1);
    session.ledger().record(other, kItems, 1);
    mesh.to(other).exchange(std::as_bytes(std::span(&mine, 1)),
                            std::as_writable_bytes(std::span(&theirs, 1)));
    if (theirs > kMostItems) {
      throw Error(ErrorCode::Peer,
                  fmt::format("{} sent its number of items: expected at most {}, got {}",
                              session.parties().names[other.index()], kMostItems, theirs));
    }
    out[other.index()] = theirs;
  }
  return out;
}

std::vector<std::byte> names_frame(const Baskets& own, std::span<const ItemId> items) {
  ByteWriter out;
  for (const ItemId item : items) out.put_text(own.name(item));
  return out.take();
}

std::vector<std::string> read_names(std::span<const std::byte> frame, std::size_t count) {
  try {
    ByteReader in(frame);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(in.get_text());
    if (in.done()) return out;
  } catch (const Error&) {
    throw Error(ErrorCode::Peer, "a party's list of item names ends too soon");
  }
  throw Error(ErrorCode::Peer, "a party's list of item names is too long");
}

// The names of all frequent items, at their places among all items; the others stay empty.
std::vector<std::string> exchange_names(session::Session& session, const VerticalSupports& oracle,
                                        const Baskets& own,
                                        std::span<const mining::FrequentSet> itemsets) {
  const auto& mesh = session.mesh();
  std::vector<std::vector<ItemId>> frequent(mesh.parties());  // by owner
  for (const auto& set : itemsets) {
    if (set.items.size() == 1) {
      frequent[oracle.owner(set.items[0]).index()].push_back(set.items[0]);
    }
  }
  std::vector<std::string> out(oracle.items());
  std::vector<ItemId> mine;
  for (const ItemId item : frequent[mesh.own().index()]) {
    mine.push_back(oracle.number_at_owner(item));
    out[item] = own.name(mine.back());
  }
  const auto message = names_frame(own, mine);
  for (const auto other : mesh.others()) {
    const auto& theirs = frequent[other.index()];
    session.ledger().record(mesh.own(), kNames, theirs.size());
    session.ledger().record(other, kNames, mine.size());
    const auto cap = session.largest_frame(other);
    auto& channel = mesh.to(other);
    // Taking turns, so that long lists do not fill both directions at once.
    if (mesh.own() < other) net::send_frame(channel, message, cap);
    const auto frame = net::receive_frame(channel, cap);
    if (other < mesh.own()) net::send_frame(channel, message, cap);
    channel.flush();
    auto names = read_names(frame, theirs.size());
    for (std::size_t i = 0; i < theirs.size(); ++i) out[theirs[i]] = std::move(names[i]);
  }
  return out;
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto own = baskets_in(part);
  const auto ways = counting_ways();
  const auto options = mining::rule_options(settings, own.size());
  const auto counter = way_of(ways, job).make({session, run, own, options.min_support});
  VerticalSupports oracle(session, own, exchange_counts(session, own.items()), options, *counter,
                          run);
  mining::RuleModel model;
  model.transactions = own.size();
  model.itemsets = mining::apriori(oracle, options, run);
  model.items = exchange_names(session, oracle, own, model.itemsets);
  model.rules = mining::rules_of(model.itemsets, model.transactions, options, run);
  return answer_of(model);
}

protocol::Disclosure disclosure(const Job& job) {
  protocol::Disclosure out;
  const auto add = [&](std::uint32_t party, protocol::Opening opening, Occurs occurs) {
    out.push_back({PartyId(party), std::string(opening.label), std::string(opening.why), occurs});
  };
  for (std::uint32_t p = 0; p < job.parties; ++p) {
    add(p, kItems, Occurs::Always);
    add(p, kInsideSupports, Occurs::Sometimes);  // there may be no item at all
    add(p, kNames, Occurs::Always);
  }
  const auto ways = counting_ways();
  const auto joint = way_of(ways, job).disclosure(job.parties);
  out.insert(out.end(), joint.begin(), joint.end());
  return out;
}

}  // namespace

Task rules_vertical_task() {
  Task task{.name = "mine rules",
            .split = Split::Vertical,
            .parameters = mining::rule_parameters(),
            .protocols = {},
            .disclosure = disclosure,
            .plain = plain,
            .secure = secure};
  for (const auto& way : counting_ways()) task.protocols.push_back(way.choice);
  return task;
}

}  // namespace privet::federation
