// SPDX-License-Identifier: Apache-2.0
#include "anonymize/local/class_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/sampling.h"

namespace privet {
namespace {

// Columns of few and of many values: the second shares rows.
Table random_table(Sampler& sampler, std::size_t rows) {
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    cells.push_back({std::to_string(sampler.below(40)), std::to_string(sampler.below(5000)),
                     std::string(1, static_cast<char>('a' + sampler.below(5)))});
  }
  return make_table({"age", "income", "job"}, cells);
}

TEST(ClassBounds, NeverAboveTheCostAndNearIt) {
  Sampler sampler(3);
  const Table table = random_table(sampler, 900);
  std::vector<AttributeOrder> orders;
  std::vector<ExtentLoss> losses;
  for (const Column& column : table.all()) orders.emplace_back(column, nullptr);
  for (const AttributeOrder& order : orders) losses.emplace_back(order, 0.5);
  constexpr std::size_t kClasses = 37;
  ClassBounds bounds(orders, losses);
  bounds.resize(kClasses);
  std::vector<std::vector<Extent>> extents(kClasses);
  std::vector<std::size_t> sizes(kClasses, 0);
  std::vector<double> own(kClasses, 0);
  for (int step = 0; step < 400; ++step) {
    const std::size_t cls = sampler.below(kClasses);
    sizes[cls] = sampler.below(9);
    extents[cls].clear();
    own[cls] = 0;
    for (std::size_t a = 0; a < losses.size(); ++a) {
      const auto low = static_cast<std::uint32_t>(sampler.below(orders[a].size()));
      const auto most = std::min<std::uint64_t>(orders[a].size() - low, 12);
      extents[cls].push_back({low, low + static_cast<std::uint32_t>(sampler.below(most))});
      own[cls] += losses[a](extents[cls].back());
    }
    bounds.put(cls, extents[cls], sizes[cls], own[cls]);
    std::vector<std::uint32_t> record;
    for (const AttributeOrder& order : orders) {
      record.push_back(static_cast<std::uint32_t>(sampler.below(order.size())));
    }
    const auto least = bounds.least_costs(record.data());
    ASSERT_EQ(least.size(), kClasses);
    for (std::size_t c = 0; c < kClasses; ++c) {
      if (sizes[c] == 0) {
        EXPECT_TRUE(std::isinf(least[c]));
        continue;
      }
      double joint = 0;
      for (std::size_t a = 0; a < losses.size(); ++a) {
        joint += losses[a](
            {std::min(extents[c][a].low, record[a]), std::max(extents[c][a].high, record[a])});
      }
      const auto size = static_cast<double>(sizes[c]);
      const double cost = (size + 1) * joint - size * own[c];
      EXPECT_LE(least[c], cost);
      EXPECT_GE(least[c], cost - 0.01 * (size + 1));  // what sharing rows may lose
    }
  }
}

}  // namespace
}  // namespace privet
