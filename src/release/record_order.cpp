// SPDX-License-Identifier: Apache-2.0
#include "release/record_order.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "base/os_random.h"
#include "base/shuffle.h"

namespace privet {
namespace {

// Numbers from the kernel, many at a time.
class KernelDice {
 public:
  // Uniform below `bound`, which is not 0: numbers beyond the largest multiple are drawn again.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t limit = std::numeric_limits<std::uint64_t>::max() / bound * bound;
    std::uint64_t number = next();
    while (number >= limit) number = next();
    return number % bound;
  }

 private:
  std::uint64_t next() {
    if (at_ == numbers_.size()) {
      os_random(std::as_writable_bytes(std::span(numbers_)));
      at_ = 0;
    }
    return numbers_[at_++];
  }

  std::array<std::uint64_t, 1024> numbers_ = {};
  std::size_t at_ = numbers_.size();
};

}  // namespace

RecordOrder random_order(std::size_t records) {
  RecordOrder out(records);
  std::iota(out.begin(), out.end(), 0U);
  KernelDice dice;
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
