// SPDX-License-Identifier: Apache-2.0
#include "protocol/union/row_block.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/codec.h"

namespace privet::protocol::unions {

void write_row(std::string_view row, std::span<std::byte> block) {
  PRIVET_CHECK(block.size() >= kRowHeader && row.size() <= block.size() - kRowHeader);
  std::ranges::fill(block, std::byte{0});
  const auto length = static_cast<std::uint32_t>(row.size());
  std::memcpy(block.data(), &length, sizeof(length));
  if (!row.empty()) std::memcpy(block.data() + kRowHeader, row.data(), row.size());
}

void write_no_row(std::span<std::byte> block) {
  std::ranges::fill(block, std::byte{0xff});
}

std::optional<std::string> read_row(std::span<const std::byte> block) {
  PRIVET_CHECK(block.size() >= kRowHeader);
  ByteReader reader(block);
  const auto length = reader.get<std::uint32_t>();
  const auto zero = reader.get<std::uint32_t>();
  if (zero != 0 || length > reader.left()) return std::nullopt;
  const auto content = reader.get_bytes(length);
  const auto rest = reader.get_bytes(reader.left());
  if (std::ranges::any_of(rest, [](std::byte byte) { return byte != std::byte{0}; })) {
    return std::nullopt;
  }
  std::string out(length, '\0');
  if (length > 0) std::memcpy(out.data(), content.data(), length);
  return out;
}

}  // namespace privet::protocol::unions
