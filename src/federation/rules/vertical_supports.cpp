// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/error.h"
#include "federation/rules/rules_vertical.h"
#include "protocol/tell.h"

namespace privet::federation {

using mining::ItemList;
using protocol::PartyId;

// Numbers the distinct parts of itemsets at each party, in the order of their first use.
class VerticalSupports::PartNumbers {
 public:
  std::uint32_t number(PartyId party, const ItemList& part) {
    auto& known = known_[party];
    return known.try_emplace(part, static_cast<std::uint32_t>(known.size())).first->second;
  }
  std::vector<ItemList> parts_of(PartyId party) {
    std::vector<ItemList> out(known_[party].size());
    for (const auto& [part, number] : known_[party]) out[number] = part;
    return out;
  }

 private:
  std::map<PartyId, std::map<ItemList, std::uint32_t>> known_;
};

VerticalSupports::VerticalSupports(const protocol::Setting& setting, const Baskets& own,
                                   std::vector<std::size_t> items,
                                   const mining::RuleOptions& options, JointCounter& counter)
    : setting_(setting), own_(own), counter_(counter), plain_(own, setting.run), options_(options) {
  PRIVET_CHECK(items.size() == setting.mesh.parties());
  PRIVET_CHECK(items[setting.own().index()] == own.items());
  std::size_t end = 0;
  for (const auto count : items) ends_.push_back(end += count);
}

PartyId VerticalSupports::owner(ItemId item) const {
  const auto end = std::ranges::upper_bound(ends_, item);
  PRIVET_CHECK(end != ends_.end());
  return PartyId(static_cast<std::uint32_t>(end - ends_.begin()));
}

ItemId VerticalSupports::number_at_owner(ItemId item) const {
  const auto party = owner(item).index();
  return party == 0 ? item : static_cast<ItemId>(item - ends_[party - 1]);
}

// Takes an itemset apart at the borders between parties.
JointQuestion VerticalSupports::question_of(const ItemList& itemset, PartNumbers& numbers) const {
  JointQuestion out;
  for (auto begin = itemset.begin(); begin != itemset.end();) {
    const auto party = owner(*begin);
    const auto end =
        std::find_if(begin, itemset.end(), [&](ItemId item) { return owner(item) != party; });
    const auto told = told_.find(ItemList(begin, end));
    out.sizes.push_back(told == told_.end() ? own_.size() : told->second);
    ItemList part;
    std::transform(begin, end, std::back_inserter(part),
                   [&](ItemId item) { return number_at_owner(item); });
    out.product.push_back({party, numbers.number(party, part)});
    out.parts.push_back(std::move(part));
    begin = end;
  }
  return out;
}

VerticalSupports::Pass VerticalSupports::plan(std::span<const ItemList> itemsets) const {
  Pass pass;
  pass.inside.resize(ends_.size());
  PartNumbers numbers;
  for (std::size_t i = 0; i < itemsets.size(); ++i) {
    PRIVET_CHECK(!itemsets[i].empty());
    const auto first = owner(itemsets[i].front());
    if (first == owner(itemsets[i].back())) {
      pass.inside[first.index()].push_back(i);
      continue;
    }
    pass.questions.push_back(question_of(itemsets[i], numbers));
    pass.spanning.push_back(i);
  }
  pass.own_parts = numbers.parts_of(setting_.own());
  return pass;
}

// Each party counts its own candidates and tells all others.
void VerticalSupports::tell_inside(const Pass& pass, std::span<const ItemList> itemsets,
                                   std::span<std::uint64_t> supports) {
  std::vector<ItemList> mine;
  for (const auto i : pass.inside[setting_.own().index()]) {
    mine.emplace_back();
    for (const ItemId item : itemsets[i]) mine.back().push_back(number_at_owner(item));
  }
  auto counted = plain_.supports(mine);
  for (auto& support : counted) support = support < options_.min_support ? 0 : support;
  const auto keep = [&](PartyId party, std::span<const std::uint64_t> values) {
    const auto& places = pass.inside[party.index()];
    for (std::size_t j = 0; j < places.size(); ++j) {
      supports[places[j]] = values[j];
      told_[itemsets[places[j]]] = values[j];
    }
  };
  std::vector<std::size_t> counts;
  for (const auto& places : pass.inside) counts.push_back(places.size());
  const auto told = protocol::tell_numbers(setting_, counted, counts, kInsideSupports);
  for (const auto party : setting_.mesh.members()) {
    for (const auto support : told[party.index()]) {
      if (support <= transactions()) continue;
      throw Error(ErrorCode::Peer, "party-" + std::to_string(party.index() + 1) +
                                       " sent a support: expected at most " +
                                       std::to_string(transactions()) + ", got " +
                                       std::to_string(support));
    }
    keep(party, told[party.index()]);
  }
}

// Bitmaps of the items that are needed for the first time, in one pass over the baskets.
void VerticalSupports::prepare_bits(std::span<const ItemList> parts) {
  std::vector<protocol::BitVector*> fresh(own_.items(), nullptr);
  bool any = false;
  for (const auto& part : parts) {
    for (const ItemId item : part) {
      const auto [entry, added] = bits_.try_emplace(item);
      if (!added) continue;
      entry->second = protocol::BitVector(own_.size());
      fresh[item] = &entry->second;
      any = true;
    }
  }
  for (BasketId b = 0; any && b < own_.size(); ++b) {
    for (const ItemId item : own_.basket(b)) {
      if (fresh[item] == nullptr) continue;
      fresh[item]->put(b, 1);
    }
  }
}

protocol::BitVector VerticalSupports::conjunction(const ItemList& part) const {
  auto out = bits_.at(part.front());
  for (const ItemId item : std::span(part).subspan(1)) {
    const auto all = out.blocks();
    const auto more = bits_.at(item).blocks();
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] & more[i];
  }
  return out;
}

// Apriori joins frequent itemsets that share all but their last item.
void VerticalSupports::check_next_pass(std::span<const ItemList> itemsets,
                                       std::span<const std::uint64_t> supports) const {
  if (itemsets.empty() || itemsets.front().size() == options_.max_size) return;
  std::uint64_t joined = 0;
  std::uint64_t alike = 0;  // frequent ones so far with the same beginning
  const ItemList* last = nullptr;
  for (std::size_t i = 0; i < itemsets.size(); ++i) {
    if (supports[i] < options_.min_support) continue;
    const auto& one = itemsets[i];
    if (last != nullptr && !std::equal(one.begin(), one.end() - 1, last->begin())) alike = 0;
    joined += alike++;
    last = &one;
  }
  if (joined <= kMostCandidates) return;
  throw Error(ErrorCode::Infeasible, "the next pass would have up to " + std::to_string(joined) +
                                         " candidate itemsets, and at most " +
                                         std::to_string(kMostCandidates) +
                                         " were agreed on: ask for a higher minimum support");
}

std::vector<std::uint64_t> VerticalSupports::supports(std::span<const ItemList> itemsets) {
  const auto pass = plan(itemsets);
  setting_.ledger.add_to_size(kInsideCandidates, itemsets.size() - pass.spanning.size());
  setting_.ledger.add_to_size(kSpanningCandidates, pass.spanning.size());
  std::vector<std::uint64_t> out(itemsets.size());
  tell_inside(pass, itemsets, out);
  if (pass.questions.empty()) {
    check_next_pass(itemsets, out);
    return out;
  }
  setting_.run.check_cancelled();
  prepare_bits(pass.own_parts);
  std::vector<protocol::BitVector> vectors(pass.own_parts.size());
  for (std::size_t i = 0; i < vectors.size(); ++i) vectors[i] = conjunction(pass.own_parts[i]);
  const auto counts = counter_.count(pass.questions, vectors, own_.size());
  for (std::size_t j = 0; j < counts.size(); ++j) out[pass.spanning[j]] = counts[j];
  check_next_pass(itemsets, out);
  return out;
}

}  // namespace privet::federation
