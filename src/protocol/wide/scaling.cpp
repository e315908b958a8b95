// SPDX-License-Identifier: Apache-2.0
#include "protocol/wide/scaling.h"

#include <string>

#include "base/error.h"

namespace privet::protocol {

using protocol_only::raw;

wide::Factor wide::Factor::ratio(const Wide& numerator, const Wide& denominator) {
  auto [whole, rest] = divide(numerator, denominator);
  // Long division goes on behind the point.
  Wide fraction;
  for (unsigned i = Wide::kBits; i-- > 0;) {
    rest = rest << 1U;
    const auto difference = rest - denominator;
    if (difference.bit(Wide::kBits - 1) != 0) continue;
    rest = difference;
    fraction += Wide::power_of_two(i);
  }
  return {whole, fraction};
}

namespace detail {

std::vector<Wide> scaled_shares(std::span<const Wide> shares, const Wide& moved, unsigned bits,
                                const wide::Factor& factor) {
  std::vector<Wide> out(shares.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto share = cut(shares[i] + moved, bits);
    out[i] = cut(factor.whole * shares[i] + high_product(share, factor.fraction), bits);
  }
  return out;
}

Wide scaled_halves(unsigned halves, unsigned bits, const wide::Factor& factor) {
  return high_product(Wide(halves) << (bits - 1), factor.fraction);
}

}  // namespace detail

namespace {

void check_room(unsigned bits, unsigned magnitude, std::size_t batch) {
  PRIVET_CHECK(bits <= kWidestRing);
  const auto needed = magnitude + 1 + mask_spare(batch);
  if (needed > bits) {
    throw Error(ErrorCode::Usage,
                std::to_string(batch) + " numbers of " + std::to_string(magnitude) +
                    " bits and a sign cannot be scaled alone in a ring of " + std::to_string(bits) +
                    " bits: " + std::to_string(needed) + " are needed, or the circuit's scaling");
  }
}

}  // namespace

SharedWides scale_alone(circuit::Side own, const SharedWides& shared, unsigned bits,
                        unsigned magnitude, const wide::Factor& factor) {
  const auto& shares = raw(shared);
  check_room(bits, magnitude, shares.size());
  if (own == circuit::Side::Second) {
    return SharedWides(detail::scaled_shares(shares, Wide(), bits, factor));
  }
  // Moved up by 2^magnitude the number is not negative, and its shares exceed it by 2^bits.
  const auto moved = Wide::power_of_two(magnitude);
  auto out = detail::scaled_shares(shares, moved, bits, factor);
  const auto excess = high_product(Wide::power_of_two(bits) + moved, factor.fraction);
  for (auto& share : out) share = cut(share - excess, bits);
  return SharedWides(std::move(out));
}

WrappedPair wrapping_shares(const Wide& number, unsigned bits, unsigned magnitude,
                            std::size_t batch, crypto::Randomness& randomness) {
  check_room(bits, magnitude, batch);
  Wide first;
  // As good as always once: what is below 2^(magnitude + 1) is not taken.
  do {
    for (auto& word : first.words) word = randomness.u64();
    first = cut(first, bits);
  } while ((first >> (magnitude + 1)) == Wide());
  first = cut(first - Wide::power_of_two(magnitude), bits);
  return {first, cut(number - first, bits)};
}

}  // namespace privet::protocol
