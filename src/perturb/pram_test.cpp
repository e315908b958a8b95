// SPDX-License-Identifier: Apache-2.0
#include "perturb/pram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/error.h"
#include "tests/support/seeded_random.h"

namespace privet {
namespace {

using testing_support::SeededRandom;

// 60 a, 30 b, 10 c, and one that is missing; times `copies`.
Column letters(std::size_t copies) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < copies; ++i) {
    for (int j = 0; j < 100; ++j) texts.emplace_back(j < 60 ? "a" : j < 90 ? "b" : "c");
    texts.emplace_back("?");
  }
  return make_column("x", texts);
}

TEST(Pram, RetentionKeepsOrChoosesAnyOther) {
  const TransitionMatrix matrix = retention_matrix(letters(1), 0.7);
  EXPECT_EQ(matrix.values, (std::vector<std::string>{"a", "b", "c"}));
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_DOUBLE_EQ(matrix.rows[i][k], i == k ? 0.7 : 0.15);
  }
}

TEST(Pram, InvariantMatricesKeepTheFrequencies) {
  const Column column = letters(1);
  const std::vector<double> share{60, 30, 10};
  TransitionMatrix odd = retention_matrix(column, 0.5);
  odd.rows = {{0.5, 0.5, 0}, {0.1, 0.2, 0.7}, {0, 0.4, 0.6}};
  for (const auto& matrix : {retention_matrix(column, 0.7), odd}) {
    const TransitionMatrix invariant = make_invariant(matrix, column);
    for (std::size_t k = 0; k < 3; ++k) {
      double expected = 0;
      double sum = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        expected += share[i] * invariant.rows[i][k];
        sum += invariant.rows[k][i];
      }
      EXPECT_NEAR(expected, share[k], 1e-9);
      EXPECT_NEAR(sum, 1, 1e-12);
    }
  }
}

// Every entry of the matrix is met: counts are binomial, and five deviations wide.
TEST(Pram, DrawsByTheMatrix) {
  const Column before = letters(2000);
  const TransitionMatrix matrix = make_invariant(retention_matrix(before, 0.6), before);
  SeededRandom random(13);
  const Column after = randomise(before, matrix, random);
  std::map<std::pair<std::string_view, std::string_view>, double> moves;
  std::map<std::string_view, double> from;
  for (RowId r = 0; r < before.codes.size(); ++r) {
    if (before.missing(r)) {
      EXPECT_EQ(after.text(r), "?");
      continue;
    }
    ++moves[{before.text(r), after.text(r)}];
    ++from[before.text(r)];
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double n = from[matrix.values[i]];
      const double p = matrix.rows[i][k];
      EXPECT_NEAR((moves[{matrix.values[i], matrix.values[k]}]), n * p,
                  5 * std::sqrt(n * p * (1 - p)));
    }
  }
}

TEST(Pram, NeverDrawsWhatTheMatrixForbids) {
  const Column before = letters(50);
  TransitionMatrix matrix{.values = {"a", "b", "c", "new"},
                          .rows = {{0, 1, 0, 0}, {0.5, 0, 0, 0.5}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
  SeededRandom random(14);
  const Column after = randomise(before, matrix, random);
  for (RowId r = 0; r < before.codes.size(); ++r) {
    if (before.missing(r)) continue;
    const bool either = after.text(r) == "a" || after.text(r) == "new";
    const bool sound = before.text(r) == "a"   ? after.text(r) == "b"
                       : before.text(r) == "b" ? either
                                               : after.text(r) == "c";
    EXPECT_TRUE(sound) << before.text(r) << " became " << after.text(r);
  }
}

std::string refusal(const Table& matrix) {
  try {
    (void)read_matrix(matrix, "m.csv", letters(1));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Pram, ReadsMatrices) {
  const Table good =
      make_table({"value", "a", "b", "c"},
                 {{"a", "0.8", "0.1", "0.1"}, {"b", "0", "1", "0"}, {"c", "0.5", "0.25", "0.25"}});
  const TransitionMatrix matrix = read_matrix(good, "m.csv", letters(1));
  EXPECT_EQ(matrix.rows[2], (std::vector<double>{0.5, 0.25, 0.25}));
  EXPECT_EQ(refusal(make_table({"value", "a", "b"}, {{"a", "1", "0"}, {"b", "0", "1"}})),
            "m.csv: the matrix has no row for 'c', a value of column 'x'");
  EXPECT_EQ(refusal(make_table({"value", "a", "b"}, {{"a", "0.5", "0.4"}, {"b", "0", "1"}})),
            "m.csv:2: the probabilities of 'a' add up to 0.9, not to 1");
  EXPECT_EQ(refusal(make_table({"value", "b", "a"}, {{"a", "1", "0"}, {"b", "0", "1"}})),
            "m.csv:2: row 1 is of 'a', and column 2 of 'b'; they need the same order");
  EXPECT_NE(refusal(make_table({"value", "a"}, {{"a", "1"}, {"b", "1"}})).find("3 columns"),
            std::string::npos);
  EXPECT_EQ(refusal(make_table({"value", "a", "b"}, {{"a", "1", "x"}, {"b", "0", "1"}})),
            "m.csv:2: column 3 needs a probability from 0 to 1");
}

TEST(Pram, NeedsTwoValues) {
  EXPECT_THROW((void)retention_matrix(make_column("x", {"a", "a", "?"}), 0.5), Error);
}

}  // namespace
}  // namespace privet
