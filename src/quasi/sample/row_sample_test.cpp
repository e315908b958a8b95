// SPDX-License-Identifier: Apache-2.0
#include "quasi/sample/row_sample.h"

#include <gtest/gtest.h>

#include <cmath>

#include "quasi/sample/draw.h"
#include "quasi/search/find.h"
#include "quasi/search/mask.h"
#include "tests/support/quasi_tables.h"

namespace privet::quasi {
namespace {

std::vector<std::string> row_of(const Codes& codes, RowId row) {
  std::vector<std::string> out;
  for (std::size_t c = 0; c < codes.columns(); ++c)
    out.push_back(std::to_string(codes.column(c)[row]));
  return out;
}

TEST(RowSample, KeepsAllRowsWhileTheyAreFew) {
  RowSample sample(2, [](std::uint64_t) { return 10; }, 1);
  for (int i = 0; i < 7; ++i) sample.add(std::vector<std::string>{std::to_string(i), "a,\"b\n"});
  EXPECT_EQ(sample.rows_seen(), 7U);
  const Codes codes = sample.take();
  EXPECT_EQ(codes.rows(), 7U);
  EXPECT_EQ(codes.limit(0), 7U);
  EXPECT_EQ(codes.limit(1), 1U);
}

// Every row is kept equally often, wherever it comes in the stream, and also after a merge.
TEST(RowSample, IsUniform) {
  constexpr int kRuns = 4000;
  constexpr int kRows = 300;
  constexpr int kSize = 6;
  for (const bool merged : {false, true}) {
    std::vector<std::uint64_t> kept(3, 0);  // by third of the stream
    for (int run = 0; run < kRuns; ++run) {
      const auto seed = static_cast<std::uint64_t>(run);
      RowSample sample(3, [](std::uint64_t) { return kSize; }, 2 * seed);
      RowSample other(3, [](std::uint64_t) { return kSize; }, 2 * seed + 1);
      for (int i = 0; i < kRows; ++i) {
        // Column t has one value in third t, and each row its own elsewhere.
        std::vector<std::string> row(3, std::to_string(i));
        row[static_cast<std::size_t>(i / 100)] = "same";
        (merged && i >= 200 ? other : sample).add(row);
      }
      if (merged) sample.merge(std::move(other));
      EXPECT_EQ(sample.rows_seen(), 300U);
      const Codes codes = sample.take();
      ASSERT_EQ(codes.rows(), 6U);
      // A third that gave r > 0 rows has 6 - r + 1 values; one that gave none has 6, as one that
      // gave 1.
      for (std::size_t t = 0; t < 3; ++t) kept[t] += 6 - codes.limit(t);
    }
    // max(r - 1, 0), where r is hypergeometric with mean 2, has mean 1 + P(r = 0) = 1.0857.
    for (std::size_t t = 0; t < 3; ++t) {
      EXPECT_NEAR(static_cast<double>(kept[t]), kRuns * 1.0857, 250) << t;
    }
  }
}

TEST(RowSample, MemoryStaysNearTheSquareRoot) {
  const auto root = [](std::uint64_t n) {
    return static_cast<std::uint64_t>(std::ceil(4 * std::sqrt(static_cast<double>(n))));
  };
  RowSample sample(1, root, 3);
  std::size_t most = 0;
  for (int i = 0; i < 200000; ++i) {
    sample.add(std::vector<std::string>{std::to_string(i)});
    most = std::max(most, sample.rows_kept());
  }
  EXPECT_LE(most, 2 * root(200000) + 65);
  const Codes codes = sample.take();
  EXPECT_EQ(codes.rows(), root(200000));
  EXPECT_EQ(codes.limit(0), codes.rows());  // no row twice
}

TEST(RowSample, PairsFromASampleAreIndependentPairsOfThePopulation) {
  // In a population of 6 rows the 15 pairs must be equally frequent, also for the second pair given
  // the first.
  Sampler sampler(8);
  std::vector<int> same(3, 0);
  constexpr int kRuns = 30000;
  for (int run = 0; run < kRuns; ++run) {
    const auto pairs = draw_pairs_from_sample(6, 4, 2, sampler);
    ASSERT_EQ(pairs.size(), 2U);
    int common = 0;
    for (const RowId a : {pairs[0].first, pairs[0].second}) {
      common += a == pairs[1].first || a == pairs[1].second ? 1 : 0;
    }
    ASSERT_NE(pairs[1].first, pairs[1].second);
    same[static_cast<std::size_t>(common)] += 1;
  }
  EXPECT_NEAR(same[0], kRuns * 6.0 / 15, 400);
  EXPECT_NEAR(same[1], kRuns * 8.0 / 15, 400);
  EXPECT_NEAR(same[2], kRuns * 1.0 / 15, 250);
}

// What is promised of a stream holds for the table it came from.
TEST(RowSample, StreamsKeepThePromises) {
  const privet::Run run(nullptr, nullptr, 1);
  const Codes table = testing_support::random_codes(6000, 6, 12, 5);
  const std::vector<FindOptions> kinds{
      {.kind = FindKind::Separation, .epsilon = 0.02, .sampling = Sampling::Rows},
      {.kind = FindKind::Separation, .epsilon = 0.02},
      {.kind = FindKind::Distinct, .epsilon = 0.5},
      {.kind = FindKind::BetaSeparation, .epsilon = 0.4, .beta = 0.9}};
  for (const auto& options : kinds) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      RowSample sample(6, [&](std::uint64_t n) { return find_sample(6, n, options); }, seed);
      for (RowId r = 0; r < table.rows(); ++r) sample.add(row_of(table, r));
      const Codes rows = sample.take();
      ASSERT_LT(rows.rows(), table.rows());
      const Finding found = find(rows, table.rows(), options, run);
      EXPECT_FALSE(found.ratios.has_value());
      if (!found.reached) continue;  // the sample had identical rows, and said so
      EXPECT_EQ(found.sample.size, found.sample.wanted);
      const Ratios exact = measure(table, found.columns, run);
      if (options.kind == FindKind::Separation) {
        EXPECT_GE(exact.separation(), 0.98);
      }
      if (options.kind == FindKind::BetaSeparation) {
        EXPECT_GE(exact.separation(), 0.54);
      }
    }
  }
  const MaskOptions masking{.beta = 0.9, .sample = 1000};
  RowSample sample(6, [&](std::uint64_t) { return mask_sample(masking); }, 2);
  for (RowId r = 0; r < table.rows(); ++r) sample.add(row_of(table, r));
  const Masking answer = mask(sample.take(), table.rows(), masking, run);
  EXPECT_FALSE(answer.publish.empty());
  EXPECT_LE(measure(table, answer.publish, run).separation(), 0.9);
}

}  // namespace
}  // namespace privet::quasi
