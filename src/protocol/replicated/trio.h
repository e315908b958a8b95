// SPDX-License-Identifier: Apache-2.0
// Three parties of whom no two collude: their places, the keys that each pair shares, and messages
// around their ring.
// Reference: Araki, Furukawa, Lindell, Nof, Ohara, "High-throughput semi-honest secure three-party
// computation with an honest majority" (CCS 2016).
// Idea: a secret is x = x0 + x1 + x2 (or XOR); the party at place i holds x_i and x_(i+1), so any
// two parties together hold all of it and one alone holds nothing of use. Each pair has a key, set
// up once: key i belongs to places i and i - 1, the holders of x_i. What a pair draws from its key
// costs no message: the difference of a party's two keys' numbers is a share of zero, which makes
// the parts of a product uniform, and such a number by itself is a random x_i. Cost: set-up 16
// bytes from every party; pass() 8 bytes per word, one round for any number of them. Adversary:
// semi-honest, one of the three. Two that collude learn everything. Discloses: nothing. Security:
// AES-128 in counter mode for the keys. Threads: one at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "crypto/randomness.h"
#include "protocol/setting.h"

namespace privet::protocol::replicated {

inline constexpr std::size_t kParties = 3;

// What the two parties see who open a number plus a mask that only the third knows, or the holders
// of a part when the two other parts were drawn: uniform, whatever the number is.
inline constexpr Opening kMaskedAmongThree{"masked number among three parties",
                                           "uniform, whatever the number", Kind::Masked};
// That item for every party, and for as many numbers as the run needs: part of the forecast of
// every job with an honest majority.
[[nodiscard]] Forecast masked_forecast();

class Trio {
 public:
  // All parties of the setting call it. Throws Error{Usage} unless there are three of them. What
  // the setting refers to must outlive this.
  [[nodiscard]] static Trio set_up(const Setting& setting);

  // This party's place in the ring, and the parties by place.
  [[nodiscard]] std::size_t place() const noexcept { return place_; }
  [[nodiscard]] PartyId party(std::size_t place) const { return parties_.at(place % kParties); }
  // Whether this party is one of the two that hold a part.
  [[nodiscard]] bool holds(std::size_t part) const {
    return part == place_ || part == (place_ + 1) % kParties;
  }
  // Throws Error{Usage} if it is none of the three.
  [[nodiscard]] std::size_t place_of(PartyId party) const;
  [[nodiscard]] const std::array<PartyId, kParties>& parties() const noexcept { return parties_; }

  // The next numbers of key place(), which the previous party draws too, and of key place() + 1,
  // which the next party draws too. Both holders of a key must draw alike.
  void draw_mine(std::span<std::uint64_t> out) { draw(mine_, out); }
  void draw_next(std::span<std::uint64_t> out) { draw(next_, out); }
  // Shares of zero: the three parties' numbers add up to 0, or their XOR is 0.
  void zero_sum(std::span<std::uint64_t> out);
  void zero_xor(std::span<std::uint64_t> out);

  // Into the ledger, before anything is opened: about the data of all three but the recipient. All
  // three parties call it.
  [[nodiscard]] Recorded record(Opening opening, std::span<const PartyId> recipients,
                                std::size_t count);

 private:
  // The line and the messages are for what computes on parts.
  friend class Bits;
  friend class Arithmetic;
  friend struct RawParts;
  // The line to the party at a place other than the own one.
  [[nodiscard]] net::Channel& to(std::size_t place) const;

  // A message to one neighbour and one from the other, both `count` words, in one round however
  // many they are: make(at, words) fills the words from `at` on that go out, take(at, words) gets
  // those that came in. Both are called piece by piece, take() after make() of the same words.
  // What is uniform goes to the previous party, who lacks it; the part that opens a secret to the
  // next one.
  template <class Make, class Take>
  void pass(std::size_t count, Make make, Take take) {
    pass_words(Way::ToPrevious, count, make, take);
  }
  template <class Make, class Take>
  void pass_told(const Recorded& /*permission*/, std::size_t count, Make make, Take take) {
    pass_words(Way::ToNext, count, make, take);
  }
  enum class Way { ToPrevious, ToNext };
  template <class Make, class Take>
  void pass_words(Way way, std::size_t count, Make make, Take take);
  void pass_bytes(Way way, const net::RingMessage& message);

  Trio(std::size_t place, std::array<PartyId, kParties> parties,
       std::array<net::Channel*, kParties> lines, Ledger& ledger, crypto::Block mine,
       crypto::Block next)
      : place_(place),
        parties_(parties),
        lines_(lines),
        ledger_(&ledger),
        mine_(mine),
        next_(next) {}
  static void draw(crypto::Prg& key, std::span<std::uint64_t> out);

  std::size_t place_;
  std::array<PartyId, kParties> parties_;
  std::array<net::Channel*, kParties> lines_;  // by place; the own one is null
  Ledger* ledger_;
  crypto::Prg mine_;
  crypto::Prg next_;
  std::vector<std::uint64_t> scratch_;
};

template <class Make, class Take>
void Trio::pass_words(Way way, std::size_t count, Make make, Take take) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  constexpr std::size_t kPiece = net::RingMessage::kPiece / kWord;
  std::array<std::uint64_t, kPiece> buffer;
  const auto make_bytes = [&](std::size_t at, std::span<std::byte> bytes) {
    const auto words = std::span(buffer).first(bytes.size() / kWord);
    make(at / kWord, words);
    std::ranges::copy(std::as_bytes(words), bytes.begin());
  };
  const auto take_bytes = [&](std::size_t at, std::span<const std::byte> bytes) {
    const auto words = std::span(buffer).first(bytes.size() / kWord);
    std::ranges::copy(bytes, std::as_writable_bytes(words).begin());
    take(at / kWord, std::span<const std::uint64_t>(words));
  };
  pass_bytes(way, {count * kWord, make_bytes, take_bytes});
}

}  // namespace privet::protocol::replicated
