// SPDX-License-Identifier: Apache-2.0
// Perturbations as they are made pass the guard, and each lie about them is refused.
#include <gtest/gtest.h>

#include "base/error.h"
#include "perturb/coding.h"
#include "perturb/noise.h"
#include "perturb/pram.h"
#include "perturb/rank_swap.h"
#include "publish/guard.h"
#include "tests/support/seeded_random.h"

namespace privet {
namespace {

using testing_support::SeededRandom;
using Kind = Perturbation::Kind;

Column ages(std::size_t count) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back(std::to_string(20 + i * 7 % 61));
  texts.emplace_back("?");
  return make_column("age", texts);
}

// Why the guard refuses this column; empty if it does not.
std::string refusal(const Column& shown, const Column& original, const Perturbation& how) {
  const Table table({shown});
  const std::vector<PerturbedColumn> perturbed{{0, how, std::make_shared<const Column>(original)}};
  try {
    guard_perturbation(table, perturbed);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Internal);
    return error.message();
  }
  return "";
}

// The column with another text in one record.
Column lie(const Column& column, RowId row, const std::string& text) {
  std::vector<std::string> texts;
  for (RowId r = 0; r < column.codes.size(); ++r) texts.emplace_back(column.text(r));
  texts[row] = text;
  return make_column(column.name, texts);
}

TEST(GuardPerturbed, CodingAndRoundingToTheDigit) {
  const Column original = ages(100);
  const Perturbation coding{.kind = Kind::Coding, .bottom = 25, .top = 70};
  const Column coded = code_ends(original, 25, 70);
  EXPECT_EQ(refusal(coded, original, coding), "");
  EXPECT_NE(refusal(lie(coded, 0, "24"), original, coding), "");
  EXPECT_NE(refusal(lie(coded, 1, "28"), original, coding), "");  // 27 in the original
  EXPECT_NE(refusal(lie(coded, 1, "27.0"), original, coding), "");
  EXPECT_NE(refusal(lie(coded, 100, "30"), original, coding), "");  // was missing
  EXPECT_NE(refusal(original, original, coding), "");
  const Perturbation rounding{.kind = Kind::Rounding, .base = 10};
  const Column rounded = round_values(original, 10, 0);
  EXPECT_EQ(refusal(rounded, original, rounding), "");
  EXPECT_NE(refusal(lie(rounded, 0, "30"), original, rounding), "");
  EXPECT_NE(refusal(lie(rounded, 0, "21"), original, rounding), "");
  EXPECT_NE(refusal(lie(rounded, 0, "?"), original, rounding), "");
}

TEST(GuardPerturbed, SwapsKeepValuesAndRanks) {
  const Column original = ages(200);
  const Perturbation how{.kind = Kind::RankSwap, .percent = 10};
  SeededRandom random(1);
  for (int round = 0; round < 50; ++round) {
    EXPECT_EQ(refusal(swap_ranks(original, 10, random), original, how), "");
  }
  EXPECT_NE(refusal(lie(original, 0, "21"), original, how).find("no longer"), std::string::npos);
  Column far = original;  // the smallest and the largest
  const auto largest = std::max_element(far.codes.begin(), far.codes.end());
  std::swap(far.codes[0], *largest);
  EXPECT_NE(refusal(far, original, how).find("rank"), std::string::npos);
}

TEST(GuardPerturbed, NoiseAndPramWithinBounds) {
  const Column original = ages(3000);
  SeededRandom random(2);
  const Perturbation noise{.kind = Kind::Noise, .deviation = 3};
  const auto noisy = add_noise(std::vector<NoisyColumn>{{&original, 3}}, false, random);
  EXPECT_EQ(refusal(noisy[0], original, noise), "");
  EXPECT_NE(refusal(original, original, noise).find("variance"), std::string::npos);
  EXPECT_NE(refusal(lie(noisy[0], 0, "900"), original, noise).find("too far"), std::string::npos);
  const Perturbation larger{.kind = Kind::Noise, .deviation = 6};
  EXPECT_NE(refusal(noisy[0], original, larger), "");
  const TransitionMatrix matrix = retention_matrix(original, 0.8);
  const Perturbation pram{.kind = Kind::Pram, .matrix = matrix};
  EXPECT_EQ(refusal(randomise(original, matrix, random), original, pram), "");
  EXPECT_NE(refusal(original, original, pram).find("were kept"), std::string::npos);
  EXPECT_NE(refusal(lie(original, 0, "nobody"), original, pram).find("does not allow"),
            std::string::npos);
}

}  // namespace
}  // namespace privet
