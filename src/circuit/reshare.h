// SPDX-License-Identifier: Apache-2.0
// Sums and differences modulo any number, so that a circuit can take additive shares in, and give
// additive shares of its result out: in = add_modulo(share, share), out = subtract_modulo(result,
// mask of the party that keeps the mask as its share).
// Cost, in AND gates for w bits: about 3 w; modulo 2^w about w.
#pragma once

#include <bit>
#include <cstdint>

#include "circuit/arithmetic.h"
#include "circuit/compare.h"

namespace privet::circuit {

// The numbers 0 .. modulus - 1; modulus 0 stands for 2^64.
struct Ring {
  std::uint64_t modulus = 0;

  [[nodiscard]] unsigned bits() const {
    return modulus == 0 ? 64 : static_cast<unsigned>(std::bit_width(modulus - 1));
  }
  [[nodiscard]] bool power_of_two() const { return modulus == 0 || std::has_single_bit(modulus); }
};

// Both numbers must be below the modulus and ring.bits() wide.
template <BooleanContext C>
[[nodiscard]] Word<C> add_modulo(C& context, const Word<C>& x, const Word<C>& y, Ring ring) {
  PRIVET_CHECK(x.bits() == ring.bits());
  if (ring.power_of_two()) return add(context, x, y);
  const auto sum = add_wide(context, x, y);
  const auto modulus = constant(context, ring.modulus, sum.bits(), x.lanes());
  const auto [reduced, too_large] = subtract_with_order(context, sum, modulus);
  return choose(context, too_large, reduced, sum).slice(0, ring.bits());
}

template <BooleanContext C>
[[nodiscard]] Word<C> subtract_modulo(C& context, const Word<C>& x, const Word<C>& y, Ring ring) {
  PRIVET_CHECK(x.bits() == ring.bits());
  if (ring.power_of_two()) return subtract(context, x, y);
  const auto [difference, in_order] = subtract_with_order(context, x, y);
  // Add the modulus back where x was smaller; being public, its product with a bit needs no gate.
  const auto smaller = negation(context, in_order);
  auto back = constant(context, 0, x.bits(), x.lanes());
  for (std::size_t i = 0; i < x.bits(); ++i) {
    if (((ring.modulus >> i) & 1U) != 0) std::ranges::copy(smaller.all(), back.bit(i).begin());
  }
  return add(context, difference, back);
}

}  // namespace privet::circuit
