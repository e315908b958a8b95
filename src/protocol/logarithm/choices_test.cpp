// SPDX-License-Identifier: Apache-2.0
// What the precision of a logarithm is for: which attribute a decision tree splits by, and which
// structure a Bayes net gets. The error of ln x is multiplied by x in x ln x, so rough logarithms
// choose otherwise than the exact one.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "base/sampling.h"
#include "tests/support/clear_taylor.h"

namespace privet::protocol {
namespace {

using testing_support::all_of;

constexpr unsigned kBits = 13;
constexpr std::size_t kAttributes = 6;
using Table = std::array<std::array<std::uint64_t, 4>, kAttributes>;  // counts of value and class

// Up to 5,000 records with a class and six attributes of two values that depend on it, more or
// less.
Table random_table(Sampler& sampler) {
  Table out{};
  const auto records = 500 + sampler.below(4500);
  for (auto& counts : out) {
    const auto often = 300 + sampler.below(400);  // of a thousand
    const auto turn = sampler.below(250);
    for (std::uint64_t i = 0; i < records; ++i) {
      const auto label = i % 2;
      const auto bound = label == 0 ? often - turn : often + turn;
      ++counts.at((sampler.below(1000) < bound ? 2U : 0U) + label);
    }
  }
  return out;
}

// What every attribute leaves unknown of the class, with logarithms from a table.
std::array<double, kAttributes> left_unknown(const Table& table, const std::vector<double>& ln) {
  const auto term = [&](std::uint64_t x) { return static_cast<double>(x) * ln.at(x); };
  std::array<double, kAttributes> left{};
  for (std::size_t a = 0; a < kAttributes; ++a) {
    const auto& n = table.at(a);
    for (const std::size_t value : {0U, 2U}) {
      left.at(a) += term(n.at(value) + n.at(value + 1)) - term(n.at(value)) - term(n.at(value + 1));
    }
  }
  return left;
}

std::size_t least(const std::array<double, kAttributes>& left) {
  return static_cast<std::size_t>(std::ranges::min_element(left) - left.begin());
}

// By how much the best attribute is better than the next.
double gap(std::array<double, kAttributes> left) {
  std::ranges::sort(left);
  return left[1] - left[0];
}

std::uint64_t records(const Table& table) {
  return std::accumulate(table[0].begin(), table[0].end(), std::uint64_t{0});
}

// The largest error of a logarithm among all numbers.
double largest_error(const std::vector<double>& ln, const std::vector<double>& exact) {
  double out = 0;
  for (std::size_t i = 0; i < ln.size(); ++i) out = std::max(out, std::abs(ln[i] - exact[i]));
  return out;
}

std::vector<double> by_series(unsigned terms) {
  const TaylorShape shape{kBits, terms};
  std::vector<double> out;
  for (const auto& value : testing_support::in_the_clear(shape, all_of(kBits))) {
    out.push_back(static_cast<double>(to_real(value) / to_real(shape.scale())));
  }
  return out;
}

// Logarithms of all numbers of this many bits, in every way; the exact one first.
enum Way : std::size_t { Exact, Coarse, Three, Four, Five, Eight, Circuit, Ways };

std::vector<std::vector<double>> all_ways() {
  const auto x = all_of(kBits);
  circuit::ClearContext context;
  const auto log2 = context.open(circuit::coarse_log2(context, context.input(x, kBits)));
  const auto ln = context.open(circuit::logarithm(context, context.input(x, kBits), {kBits, 15}));
  std::vector<std::vector<double>> out(Ways);
  for (std::size_t i = 0; i < x.size(); ++i) {
    out[Exact].push_back(i == 0 ? 0 : std::log(static_cast<double>(i)));
    out[Coarse].push_back(static_cast<double>(log2[i]) / 16 * std::numbers::ln2);
    out[Circuit].push_back(std::ldexp(static_cast<double>(ln[i]), -15));
  }
  out[Three] = by_series(3);
  out[Four] = by_series(4);
  out[Five] = by_series(5);
  out[Eight] = by_series(8);
  return out;
}

// What an attribute leaves unknown is a sum of x ln x over branches, less that over their classes:
// the x of both add up to the records. So a logarithm that is off by at most e gives a sum that is
// off by at most 2 e times the records, and two attributes are surely told apart if they differ by
// more than twice that. Where they differ by less, any logarithm but the exact one may choose
// otherwise; how often it does depends on the tables, not on the logarithm. Hence a tree is exact
// for all data only in units in which equal sums are equal (mining/numbers/log_units.h), and
// otherwise on data whose smallest difference is above the bound. (Of these 300 tables the series
// of four terms chooses otherwise on two: on one the best attribute is better by 4.14 of 38.5 that
// its error allows, on the other by 0.021 of 15.5; there even eight terms fail, whose bound is
// 0.52.)
TEST(Logarithms, ChooseTheSplitThatIsBetterByMoreThanTheirError) {
  const auto ways = all_ways();
  std::array<double, Ways> error{};
  for (std::size_t w = 0; w < Ways; ++w) error.at(w) = largest_error(ways[w], ways[Exact]);
  // The series is worst at the end of its range, x = 3/2 times a power of two: the paper's 0.0112,
  // 0.0044 and 0.0018 are these numbers, rounded.
  for (const auto& [way, bound] :
       {std::pair(Coarse, 0.1486 * std::numbers::ln2), std::pair(Three, 0.011202),
        std::pair(Four, 0.004424), std::pair(Five, 0.001827), std::pair(Circuit, 1.0 / 32768)}) {
    EXPECT_LE(error.at(way), bound) << way;
  }
  Sampler sampler(1);
  std::array<int, Ways> sure{};
  std::array<int, Ways> wrong{};
  for (int i = 0; i < 300; ++i) {
    const auto table = random_table(sampler);
    const auto exact = left_unknown(table, ways[Exact]);
    for (std::size_t w = 0; w < Ways; ++w) {
      const bool same = least(left_unknown(table, ways[w])) == least(exact);
      wrong.at(w) += same ? 0 : 1;
      if (gap(exact) <= 4 * error.at(w) * static_cast<double>(records(table))) continue;
      ++sure.at(w);
      EXPECT_TRUE(same) << "way " << w << ", table " << i << ": better by " << gap(exact);
    }
  }
  // The bound says something of fine logarithms, and rough ones do choose otherwise below it.
  EXPECT_GT(sure[Circuit], sure[Three]);
  EXPECT_GT(sure[Circuit], 200);
  EXPECT_GT(wrong[Coarse], 0);
  EXPECT_GT(wrong[Three], 0);
}

constexpr unsigned kFields = 6;
using Histogram = std::array<std::uint64_t, 1U << kFields>;  // of records, a bit for each field
using Parents = std::array<unsigned, kFields>;               // sets, as bits

// Up to 4,000 records, every field depending on up to two before it.
Histogram random_records(Sampler& sampler) {
  Parents parents{};
  std::array<std::array<std::uint64_t, 1U << kFields>, kFields> often{};  // of a thousand
  for (unsigned field = 0; field < kFields; ++field) {
    for (auto& value : often.at(field)) value = 200 + sampler.below(600);
    for (auto more = sampler.below(3); field > 0 && more > 0; --more) {
      parents.at(field) |= 1U << sampler.below(field);
    }
  }
  Histogram out{};
  for (auto records = 500 + sampler.below(3500); records > 0; --records) {
    unsigned record = 0;
    for (unsigned field = 0; field < kFields; ++field) {
      const auto bound = often.at(field).at(record & parents.at(field));
      if (sampler.below(1000) < bound) record |= 1U << field;
    }
    ++out.at(record);
  }
  return out;
}

// Cooper and Herskovits' score of a field with these parents, in logarithms.
double score(const Histogram& records, unsigned field, unsigned parents,
             const std::vector<double>& ln_factorial) {
  std::array<std::array<std::uint64_t, 2>, 1U << kFields> counts{};
  for (unsigned record = 0; record < records.size(); ++record) {
    counts.at(record & parents).at((record >> field) & 1U) += records.at(record);
  }
  double out = 0;
  for (const auto& [no, yes] : counts) {
    out += ln_factorial.at(no) + ln_factorial.at(yes) - ln_factorial.at(no + yes + 1);
  }
  return out;
}

// K2: parents from the fields before, one after the other while they help, two at most.
Parents structure(const Histogram& records, const std::vector<double>& ln_factorial) {
  Parents out{};
  for (unsigned field = 0; field < kFields; ++field) {
    auto& parents = out.at(field);
    double best = score(records, field, parents, ln_factorial);
    for (int step = 0; step < 2; ++step) {
      auto better = parents;
      for (unsigned other = 0; other < field; ++other) {
        const auto tried = parents | (1U << other);
        const auto value = score(records, field, tried, ln_factorial);
        if (value > best) {
          best = value;
          better = tried;
        }
      }
      parents = better;
    }
  }
  return out;
}

// The same for scores of structures, whose differences are not known beforehand: here that coarse
// ones fail, and that fine ones are not seen to.
TEST(Logarithms, RoughOnesFindAnotherStructure) {
  auto ways = all_ways();
  for (auto& way : ways) std::partial_sum(way.begin(), way.end(), way.begin());
  Sampler sampler(2);
  std::array<int, Ways> wrong{};
  for (int i = 0; i < 100; ++i) {
    const auto records = random_records(sampler);
    const auto right = structure(records, ways[Exact]);
    for (std::size_t w = 0; w < Ways; ++w) {
      wrong.at(w) += structure(records, ways[w]) != right ? 1 : 0;
    }
  }
  EXPECT_GT(wrong[Coarse], 60);
  EXPECT_GT(wrong[Three], 5);
  EXPECT_LT(wrong[Three], 40);
  EXPECT_LT(wrong[Four], wrong[Three]);
  EXPECT_EQ(wrong[Eight], 0);
  EXPECT_EQ(wrong[Circuit], 0);
}

}  // namespace
}  // namespace privet::protocol
