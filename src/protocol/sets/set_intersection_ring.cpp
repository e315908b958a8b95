// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/error.h"
#include "protocol/exchange_all.h"
#include "protocol/sets/keyed_hashing.h"
#include "protocol/sets/set_intersection.h"
#include "protocol/sets/set_parcels.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

class Ring {
 public:
  Ring(const Setting& place, std::span<const SetQuestion> questions, std::uint64_t threshold)
      : place_(place), threshold_(threshold), questions_(questions), held_(questions.size()) {
    for (std::size_t q = 0; q < questions.size(); ++q) {
      const auto& parties = questions[q].parties;
      PRIVET_CHECK(parties.size() >= 3 && std::ranges::is_sorted(parties));
      const auto own = std::ranges::find(parties, place.mesh.own());
      if (own == parties.end()) continue;
      mine_.push_back({q, static_cast<std::size_t>(own - parties.begin())});
      longest_ = std::max(longest_, parties.size());
    }
    for (const auto& question : questions) longest_ = std::max(longest_, question.parties.size());
  }

  SetSizes run(OwnSets own) {
    const auto key = crypto::Scalar::random(place_.randomness);
    for (const auto& [q, at] : mine_) {
      held_[q] =
          hash_set(own[q], q, place_.mesh.own().index(), questions_[q].largest, key, place_.pool);
    }
    const auto recorded = record_sizes();
    for (std::size_t hop = 1; hop < longest_; ++hop) pass_on(recorded, hop, key);
    const auto without_own = intersect_others(recorded);
    return join_neighbours(without_own, agree_to_go_on(without_own));
  }

 private:
  struct Seat {
    std::size_t question;
    std::size_t at;  // this party's place in the ring
  };

  [[nodiscard]] std::size_t size_of(std::size_t q) const { return questions_[q].parties.size(); }
  [[nodiscard]] PartyId neighbour(const Seat& seat, std::size_t steps) const {
    return questions_[seat.question].parties[(seat.at + steps) % size_of(seat.question)];
  }

  // After the last hop every party holds another's set under all keys.
  Recorded record_sizes() {
    auto out = place_.ledger.record_each(kRingSizes, {}, {}, 0);
    for (const auto& seat : mine_) {
      const auto& parties = questions_[seat.question].parties;
      const auto sizes = parties.size() > 63
                             ? UINT64_MAX
                             : (std::uint64_t{1} << (parties.size() - 1)) - parties.size();
      out = place_.ledger.record_each(kRingSizes, PartySet(std::span(parties)), parties, sizes);
    }
    return out;
  }

  // Every set goes one party further and gets that party's key.
  void pass_on(const Recorded& recorded, std::size_t hop, const crypto::Scalar& key) {
    SetParcels parcels(place_.mesh);
    for (const auto& seat : mine_) {
      const auto size = size_of(seat.question);
      if (hop >= size) continue;
      parcels.send(neighbour(seat, 1), held_[seat.question]);
      parcels.expect(neighbour(seat, size - 1), questions_[seat.question].largest);
    }
    parcels.exchange(recorded);
    for (const auto& seat : mine_) {
      const auto size = size_of(seat.question);
      if (hop >= size) continue;
      held_[seat.question] = hash_again(parcels.next(neighbour(seat, size - 1)), key, place_.pool);
    }
  }

  // Each party holds its right neighbour's set, under all keys, and sends it to all but the owner.
  std::vector<HashedSet> intersect_others(const Recorded& recorded) {
    SetParcels parcels(place_.mesh);
    for (const auto& seat : mine_) {
      const auto size = size_of(seat.question);
      for (std::size_t steps = 2; steps < size; ++steps) {
        parcels.send(neighbour(seat, steps), held_[seat.question]);
      }
      // The left neighbour has the own set.
      for (std::size_t steps = 1; steps + 1 < size; ++steps) {
        parcels.expect(neighbour(seat, steps), questions_[seat.question].largest);
      }
    }
    parcels.exchange(recorded);
    std::vector<HashedSet> out(questions_.size());
    for (const auto& seat : mine_) {
      out[seat.question] = held_[seat.question];
      for (std::size_t steps = 1; steps + 1 < size_of(seat.question); ++steps) {
        out[seat.question] = intersection(out[seat.question], parcels.next(neighbour(seat, steps)));
      }
    }
    return out;
  }

  [[nodiscard]] bool asks(std::size_t q, PartyId party) const {
    const auto& parties = questions_[q].parties;
    return std::ranges::find(parties, party) != parties.end();
  }

  // Which questions all their parties want to finish. A vote goes to the parties of its question
  // only.
  std::vector<bool> agree_to_go_on(std::span<const HashedSet> sets) {
    const auto& mesh = place_.mesh;
    std::vector<bool> out(questions_.size(), false);
    for (const auto& seat : mine_) {
      out[seat.question] = sets[seat.question].size() >= threshold_;
    }
    const auto own_votes = out;
    auto recorded = place_.ledger.record_each(kRingVotes, {}, {}, 0);
    for (const auto& seat : mine_) {
      const auto& parties = questions_[seat.question].parties;
      recorded = place_.ledger.record_each(kRingVotes, PartySet(std::span(parties)), parties,
                                           parties.size() - 1);
    }
    for (const auto other : mesh.others()) {
      std::vector<std::size_t> common;
      std::vector<std::byte> votes;
      for (const auto& seat : mine_) {
        if (!asks(seat.question, other)) continue;
        common.push_back(seat.question);
        votes.push_back(own_votes[seat.question] ? std::byte{1} : std::byte{0});
      }
      if (common.empty()) continue;
      std::vector<std::byte> theirs(votes.size());
      exchange_told(recorded, line_to(mesh, other), votes, theirs);
      for (std::size_t i = 0; i < common.size(); ++i) {
        if (theirs[i] == std::byte{0}) out[common[i]] = false;
      }
    }
    return out;
  }

  // The own intersection lacks the own set, the left neighbour's has it.
  SetSizes join_neighbours(std::span<const HashedSet> sets, const std::vector<bool>& going_on) {
    SetParcels parcels(place_.mesh);
    auto recorded = place_.ledger.record_each(kRingLeft, {}, {}, 0);
    for (const auto& seat : mine_) {
      if (!going_on[seat.question]) continue;
      const auto& parties = questions_[seat.question].parties;
      recorded = place_.ledger.record_each(kRingLeft, PartySet(std::span(parties)), parties, 1);
      recorded = place_.ledger.record_each(kRingTotals, PartySet(std::span(parties)), parties, 1);
      parcels.send(neighbour(seat, 1), sets[seat.question]);
      parcels.expect(neighbour(seat, size_of(seat.question) - 1),
                     questions_[seat.question].largest);
    }
    parcels.exchange(recorded);
    SetSizes out(questions_.size());
    for (const auto& seat : mine_) {
      if (!going_on[seat.question]) continue;
      const auto left = parcels.next(neighbour(seat, size_of(seat.question) - 1));
      out[seat.question] = intersection(sets[seat.question], left).size();
    }
    return out;
  }

  const Setting& place_;
  std::uint64_t threshold_;
  std::span<const SetQuestion> questions_;
  std::vector<Seat> mine_;
  std::size_t longest_ = 0;
  std::vector<HashedSet> held_;  // by question
};

}  // namespace

SetSizes intersect_by_ring(const Setting& place, std::span<const SetQuestion> questions,
                           OwnSets own, std::uint64_t threshold) {
  PRIVET_CHECK(own.size() == questions.size());
  return Ring(place, questions, threshold).run(own);
}

}  // namespace privet::protocol
