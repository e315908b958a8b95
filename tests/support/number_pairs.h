// SPDX-License-Identifier: Apache-2.0
// Pairs of 64-bit numbers on which operations on shared numbers are checked lane by lane.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "base/sampling.h"

namespace privet::testing_support {

struct NumberPairs {
  std::vector<std::uint64_t> x, y;
};

// All pairs of the edge values, and `more` random ones.
inline NumberPairs number_pairs(std::size_t more, std::uint64_t seed) {
  Sampler sampler(seed);
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63U;
  const std::vector<std::uint64_t> edges{
      0, 1, 2, kHalf - 1, kHalf, kHalf + 1, ~std::uint64_t{0} - 1, ~std::uint64_t{0}};
  NumberPairs out;
  for (const auto x : edges) {
    for (const auto y : edges) {
      out.x.push_back(x);
      out.y.push_back(y);
    }
  }
  for (std::size_t i = 0; i < more; ++i) {
    out.x.push_back(sampler() >> (sampler() % 64));
    out.y.push_back(i % 3 == 0 ? out.x.back() : sampler() >> (sampler() % 64));
  }
  return out;
}

template <class Plain>
void expect_lanes(const NumberPairs& in, const std::vector<std::uint64_t>& got, Plain plain) {
  ASSERT_EQ(got.size(), in.x.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i], plain(in.x[i], in.y[i])) << in.x[i] << " and " << in.y[i];
  }
}

}  // namespace privet::testing_support
