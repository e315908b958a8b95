// SPDX-License-Identifier: Apache-2.0
// Parties of a run, by their place in the agreed list, and sets of them.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
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

inline constexpr std::size_t kMostParties = 128;

class PartySet {
 public:
  // Bit i % 64 of word i / 64 stands for party i.
  using Mask = std::array<std::uint64_t, kMostParties / 64>;

  constexpr PartySet() = default;
  PartySet(std::initializer_list<PartyId> parties)
      : PartySet(std::span(parties.begin(), parties.size())) {}
  explicit PartySet(std::span<const PartyId> parties) {
    for (const auto party : parties) mask_[word_of(party)] |= bit(party);
  }
  // The parties 0 .. count - 1.
  [[nodiscard]] static PartySet first(std::size_t count) {
    PRIVET_CHECK(count <= kMostParties);
    PartySet out;
    for (std::uint32_t i = 0; i < count; ++i) out = out.with(PartyId(i));
    return out;
  }
  [[nodiscard]] static PartySet from_mask(const Mask& mask) {
    PartySet out;
    out.mask_ = mask;
    return out;
  }
  [[nodiscard]] const Mask& mask() const { return mask_; }
  // The same as a hexadecimal number, for texts that parties agree on.
  [[nodiscard]] std::string text() const {
    std::string out;
    for (auto digit = std::uint32_t{kMostParties}; digit > 0;) {
      digit -= 4;
      const auto value = mask_[digit / 64] >> (digit % 64) & 15U;
      if (value != 0 || !out.empty() || digit == 0) out += "0123456789abcdef"[value];
    }
    return out;
  }

  [[nodiscard]] bool contains(PartyId party) const {
    return (mask_[word_of(party)] & bit(party)) != 0;
  }
  [[nodiscard]] bool contains(PartySet other) const {
    for (std::size_t w = 0; w < mask_.size(); ++w) {
      if ((other.mask_[w] & ~mask_[w]) != 0) return false;
    }
    return true;
  }
  [[nodiscard]] bool meets(PartySet other) const {
    for (std::size_t w = 0; w < mask_.size(); ++w) {
      if ((other.mask_[w] & mask_[w]) != 0) return true;
    }
    return false;
  }
  [[nodiscard]] bool empty() const { return *this == PartySet(); }
  [[nodiscard]] std::size_t size() const {
    std::size_t out = 0;
    for (const auto word : mask_) out += static_cast<std::size_t>(std::popcount(word));
    return out;
  }
  [[nodiscard]] PartySet with(PartyId party) const {
    auto out = *this;
    out.mask_[word_of(party)] |= bit(party);
    return out;
  }
  [[nodiscard]] PartySet without(PartyId party) const {
    auto out = *this;
    out.mask_[word_of(party)] &= ~bit(party);
    return out;
  }
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
  static std::size_t word_of(PartyId party) {
    PRIVET_CHECK(party.index() < kMostParties);
    return party.index() / 64;
  }
  static std::uint64_t bit(PartyId party) { return std::uint64_t{1} << (party.index() % 64); }
  Mask mask_{};
};

}  // namespace privet::protocol
