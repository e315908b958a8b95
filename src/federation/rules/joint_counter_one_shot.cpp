// SPDX-License-Identifier: Apache-2.0
// Counting after every frequent item's rows were hashed once, by all parties.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section 3.2.4: protocol 17 with each item as a site of its own.
// Idea: the hashed sets pass all parties and go to everybody but their owner, so each party can
// count every itemset of the others' items by itself. An itemset that leaves some party out is sent
// by the first such party.
// Where it leaves the thesis: there, neighbours join their hashed rows for an itemset that spans
// all parties. Since all questions of a run share one key and one hash domain, a party then sees
// which hashed rows have which of its own items, and by that signature recognises its own rows
// among them (one_shot_attack_test.cpp). Itemsets that span all parties are counted by boolean
// products instead; no party ever meets a hash of its own rows under all keys. Adversary:
// semi-honest; two parties together can probe for rows of a third. Discloses: to each party the
// support of every combination of the others' frequent items.
#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "federation/rules/joint_counter.h"
#include "federation/rules/unpack_bits.h"
#include "protocol/sets/set_intersection.h"
#include "protocol/sets/set_parcels.h"
#include "protocol/tell.h"

namespace privet::federation {
namespace {

using mining::ItemList;
using protocol::HashedSet;
using protocol::Occurs;
using protocol::PartyId;

constexpr protocol::Opening kHashedItems{
    "hashed rows of the other parties' frequent items, and so the support of every combination of "
    "them",
    "the price of asking once (Vaidya 2004, section 3.2.4)"};

class OneShotCounter final : public JointCounter {
 public:
  explicit OneShotCounter(const CountingPlace& place)
      : place_(place), key_(crypto::Scalar::random(place.setting.randomness)) {}

  std::vector<std::uint64_t> count(std::span<const JointQuestion> questions,
                                   std::span<const protocol::BitVector> vectors,
                                   std::size_t rows) override {
    hash_new_items(questions);
    const auto parties = place_.setting.mesh.parties();
    protocol::NumberVector shares(questions.size(), 0);
    std::vector<std::size_t> spanning_all;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (questions[i].product.size() == parties) {
        spanning_all.push_back(i);
      } else if (teller_of(questions[i]) == own()) {
        const auto size = common_rows(questions[i]).size();
        shares[i] = size >= place_.threshold ? size : 0;
      }
    }
    auto all = protocol::Shared<protocol::NumberVector>(std::move(shares));
    if (!spanning_all.empty()) all += multiply(questions, spanning_all, vectors, rows);
    return open_counts(place_.setting, all, rows);
  }

 private:
  using Item = std::pair<PartyId, ItemId>;
  [[nodiscard]] PartyId own() const { return place_.setting.mesh.own(); }

  // The first party without an item in the question.
  [[nodiscard]] PartyId teller_of(const JointQuestion& question) const {
    std::vector<PartyId> parties;
    for (const auto& factor : question.product) parties.push_back(factor.party);
    return protocol::helper_of(parties, place_.setting.mesh.members());
  }

  // Every item that was not met before goes round all parties.
  void hash_new_items(std::span<const JointQuestion> questions) {
    const auto& mesh = place_.setting.mesh;
    std::map<Item, std::size_t> fresh;  // with the size its set is filled up to
    for (const auto& question : questions) {
      for (std::size_t f = 0; f < question.parts.size(); ++f) {
        for (const ItemId item : question.parts[f]) {
          const Item one{question.product[f].party, item};
          // Alone, its support is known; the set needs no more room.
          const auto size = question.parts[f].size() == 1 ? question.sizes[f] : place_.own.size();
          if (!known_.contains(one)) fresh.emplace(one, size);
        }
      }
    }
    if (fresh.empty()) return;
    const auto recorded = record(fresh);
    std::map<Item, HashedSet> held;
    for (const auto& [item, size] : fresh) {
      if (item.first != own()) continue;
      const auto filler = (std::uint64_t{own().index()} << 32U) | item.second;
      held[item] =
          protocol::hash_set(rows_of_item(item.second), 0, filler, size, key_, place_.setting.pool);
    }
    for (std::size_t hop = 1; hop < mesh.parties(); ++hop) pass_on(recorded, fresh, hop, held);
    hand_out(recorded, fresh, held);
  }

  // After the last hop an item's holder has its rows under all keys.
  [[nodiscard]] protocol::Recorded record(const std::map<Item, std::size_t>& fresh) const {
    std::vector<std::uint64_t> counts(place_.setting.mesh.ids());
    for (const auto& [item, size] : fresh) ++counts[item.first.index()];
    return protocol::record_told(place_.setting, counts, kHashedItems);
  }

  [[nodiscard]] PartyId at(std::size_t place) const {
    return PartyId(static_cast<std::uint32_t>(place % place_.setting.mesh.parties()));
  }

  // Before hop h a party holds the items of the party h - 1 places before it.
  void pass_on(const protocol::Recorded& recorded, const std::map<Item, std::size_t>& fresh,
               std::size_t hop, std::map<Item, HashedSet>& held) {
    const auto& mesh = place_.setting.mesh;
    const auto parties = mesh.parties();
    const auto right = at(own().index() + 1);
    const auto left = at(own().index() + parties - 1);
    protocol::SetParcels parcels(mesh);
    std::vector<Item> coming;
    for (const auto& [item, size] : fresh) {
      if (item.first == at(own().index() + parties - hop + 1)) parcels.send(right, held.at(item));
      if (item.first != at(own().index() + parties - hop)) continue;
      parcels.expect(left, size);
      coming.push_back(item);
    }
    parcels.exchange(recorded);
    held.clear();
    for (const auto& item : coming) {
      place_.setting.run.check_cancelled();
      held[item] = protocol::hash_again(parcels.next(left), key_, place_.setting.pool);
    }
  }

  // Each party holds its right neighbour's items, under all keys, and gives them to all but it.
  void hand_out(const protocol::Recorded& recorded, const std::map<Item, std::size_t>& fresh,
                std::map<Item, HashedSet>& held) {
    const auto& mesh = place_.setting.mesh;
    const auto parties = mesh.parties();
    protocol::SetParcels parcels(mesh);
    const auto holder = [&](const Item& item) { return at(item.first.index() + parties - 1); };
    for (const auto& [item, size] : fresh) {
      for (const auto other : mesh.others()) {
        if (holder(item) == own() && other != item.first) parcels.send(other, held.at(item));
        if (holder(item) == other && item.first != own()) parcels.expect(other, size);
      }
    }
    parcels.exchange(recorded);
    for (const auto& [item, size] : fresh) {
      auto& set = known_[item];  // stays empty for the own items
      if (item.first == own()) continue;
      set = holder(item) == own() ? std::move(held.at(item)) : parcels.next(holder(item));
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> rows_of_item(ItemId item) const {
    std::vector<std::uint64_t> out;
    for (BasketId b = 0; b < place_.own.size(); ++b) {
      if (std::ranges::binary_search(place_.own.basket(b), item)) out.push_back(b);
    }
    return out;
  }

  // The rows, hashed, that have all the question's items of other parties.
  [[nodiscard]] HashedSet common_rows(const JointQuestion& question) const {
    HashedSet out;
    bool first = true;
    for (std::size_t f = 0; f < question.parts.size(); ++f) {
      const auto party = question.product[f].party;
      if (party == own()) continue;
      for (const ItemId item : question.parts[f]) {
        const auto& set = known_.at({party, item});
        out = first ? set : protocol::intersection(out, set);
        first = false;
      }
    }
    return out;
  }

  // Products for itemsets that span all parties: shares of their counts, 0 for all other questions.
  [[nodiscard]] protocol::Shared<protocol::NumberVector> multiply(
      std::span<const JointQuestion> questions, std::span<const std::size_t> chosen,
      std::span<const protocol::BitVector> vectors, std::size_t rows) const {
    std::vector<protocol::BooleanProduct> products;
    for (const auto i : chosen) products.push_back(questions[i].product);
    const auto counted = protocol::boolean_products(place_.setting, products, vectors, rows);
    std::vector<protocol::Shared<std::uint64_t>> out(questions.size());
    for (std::size_t j = 0; j < chosen.size(); ++j) out[chosen[j]] = protocol::part(counted, j);
    return protocol::joined(out);
  }

  const CountingPlace place_;
  crypto::Scalar key_;
  std::map<Item, HashedSet> known_;  // under all keys
};

}  // namespace

CountingWay count_once() {
  return {
      .choice = {.name = "oneshot",
                 .summary = "every frequent item's rows hashed once, and oblivious transfer for "
                            "itemsets that span all parties; discloses the supports of all "
                            "combinations of the others' items",
                 .least_parties = 3},
      .forecast =
          [](std::size_t parties) {
            auto out = joint_supports(parties);
            const auto hashed = told_to_all(parties, kHashedItems, protocol::Bound::of(kItemCount),
                                            Occurs::Sometimes, protocol::About::Some);
            out.insert(out.end(), hashed.begin(), hashed.end());
            return out;
          },
      .make = [](const CountingPlace& place) -> std::unique_ptr<JointCounter> {
        return std::make_unique<OneShotCounter>(place);
      },
      .referees =
          [](std::size_t parties) {
            // Who counts for each two; for more parties it is the first outside just the same.
            return for_each_pair(parties, protocol::helper_of);
          }};
}

}  // namespace privet::federation
