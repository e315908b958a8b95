// SPDX-License-Identifier: Apache-2.0
#include "perturb/coding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/sampling.h"

namespace privet {
namespace {

std::vector<std::string> texts(const Column& column) {
  std::vector<std::string> out;
  for (RowId r = 0; r < column.codes.size(); ++r) out.emplace_back(column.text(r));
  return out;
}

TEST(Coding, EndsBecomeTheirBounds) {
  const Column age = make_column("age", {"17", "?", "18.0", "40", "90", "93.5", "104"});
  EXPECT_EQ(texts(code_ends(age, 18, 90)),
            (std::vector<std::string>{"18", "?", "18.0", "40", "90", "90", "90"}));
  EXPECT_EQ(texts(code_ends(age, {}, 89.5)),
            (std::vector<std::string>{"17", "?", "18.0", "40", "89.5", "89.5", "89.5"}));
  EXPECT_EQ(texts(code_ends(age, 20, {}))[0], "20");
  EXPECT_EQ(code_ends(age, 18, 90).type(), ColumnType::Numeric);
}

TEST(Coding, RoundsToTheNearestMultiple) {
  const Column pay = make_column("pay", {"1234", "1250", "-1250", "0", "?", "49.99"});
  EXPECT_EQ(texts(round_values(pay, 100, 0)),
            (std::vector<std::string>{"1200", "1300", "-1300", "0", "?", "0"}));
  const Column small = make_column("x", {"0.12", "0.13", "1e-3"});
  EXPECT_EQ(texts(round_values(small, 0.05, 2)), (std::vector<std::string>{"0.1", "0.15", "0"}));
}

// By definition: a multiple, and none is nearer.
TEST(Coding, NoMultipleIsNearer) {
  Sampler sampler(4);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> values;
    for (int i = 0; i < 20; ++i) values.push_back(std::to_string(1000 * (sampler.unit() - 0.5)));
    const auto base = static_cast<double>(1 + sampler.below(50));
    const Column column = make_column("x", values);
    const Column rounded = round_values(column, base, 0);
    for (RowId r = 0; r < values.size(); ++r) {
      const double now = rounded.number(r);
      EXPECT_EQ(std::fmod(now, base), 0);
      EXPECT_LE(std::abs(now - column.number(r)), std::abs(now - base - column.number(r)));
      EXPECT_LE(std::abs(now - column.number(r)), std::abs(now + base - column.number(r)));
    }
  }
}

}  // namespace
}  // namespace privet
