// SPDX-License-Identifier: Apache-2.0
#include "release/record_order.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "base/random_source.h"
#include "base/shuffle.h"

namespace privet {
RecordOrder random_order(std::size_t records) {
  RecordOrder out(records);
  std::iota(out.begin(), out.end(), 0U);
  KernelRandom dice;
  shuffle_by(std::span(out), dice);
  return out;
}

std::string why_not_shuffled(std::span<const std::uint32_t> order, std::size_t records) {
  if (order.size() != records) {
    return fmt::format("{} places are known for {} records", order.size(), records);
  }
  std::vector<bool> seen(records);
  for (const std::uint32_t original : order) {
    if (original >= records) return fmt::format("there is no record {}", original + 1ULL);
    if (seen[original]) return fmt::format("record {} is there twice", original + 1ULL);
    seen[original] = true;
  }
  constexpr std::size_t kTooMany = 25;
  std::size_t neighbours = 0;
  for (std::size_t i = 1; i < records; ++i) {
    const std::uint32_t here = order[i];
    const std::uint32_t before = order[i - 1];
    if (here == before + 1ULL || before == here + 1ULL) ++neighbours;
  }
  if (neighbours >= kTooMany) {
    return fmt::format("{} records still follow their neighbours", neighbours);
  }
  return {};
}

}  // namespace privet
