// SPDX-License-Identifier: Apache-2.0
#include "risk/suda.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>

#include "base/sampling.h"

namespace privet {
namespace {

struct Naive {
  std::vector<std::vector<unsigned>> msus;  // [row] sets of columns as masks
};

bool agree(const Table& table, unsigned mask, std::size_t a, std::size_t b) {
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const auto& column = table.column(static_cast<AttributeId>(c));
    if ((mask >> c & 1U) != 0 && column.codes[a] != column.codes[b]) return false;
  }
  return true;
}

// By definition: every set of columns, every pair of records.
Naive by_definition(const Table& table, std::size_t columns, const std::vector<int>& persons) {
  Naive out;
  out.msus.resize(table.rows());
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const auto unique = [&](unsigned mask) {
      for (std::size_t other = 0; other < table.rows(); ++other) {
        if (persons[other] != persons[r] && agree(table, mask, r, other)) return false;
      }
      return true;
    };
    for (unsigned mask = 1; mask < 1U << columns; ++mask) {
      if (!unique(mask)) continue;
      bool minimal = true;
      for (std::size_t c = 0; c < columns; ++c) {
        if ((mask >> c & 1U) != 0 && mask != 1U << c && unique(mask & ~(1U << c))) minimal = false;
      }
      if (minimal) out.msus[r].push_back(mask);
    }
  }
  return out;
}

double factorial(std::size_t n) {
  return n == 0 ? 1 : static_cast<double>(n) * factorial(n - 1);
}

void compare(std::uint64_t seed, bool with_persons) {
  Sampler sampler(seed);
  const std::size_t columns = 1 + sampler.below(5);
  const std::size_t rows = 2 + sampler.below(25);
  const std::size_t values = 2 + sampler.below(4);
  std::vector<std::string> names;
  for (std::size_t c = 0; c < columns; ++c) names.push_back("c" + std::to_string(c));
  names.emplace_back("who");
  std::vector<std::vector<std::string>> cells;
  std::vector<int> persons;
  for (std::size_t r = 0; r < rows; ++r) {
    auto& row = cells.emplace_back();
    for (std::size_t c = 0; c < columns; ++c) row.push_back(std::to_string(sampler.below(values)));
    persons.push_back(with_persons ? static_cast<int>(sampler.below(rows / 2 + 1))
                                   : static_cast<int>(r));
    row.push_back("p" + std::to_string(persons.back()));
  }
  const Table table = make_table(names, cells);
  std::vector<AttributeId> quasi;
  for (std::size_t c = 0; c < columns; ++c) quasi.push_back(static_cast<AttributeId>(c));
  SudaOptions options;
  if (with_persons) options.person = &table.column(static_cast<AttributeId>(columns));
  const SudaResult result = find_special_uniques(table, quasi, options, privet::Run());
  const Naive naive = by_definition(table, columns, persons);
  for (std::size_t r = 0; r < rows; ++r) {
    double score = 0;
    std::size_t smallest = 0;
    for (const unsigned mask : naive.msus[r]) {
      const auto size = static_cast<std::size_t>(std::popcount(mask));
      score += factorial(columns - size);
      smallest = smallest == 0 ? size : std::min(smallest, size);
    }
    ASSERT_EQ(result.records[r].msus, naive.msus[r].size()) << seed << " row " << r;
    ASSERT_EQ(result.records[r].smallest, smallest);
    ASSERT_DOUBLE_EQ(result.records[r].score, score);
    ASSERT_EQ(result.records[r].dis_score, 0);
  }
}

TEST(Suda, FindsWhatEverySubsetShows) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) compare(seed, false);
}

TEST(Suda, CountsPersonsWhereRecordsShareThem) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) compare(seed, true);
}

// Four columns; the last record is alone by {d}, by {a, b}; with c it is never needed.
TEST(Suda, ScoresManyAndSmallSetsHigher) {
  const Table table = make_table(
      {"a", "b", "c", "d"},
      {{"0", "0", "0", "0"}, {"0", "1", "0", "0"}, {"1", "0", "0", "0"}, {"1", "1", "0", "1"}});
  const std::vector<AttributeId> all{0, 1, 2, 3};
  const SudaResult result = find_special_uniques(table, all, {}, privet::Run());
  EXPECT_EQ(result.records[3].msus, 2U);
  EXPECT_EQ(result.records[3].smallest, 1U);
  EXPECT_DOUBLE_EQ(result.records[3].score, 6 + 2);  // 3! of {d}, 2! of {a, b}
  EXPECT_EQ(result.msus_of_size[0], 1U);
  EXPECT_EQ(result.unique_records, 4U);
  EXPECT_EQ(result.special_records, 4U);
  EXPECT_EQ(result.contributions[2], 0);
  // No set larger than one: (4 - 1) of {d}.
  const SudaResult one = find_special_uniques(table, all, {.largest = 1}, privet::Run());
  EXPECT_DOUBLE_EQ(one.records[3].score, 3);
  EXPECT_EQ(one.records[0].msus, 0U);
}

TEST(Suda, SpreadsTheChanceOfAMatchOverTheRecords) {
  const Table table =
      make_table({"a", "b"}, {{"0", "0"}, {"0", "1"}, {"1", "0"}, {"2", "2"}, {"2", "2"}});
  const std::vector<AttributeId> all{0, 1};
  const SudaResult result =
      find_special_uniques(table, all, {.sampling_fraction = 0.25}, privet::Run());
  // Three unique, one pair: 3/4 / (3/4 + 2 * 3/4) = 1/3.
  EXPECT_NEAR(result.dis.value(), 1.0 / 3, 1e-12);
  // Scores: {a, b} of the first is 1; {b} of the second and {a} of the third are 1 each.
  const double power = 1.3;
  double sum = 0;
  for (const std::size_t r : {0, 1, 2}) sum += std::pow(result.records[r].score, -power);
  for (const std::size_t r : {0, 1, 2}) {
    const double weight = std::pow(result.records[r].score, power) * sum;
    EXPECT_NEAR(result.records[r].dis_score, 1 / (1 + 3 * 2 / weight), 1e-12);
  }
  EXPECT_EQ(result.records[3].dis_score, 0);
}

}  // namespace
}  // namespace privet
