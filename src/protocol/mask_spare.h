// SPDX-License-Identifier: Apache-2.0
// How many bits a mask over the integers must have more than what it hides.
// Idea: a uniform mask of s more bits leaves a distance of 2^-s from uniform for each number that
// it hides, and the distances of a batch add up. So a batch of n gets 40 + log2 n bits, and 2^-40
// is the distance of all of it.
#pragma once

#include <bit>
#include <cstddef>

namespace privet::protocol {

inline constexpr unsigned kMaskSecurity = 40;

// For each of a batch of `values`.
[[nodiscard]] constexpr unsigned mask_spare(std::size_t values) noexcept {
  return kMaskSecurity + (values > 1 ? static_cast<unsigned>(std::bit_width(values - 1)) : 0);
}
static_assert(mask_spare(1) == 40 && mask_spare(2) == 41 && mask_spare(1'000'000) == 60);

}  // namespace privet::protocol
