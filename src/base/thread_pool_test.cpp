// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace privet {
namespace {

TEST(ThreadPool, VisitsEachIndexOnce) {
  ThreadPool pool(4);
  std::vector<std::atomic<int>> visits(10000);
  pool.parallel_for(visits.size(), [&](std::size_t i) { ++visits[i]; });
  for (const auto& count : visits) ASSERT_EQ(count.load(), 1);
}

TEST(ThreadPool, RangesCoverEverything) {
  ThreadPool pool(3);
  std::atomic<std::size_t> sum{0};
  pool.parallel_ranges(1001, 100, [&](std::size_t begin, std::size_t end) { sum += end - begin; });
  EXPECT_EQ(sum.load(), 1001U);
}

TEST(ThreadPool, NestedLoopsFinish) {
  ThreadPool pool(2);
  std::atomic<int> count{0};
  pool.parallel_for(8, [&](std::size_t) { pool.parallel_for(8, [&](std::size_t) { ++count; }); });
  EXPECT_EQ(count.load(), 64);
}

TEST(ThreadPool, RethrowsTheFirstErrorAndGoesOn) {
  ThreadPool pool(3);
  for (int round = 0; round < 50; ++round) {
    EXPECT_THROW(pool.parallel_for(100,
                                   [](std::size_t i) {
                                     if (i % 10 == 3) throw std::runtime_error("stop");
                                   }),
                 std::runtime_error);
  }
  std::atomic<int> count{0};
  pool.parallel_for(10, [&](std::size_t) { ++count; });
  EXPECT_EQ(count.load(), 10);
}

}  // namespace
}  // namespace privet
