// SPDX-License-Identifier: Apache-2.0
// Arithmetic in GF(2^64): polynomials over bits, modulo x^64 + x^4 + x^3 + x + 1. Addition is XOR;
// bit i of a number is the coefficient of x^i. A block stands for two elements.
// Idea: two kernels, the processor's carry-less multiplication and a portable loop over bits;
// PRIVET_KERNEL=portable in the environment asks for the second, as for AES.
// Reference: Gueron and Kounavis, "Intel carry-less multiplication instruction and its usage for
// computing the GCM mode" (2010), for the reduction by two more multiplications.
// Security: no table look-ups and no branches on data in either kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "crypto/block.h"

namespace privet::crypto {

enum class Gf64Kernel { Portable, Clmul };

[[nodiscard]] bool runs_here(Gf64Kernel kernel) noexcept;
// The fastest that runs here, unless the environment asks for the portable one.
[[nodiscard]] Gf64Kernel best_gf64_kernel();

// a times x.
[[nodiscard]] constexpr std::uint64_t gf64_double(std::uint64_t a) noexcept {
  return (a << 1U) ^ ((std::uint64_t{0} - (a >> 63U)) & 0x1bU);
}
[[nodiscard]] constexpr Block gf64_double(Block a) noexcept {
  return {gf64_double(a.low), gf64_double(a.high)};
}

// For single elements; the time does not depend on them.
[[nodiscard]] std::uint64_t gf64_multiply(std::uint64_t a, std::uint64_t b);
// a^(2^64 - 2): the inverse of a, and 0 for 0.
[[nodiscard]] std::uint64_t gf64_inverse(std::uint64_t a);

// The value at each point p of the polynomial without a constant, added to the sum there:
// p coefficients[0] + p^2 coefficients[1] + ... Requires as many sums as points.
void gf64_add_powers(std::span<Block> sums, std::span<const std::uint64_t> points,
                     std::span<const Block> coefficients,
                     Gf64Kernel kernel = best_gf64_kernel()) noexcept;
void gf64_add_powers(std::span<std::uint64_t> sums, std::span<const std::uint64_t> points,
                     std::span<const std::uint64_t> coefficients,
                     Gf64Kernel kernel = best_gf64_kernel()) noexcept;

// Adds to each sum the products of `terms` public factors with the values at as many public places:
// sums[i] += factors[i terms + j] values[places[i terms + j]] over j < terms. Time and addresses
// depend on factors and places, not on values.
void gf64_add_products(std::span<Block> sums, std::size_t terms,
                       std::span<const std::uint64_t> factors,
                       std::span<const std::uint32_t> places, std::span<const Block> values,
                       Gf64Kernel kernel = best_gf64_kernel()) noexcept;
void gf64_add_products(std::span<std::uint64_t> sums, std::size_t terms,
                       std::span<const std::uint64_t> factors,
                       std::span<const std::uint32_t> places, std::span<const std::uint64_t> values,
                       Gf64Kernel kernel = best_gf64_kernel()) noexcept;

}  // namespace privet::crypto
