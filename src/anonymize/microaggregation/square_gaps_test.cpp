// SPDX-License-Identifier: Apache-2.0
#include "anonymize/microaggregation/square_gaps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/sampling.h"

namespace privet {
namespace {

TEST(SquareGaps, AreThoseOfAPlainLoopToTheLastBit) {
  Sampler sampler(4);
  for (const std::size_t count : {1U, 3U, 4U, 15U, 16U, 17U, 1001U}) {
    std::vector<double> column;
    for (std::size_t i = 0; i < count; ++i) column.push_back(sampler.unit() * 100 - 50);
    std::vector<double> found(count, 0.25);
    std::vector<double> wanted = found;
    const double at = sampler.unit();
    add_square_gaps(found, column.data(), at);
    for (std::size_t i = 0; i < count; ++i) wanted[i] += (column[i] - at) * (column[i] - at);
    EXPECT_EQ(found, wanted);
    EXPECT_EQ(largest(column), *std::max_element(column.begin(), column.end()));
  }
}

}  // namespace
}  // namespace privet
