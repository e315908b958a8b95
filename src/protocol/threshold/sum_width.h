// SPDX-License-Identifier: Apache-2.0
// Bits of the sum of one number from each party, after a look whether the own numbers keep to what
// was agreed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace privet::protocol {

// Throws Error{Usage} if a number has more than `bits`; takes the same time wherever it lies.
void require_bits(std::span<const std::uint64_t> values, unsigned bits);

// Throws Error{Usage} also if the sum might have more than 63 bits.
[[nodiscard]] unsigned sum_width(std::span<const std::uint64_t> values, unsigned bits,
                                 std::size_t parties);

}  // namespace privet::protocol
