// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/kernel_attack.h"

#include <gtest/gtest.h>

#include "base/sampling.h"

namespace privet::mining {
namespace {

Matrix whole_numbers(std::size_t rows, std::span<const std::size_t> values, std::uint64_t seed) {
  Sampler sampler(seed);
  Matrix out{rows, values.size(), {}};
  for (std::size_t r = 0; r < rows; ++r) {
    for (const auto count : values) out.cells.push_back(static_cast<double>(sampler.below(count)));
  }
  return out;
}

// With one equation missing, a column of two values gives all others away.
TEST(KernelAttack, WholeNumbersAreFoundWithOneEquationMissing) {
  const std::vector<std::size_t> values{2, 60, 5, 100};
  const auto x = whole_numbers(120, values, 1);
  const auto result = attack_kernel(
      x, {.kernel_rows = 3, .seed = 4, .known_rows = 20, .most_rows = 40}, privet::Run());
  EXPECT_EQ(result.attacked, 40U);
  EXPECT_EQ(result.found, 40U);
  EXPECT_EQ(result.wrong, 0U);
  EXPECT_EQ(result.guesses, 2);
}

// Four bits have sixteen sums: one equation tells them all. Numbers without steps cannot be tried.
TEST(KernelAttack, BitsAreFoundWithOneEquationNumbersWithoutStepsNot) {
  const std::vector<std::size_t> values{2, 2, 2, 2};
  const auto few = attack_kernel(whole_numbers(60, values, 2),
                                 {.kernel_rows = 1, .seed = 1, .known_rows = 20}, privet::Run());
  EXPECT_EQ(few.found, few.attacked);  // sixteen rows have sixteen sums
  Sampler sampler(3);
  Matrix x{60, 3, {}};
  for (std::size_t i = 0; i < 180; ++i) x.cells.push_back(sampler.normal());
  const auto none = attack_kernel(
      x, {.kernel_rows = 2, .seed = 1, .known_rows = 20, .most_guesses = 1000}, privet::Run());
  EXPECT_EQ(none.found, 0U);
  EXPECT_GT(none.guesses, 1000);
}

// Who has seen no difference in a column takes it for one of two values, and is wrong or finds
// nothing.
TEST(KernelAttack, WithoutKnownRowsLittleIsFound) {
  const std::vector<std::size_t> values{7, 60, 5};
  const auto x = whole_numbers(100, values, 5);
  const auto blind =
      attack_kernel(x, {.kernel_rows = 2, .seed = 2, .known_rows = 0}, privet::Run());
  const auto seeing =
      attack_kernel(x, {.kernel_rows = 2, .seed = 2, .known_rows = 10}, privet::Run());
  EXPECT_LT(blind.found, seeing.found);
  EXPECT_EQ(seeing.found, seeing.attacked);
}

}  // namespace
}  // namespace privet::mining
