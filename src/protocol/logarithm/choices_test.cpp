// SPDX-License-Identifier: Apache-2.0
// What the precision of a logarithm is for: which attribute a decision tree splits by. The error of
// ln x is multiplied by x in x ln x, so rough logarithms choose otherwise than the exact one.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
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

// The attribute that leaves the least entropy of the class, with logarithms from a table.
std::size_t choice(const Table& table, const std::vector<double>& ln) {
  const auto term = [&](std::uint64_t x) { return static_cast<double>(x) * ln.at(x); };
  std::array<double, kAttributes> left{};
  for (std::size_t a = 0; a < kAttributes; ++a) {
    const auto& n = table.at(a);
    for (const std::size_t value : {0U, 2U}) {
      left.at(a) += term(n.at(value) + n.at(value + 1)) - term(n.at(value)) - term(n.at(value + 1));
    }
  }
  return static_cast<std::size_t>(std::ranges::min_element(left) - left.begin());
}

std::vector<double> by_series(unsigned terms) {
  const TaylorShape shape{kBits, terms};
  std::vector<double> out;
  for (const auto& value : testing_support::in_the_clear(shape, all_of(kBits))) {
    out.push_back(static_cast<double>(to_real(value) / to_real(shape.scale())));
  }
  return out;
}

TEST(Logarithms, RoughOnesChooseAnotherSplit) {
  const auto x = all_of(kBits);
  circuit::ClearContext context;
  std::vector<double> exact;
  std::vector<double> coarse;
  std::vector<double> by_circuit;
  const auto log2 = context.open(circuit::coarse_log2(context, context.input(x, kBits)));
  const auto ln = context.open(circuit::logarithm(context, context.input(x, kBits), {kBits, 15}));
  for (std::size_t i = 0; i < x.size(); ++i) {
    exact.push_back(i == 0 ? 0 : std::log(static_cast<double>(i)));
    coarse.push_back(static_cast<double>(log2[i]) / 16 * std::numbers::ln2);
    by_circuit.push_back(std::ldexp(static_cast<double>(ln[i]), -15));
  }
  const std::vector<std::vector<double>> ways{coarse,       by_series(3), by_series(4),
                                              by_series(5), by_series(8), by_circuit};
  Sampler sampler(1);
  std::vector<int> wrong(ways.size());
  for (int i = 0; i < 300; ++i) {
    const auto table = random_table(sampler);
    const auto right = choice(table, exact);
    for (std::size_t w = 0; w < ways.size(); ++w) wrong[w] += choice(table, ways[w]) != right;
  }
  EXPECT_GT(wrong[0], 40);  // the coarse one: every fifth time or so
  EXPECT_GT(wrong[1], 2);   // three terms: now and then
  EXPECT_LT(wrong[1], 30);
  EXPECT_LT(wrong[2], wrong[1]);
  // Then only where two attributes are as good as equal.
  for (std::size_t w = 2; w < ways.size(); ++w) EXPECT_LE(wrong[w], 2) << w;
  EXPECT_EQ(wrong.back(), 0);
}

}  // namespace
}  // namespace privet::protocol
