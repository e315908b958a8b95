// SPDX-License-Identifier: Apache-2.0
#include "quasi/sample/pair_sample.h"

#include <bit>

#include "base/thread_pool.h"

namespace privet::quasi {

PairSample::PairSample(const Codes& codes, std::span<const RowPair> pairs, const Run& run)
    : size_(pairs.size()), separated_(codes.columns()) {
  run.pool().parallel_for(codes.columns(), [&](std::size_t c) {
    run.check_cancelled();
    const auto column = codes.column(c);
    auto& bits = separated_[c];
    bits.assign((pairs.size() + 63) / 64, 0);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const std::uint64_t differ = column[pairs[i].first] != column[pairs[i].second] ? 1U : 0U;
      bits[i / 64] |= differ << (i % 64);
    }
  });
}

std::uint64_t PairSample::count(std::span<const std::size_t> columns) const {
  std::uint64_t out = 0;
  for (std::size_t word = 0; word < (size_ + 63) / 64; ++word) {
    std::uint64_t bits = 0;
    for (const std::size_t c : columns) bits |= separated_[c][word];
    out += static_cast<std::uint64_t>(std::popcount(bits));
  }
  return out;
}

}  // namespace privet::quasi
