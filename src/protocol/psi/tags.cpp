// SPDX-License-Identifier: Apache-2.0
#include "protocol/psi/tags.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <vector>

#include "base/error.h"

namespace privet::protocol::psi {
namespace {

constexpr int kBucketLog = 8;  // 2^8: about this many tags in a bucket

std::uint64_t ones(std::size_t bytes) {
  if (bytes == 0) return 0;
  return ~std::uint64_t{0} >> (64 - 8 * std::min<std::size_t>(bytes, 8));
}

}  // namespace

crypto::SecretVector<Tag> sorted_tags(std::span<const crypto::Block> outputs, std::size_t size) {
  PRIVET_CHECK(size > 0 && size <= kLargestTag);
  // Into buckets by the leading bits, which are uniform; then each bucket, which is small.
  const auto low = ones(size);
  const auto high = static_cast<std::uint32_t>(ones(size > 8 ? size - 8 : 0));
  const auto bucket_bits =
      std::max(0, static_cast<int>(std::bit_width(outputs.size())) - kBucketLog);
  const auto bits = 8 * std::min<std::size_t>(size, 8);
  const auto bucket_of = [&](std::uint64_t word) {
    return bucket_bits == 0 ? 0 : (word & low) >> (bits - static_cast<std::size_t>(bucket_bits));
  };
  std::vector<std::size_t> starts((std::size_t{1} << bucket_bits) + 1);
  for (const auto& output : outputs) ++starts[bucket_of(output.low) + 1];
  for (std::size_t b = 1; b < starts.size(); ++b) starts[b] += starts[b - 1];
  crypto::SecretVector<Tag> tags(outputs.size());
  auto next = starts;
  for (std::uint32_t row = 0; row < outputs.size(); ++row) {
    const auto& output = outputs[row];
    tags[next[bucket_of(output.low)]++] = {output.low & low,
                                           static_cast<std::uint32_t>(output.high) & high, row};
  }
  for (std::size_t b = 0; b + 1 < starts.size(); ++b) {
    const auto bucket = std::span(tags).subspan(starts[b], starts[b + 1] - starts[b]);
    std::ranges::sort(bucket, [](const Tag& x, const Tag& y) { return x < y; });
  }
  return tags;
}

void write_tag(const Tag& tag, std::span<std::byte> bytes) {
  std::array<std::byte, sizeof(Tag)> all{};
  std::memcpy(all.data(), &tag, sizeof(Tag));
  std::copy_n(all.begin(), bytes.size(), bytes.begin());
}

Tag read_tag(std::span<const std::byte> bytes) {
  std::array<std::byte, sizeof(Tag)> all{};
  std::ranges::copy(bytes, all.begin());
  Tag out;
  std::memcpy(&out, all.data(), sizeof(Tag));
  return out;
}

}  // namespace privet::protocol::psi
