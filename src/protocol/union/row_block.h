// SPDX-License-Identifier: Apache-2.0
// Rows of any length within blocks of one length, so that lengths on the wire tell nothing.
// A block is the row's length (u32), four zero bytes, the row, zeros. What does not read so is no
// row: the filling of places that have none.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace privet::protocol::unions {

inline constexpr std::size_t kRowHeader = 8;

// Requires the block to have room.
void write_row(std::string_view row, std::span<std::byte> block);
void write_no_row(std::span<std::byte> block);
[[nodiscard]] std::optional<std::string> read_row(std::span<const std::byte> block);

}  // namespace privet::protocol::unions
