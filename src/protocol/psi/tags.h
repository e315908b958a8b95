// SPDX-License-Identifier: Apache-2.0
// Tags: outputs of the oblivious function, cut to as many bytes as comparing needs, in ascending
// order. What they stand for is known to nobody who lacks the function's value there, so their
// order says nothing of the items.
#pragma once

#include <cstdint>
#include <span>

#include "crypto/block.h"
#include "crypto/secret_vector.h"

namespace privet::protocol::psi {

inline constexpr std::size_t kLargestTag = 12;  // bytes

struct Tag {
  std::uint64_t low = 0;  // with `high` the bytes of the tag, the first lowest
  std::uint32_t high = 0;
  std::uint32_t row = 0;  // of the set; not sent

  friend bool operator<(const Tag& a, const Tag& b) {
    return a.low != b.low ? a.low < b.low : a.high < b.high;
  }
  [[nodiscard]] bool same(const Tag& other) const { return low == other.low && high == other.high; }
};

// Requires size <= kLargestTag.
[[nodiscard]] crypto::SecretVector<Tag> sorted_tags(std::span<const crypto::Block> outputs,
                                                    std::size_t size);
void write_tag(const Tag& tag, std::span<std::byte> bytes);
[[nodiscard]] Tag read_tag(std::span<const std::byte> bytes);

}  // namespace privet::protocol::psi
