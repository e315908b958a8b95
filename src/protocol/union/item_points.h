// SPDX-License-Identifier: Apache-2.0
// Rows as group elements and back: equal rows are the same elements, whoever writes them.
// Reference: Koblitz, "Elliptic curve cryptosystems" (1987), section 3, for trying until a point is
// met; Luby and Rackoff (SIAM J. Comput. 1988) for the four rounds.
// Idea: a row's block (row_block.h) is first scrambled by a permutation that all parties of a run
// know, so that rows which have a part in common have no element in common, and elements are as
// random ones. Then each 30 bytes become bytes 1 to 30 of an element; byte 0 is the first even
// number that makes it one.
// Cost: one element for rows up to 22 bytes and one more for each 30; four tries each on average.
// Security: the number of tries depends on the row and on the run's seed, which other programs do
// not know. A random element is taken for a row once in 2^60.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace privet::protocol::unions {

using RunSeed = std::array<std::byte, 32>;

// How many elements a row of at most this many bytes becomes.
[[nodiscard]] std::size_t points_of_row(std::size_t row_bytes);

// `out`: 32 bytes for each element. Requires the row to fit.
void write_item(std::string_view row, const RunSeed& seed, std::span<std::byte> out);
// Nothing if the elements are not a row.
[[nodiscard]] std::optional<std::string> read_item(std::span<const std::byte> points,
                                                   const RunSeed& seed);

}  // namespace privet::protocol::unions
