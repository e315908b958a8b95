// SPDX-License-Identifier: Apache-2.0
// A shared number times a public one that is not an integer: shares of the rounded product.
// Reference: Ryger, Kardes, Wright, "On the Lindell-Pinkas secure computation of logarithms"
// (2008), section 4 (scale) and section 5 (scale_alone). The paper takes shared numbers for 0 .. m
// - 1; here they are in two's complement, and negative ones come out right. Idea: each party
// multiplies its own share and rounds. What is missing is the factor's fraction times m for every m
// by which the shares exceed the number. With m / 2 added, the number lies in 0 .. m - 1, and the
// shares exceed it by m or not at all: a circuit of one comparison gives shares of that bit, which
// the parties multiply themselves. For numbers much smaller than m no circuit is needed: shares
// exceed them except for one batch in 2^40, or always if they were made so. Cost in a ring of w
// bits: scale 2 w AND gates for each number; scale_alone no message at all. Precision: off by less
// than 3/2. Adversary: semi-honest. Discloses: scale a uniform number for each, to the second
// party, in the ledger; scale_alone nothing. Security: that of the context. Threads: one at a time.
#pragma once

#include <span>
#include <vector>

#include "crypto/randomness.h"
#include "protocol/mask_spare.h"
#include "protocol/raw_share.h"
#include "protocol/wide/sharing.h"

namespace privet::protocol {

// Rings of 2^64 to 2^255: three halves of a ring still fit in a number.
inline constexpr unsigned kWidestRing = Wide::kBits - 1;

// ln 2 times 2^256, rounded down.
inline constexpr Wide kLn2({0x8a0d175b8baafa2bULL, 0x40f343267298b62dULL, 0xc9e3b39803f2f6afULL,
                            0xb17217f7d1cf79abULL});

// whole + fraction / 2^256, not negative.
namespace wide {

struct Factor {
  Wide whole;
  Wide fraction;

  // Exact to 2^-256; the denominator below 2^255 and not zero.
  [[nodiscard]] static Factor ratio(const Wide& numerator, const Wide& denominator);
};

}  // namespace wide

using SharedWides = Shared<std::vector<Wide>>;

namespace detail {

// What a party makes of its own share, itself moved by `moved`.
[[nodiscard]] std::vector<Wide> scaled_shares(std::span<const Wide> shares, const Wide& moved,
                                              unsigned bits, const wide::Factor& factor);
// The factor's fraction times halves 2^(bits - 1), rounded.
[[nodiscard]] Wide scaled_halves(unsigned halves, unsigned bits, const wide::Factor& factor);

}  // namespace detail

// `shares`: this party's, modulo 2^bits. The two results add up, modulo 2^bits, to the number times
// the factor, which must fit too.
template <class C>
[[nodiscard]] SharedWides scale(C& context, const SharedWides& shared, unsigned bits,
                                const wide::Factor& factor) {
  PRIVET_CHECK(bits >= 2 && bits <= kWidestRing);
  const auto& shares = protocol_only::raw(shared);
  if (shares.empty()) return {};
  const bool first = context.end().own == circuit::Side::First;
  const auto half = Wide::power_of_two(bits - 1);
  auto out = detail::scaled_shares(shares, first ? half : Wide(), bits, factor);
  std::vector<Wide> moved(shares.begin(), shares.end());
  for (auto& share : moved) share = cut(first ? share + half : share, bits);
  // x + y >= 2^w means that y exceeds the complement of x.
  const auto exceeds = piecewise_wide(context, std::span<const Wide>(moved), bits, bits,
                                      [](C& c, const auto& x, const auto& y) {
                                        const auto complement = circuit::negation(c, x);
                                        return std::vector{circuit::less(c, complement, y)};
                                      });
  const auto without = detail::scaled_halves(1, bits, factor);
  const auto with = detail::scaled_halves(3, bits, factor);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (first) out[i] -= without;
    out[i] = cut(out[i] - (with - without) * exceeds[0][i], bits);
  }
  return SharedWides(std::move(out));
}

// The same for numbers of which it is known that they are at least -2^magnitude and below
// 2^magnitude, without a word to the other party. Throws Error{Usage} if the ring has not
// mask_spare(shares.size()) + 1 bits more than that (protocol/mask_spare.h). Shares that are
// uniform, or come from a protocol whose masks are, give a wrong result with a probability of 2^-40
// for the whole batch; those of wrapping_shares() never do.
[[nodiscard]] SharedWides scale_alone(circuit::Side own, const SharedWides& shared, unsigned bits,
                                      unsigned magnitude, const wide::Factor& factor);

struct WrappedPair {
  Wide first;
  Wide second;
};
// Shares of a number, in two's complement, that surely exceed it: the first is drawn from all but
// 2^(magnitude + 1) of the 2^bits numbers. So either share of one number and that of another have
// distributions that differ by 2^-40 at most, for all `batch` numbers of the same kind together,
// instead of not at all. Throws Error{Usage} as scale_alone() does.
[[nodiscard]] WrappedPair wrapping_shares(const Wide& number, unsigned bits, unsigned magnitude,
                                          std::size_t batch, crypto::Randomness& randomness);

}  // namespace privet::protocol
