// SPDX-License-Identifier: Apache-2.0
// Which of several shared numbers is the smallest, or the largest? For many vectors at once,
// between two parties; the place is opened to one of them, or stays shared, with the number if
// wanted. Reference: what it serves: the closest cluster, Vaidya (Purdue 2004), section 3.3.2, and
// the likeliest class, section 3.4.4; there one comparison after the other, each opened to the two,
// on permuted vectors. Idea: a circuit adds the shares and holds a tournament, in which the earlier
// of two equal numbers goes on: ties go to the smallest place, whatever the shares are. No
// comparison is opened. Cost for each vector of n numbers of w bits: (3 n - 3) w AND gates (the
// last round does without the number itself), and about n + log2 n more; the shared form also 63
// for each result. Two messages for a whole batch when garbled; on shared bits log2 n rounds of
// comparisons. Adversary: semi-honest. Discloses: the place, to the recipient; the shared form a
// uniform number for each result, to the second party. Both in the ledger. Security: that of the
// context. Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "circuit/compare.h"
#include "protocol/ledger.h"
#include "protocol/piecewise.h"
#include "protocol/raw_share.h"

namespace privet::protocol {

enum class Best { Smallest, Largest };
enum class NumberKind { Unsigned, Signed };  // Signed: two's complement

struct BestShape {
  std::size_t candidates = 0;  // numbers of a vector
  unsigned bits = 64;          // shares are modulo 2^bits
  Best best = Best::Smallest;
  NumberKind kind = NumberKind::Unsigned;

  // Bits of a place.
  [[nodiscard]] unsigned index_bits() const {
    return candidates < 2 ? 1 : static_cast<unsigned>(std::bit_width(candidates - 1));
  }
};

namespace detail {

// The numbers of each candidate, as inputs of a circuit.
inline std::vector<std::span<const std::uint64_t>> by_candidate(
    std::span<const std::uint64_t> shares, const BestShape& shape) {
  PRIVET_CHECK(shape.candidates > 0 && shares.size() % shape.candidates == 0);
  PRIVET_CHECK(shape.bits >= 1 && shape.bits <= 64);
  const auto lanes = shares.size() / shape.candidates;
  std::vector<std::span<const std::uint64_t>> out;
  for (std::size_t c = 0; c < shape.candidates; ++c) {
    out.push_back(shares.subspan(c * lanes, lanes));
  }
  return out;
}

// Turned over so that the best is the largest unsigned number; and back.
template <circuit::BooleanContext C>
void turn_over(C& context, circuit::Word<C>& word, const BestShape& shape) {
  for (std::size_t i = 0; i < word.bits(); ++i) {
    const bool sign = i + 1 == word.bits() && shape.kind == NumberKind::Signed;
    if ((shape.best == Best::Smallest) != sign)
      circuit::negate_row(context, word.bit(i), word.bit(i));
  }
}

template <circuit::BooleanContext C>
circuit::Largest<C> pick_best(C& context, std::span<const circuit::Word<C>> first,
                              std::span<const circuit::Word<C>> second, const BestShape& shape,
                              circuit::WantValue want) {
  const auto x = circuit::side_by_side<C>(first);
  const auto y = circuit::side_by_side<C>(second);
  auto numbers = circuit::add(context, x, y);
  turn_over(context, numbers, shape);
  auto best = circuit::argmax(context, std::move(numbers), shape.candidates, want);
  turn_over(context, best.value, shape);
  return best;
}

}  // namespace detail

// shares[c * lanes + lane]: this party's share of candidate c of vector `lane`. The places as
// wires.
template <class C>
[[nodiscard]] circuit::Word<C> best_places(C& context, const Shared<NumberVector>& shares,
                                           const BestShape& shape) {
  const auto inputs = detail::by_candidate(protocol_only::raw(shares), shape);
  return piecewise_of_many(
      context, inputs, shape.bits, shape.index_bits(),
      [&](C& c, const auto& first, const auto& second) {
        return detail::pick_best<C>(c, first, second, shape, circuit::WantValue::No).index;
      });
}

// The same opened to `recipient`, one place for each vector.
template <class C>
[[nodiscard]] std::optional<std::vector<std::uint64_t>> secure_best(
    C& context, const Shared<NumberVector>& shares, const BestShape& shape, circuit::Side recipient,
    Opening opening) {
  const auto places = best_places(context, shares, shape);
  return context.reveal(recipient, places, opening);
}

struct BestShares {
  Shared<NumberVector> places;
  Shared<NumberVector> numbers;  // empty if not wanted
};

// The same as additive shares: places in `ring`, the numbers in the same one. It must have room for
// both: a number of `bits` is taken as it is, without regard to its sign.
template <class C>
[[nodiscard]] BestShares secure_best_shared(C& context, const Shared<NumberVector>& shares,
                                            const BestShape& shape, circuit::WantValue want,
                                            circuit::Ring ring) {
  PRIVET_CHECK(ring.bits() >= shape.index_bits());
  PRIVET_CHECK(want == circuit::WantValue::No || ring.bits() >= shape.bits);
  const auto inputs = detail::by_candidate(protocol_only::raw(shares), shape);
  auto results = piecewise_shared(context, inputs, shape.bits, ring,
                                  [&](C& c, const auto& first, const auto& second) {
                                    auto best = detail::pick_best<C>(c, first, second, shape, want);
                                    std::vector<circuit::Word<C>> out{std::move(best.index)};
                                    if (want == circuit::WantValue::Yes)
                                      out.push_back(std::move(best.value));
                                    return out;
                                  });
  BestShares out;
  if (results.empty()) return out;
  out.places = std::move(results[0]);
  if (want == circuit::WantValue::Yes) out.numbers = std::move(results[1]);
  return out;
}

}  // namespace privet::protocol
