// SPDX-License-Identifier: Apache-2.0
// Parties of a run, by their place in the agreed list, and sets of them.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "base/error.h"

namespace privet::protocol {

// No arithmetic, no default.
class PartyId {
 public:
  explicit constexpr PartyId(std::uint32_t index) : index_(index) {}
  [[nodiscard]] constexpr std::uint32_t index() const { return index_; }
  friend constexpr auto operator<=>(PartyId, PartyId) = default;

 private:
  std::uint32_t index_;
};

inline constexpr std::size_t kMostParties = 64;

class PartySet {
 public:
  constexpr PartySet() = default;
  PartySet(std::initializer_list<PartyId> parties)
      : PartySet(std::span(parties.begin(), parties.size())) {}
  explicit PartySet(std::span<const PartyId> parties) {
    for (const auto party : parties) mask_ |= bit(party);
  }
  // The parties 0 .. count - 1.
  [[nodiscard]] static PartySet first(std::size_t count) {
    PRIVET_CHECK(count <= kMostParties);
    return from_mask(count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
  }
  // Bit i stands for party i.
  [[nodiscard]] static PartySet from_mask(std::uint64_t mask) {
    PartySet out;
    out.mask_ = mask;
    return out;
  }
  [[nodiscard]] std::uint64_t mask() const { return mask_; }

  [[nodiscard]] bool contains(PartyId party) const { return (mask_ & bit(party)) != 0; }
  [[nodiscard]] bool contains(PartySet other) const { return (other.mask_ & ~mask_) == 0; }
  [[nodiscard]] bool empty() const { return mask_ == 0; }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(std::popcount(mask_)); }
  [[nodiscard]] PartySet with(PartyId party) const { return from_mask(mask_ | bit(party)); }
  [[nodiscard]] PartySet without(PartyId party) const { return from_mask(mask_ & ~bit(party)); }
  // Ascending.
  [[nodiscard]] std::vector<PartyId> list() const {
    std::vector<PartyId> out;
    for (std::uint32_t i = 0; i < kMostParties; ++i) {
      if (contains(PartyId(i))) out.emplace_back(i);
    }
    return out;
  }
  friend bool operator==(PartySet, PartySet) = default;

 private:
  static std::uint64_t bit(PartyId party) {
    PRIVET_CHECK(party.index() < kMostParties);
    return std::uint64_t{1} << party.index();
  }
  std::uint64_t mask_ = 0;
};

}  // namespace privet::protocol
