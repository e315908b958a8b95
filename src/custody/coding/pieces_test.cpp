// SPDX-License-Identifier: Apache-2.0
#include "custody/coding/pieces.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "custody/coding/numeric_coding.h"
#include "mining/tree/training_rows.h"
#include "tests/support/class_labels.h"
#include "tests/support/custody_tables.h"

namespace privet::custody {
namespace {

Domain domain_of(const Table& table, AttributeId column, AttributeId class_column) {
  return active_domain(table.column(column), mining::class_column(table, class_column).labels);
}

TEST(Domain, TellsMonochromaticValues) {
  const Table table = testing_support::figure_7();
  const Domain domain = domain_of(table, 0, 1);
  EXPECT_EQ(domain.values, (std::vector<double>{1, 2, 15, 27, 28, 29, 42, 43, 44}));
  EXPECT_EQ(domain.labels, testing_support::class_labels({0, 0, 0, 1, 1, kMixed, 0, 0, 0}));
  const Grid grid = grid_of(domain, table.column(0));
  EXPECT_EQ(grid.width, 44U);
  EXPECT_EQ(grid.discontinuities, 35U);
  EXPECT_EQ(grid.decimals, 0);
}

TEST(Domain, OneNumberInTwoTextsIsOneValue) {
  const Table table =
      make_table({"v", "class"}, {{"7", "a"}, {"7.0", "b"}, {"8.25", "a"}, {"?", "b"}, {"9", "?"}});
  const Domain domain = domain_of(table, 0, 1);
  EXPECT_EQ(domain.values, (std::vector<double>{7, 8.25, 9}));
  EXPECT_EQ(domain.labels, testing_support::class_labels({kMixed, 0, kMixed}));
  EXPECT_EQ(grid_of(domain, table.column(0)).decimals, 2);
  EXPECT_EQ(grid_of(domain, table.column(0)).width, 201U);
}

TEST(Domain, ExponentsBeyondAllWordsHaveManyDecimals) {
  const Table table = make_table({"v", "class"}, {{"0e-2147483648", "a"}, {"1", "b"}});
  EXPECT_EQ(grid_of(domain_of(table, 0, 1), table.column(0)).decimals, 15);
}

TEST(Domain, RefusesWhatHasNoDouble) {
  const auto table = make_table({"a", "b", "c", "d"},
                                {{"9007199254740993", "1", "inf", "1e17"}, {"1", "2", "2", "2"}});
  EXPECT_THROW(check_numbers(table.column(0)), Error);
  EXPECT_NO_THROW(check_numbers(table.column(1)));
  EXPECT_THROW(check_numbers(table.column(2)), Error);
  EXPECT_NO_THROW(check_numbers(table.column(3)));
  EXPECT_THROW(check_numbers(make_column("v", {"1e999", "2"})), Error);
  EXPECT_NO_THROW(check_numbers(make_column("v", {"inf", "2", "many"})));
}

// Section 5.2: the breakpoints of Figure 7 are 1, 27, 29 and 42.
TEST(ChooseMaxMp, FindsThePiecesOfFigure7) {
  const Domain domain = domain_of(testing_support::figure_7(), 0, 1);
  Dice dice(Sampler(1));
  EXPECT_EQ(pure_runs(domain, 0, 1, dice),
            (std::vector<Piece>{{0, 3, true}, {3, 5, true}, {5, 6, false}, {6, 9, true}}));
  EXPECT_EQ(pure_runs(domain, 0, 3, dice),
            (std::vector<Piece>{{0, 3, true}, {3, 6, false}, {6, 9, true}}));
  // Two more breakpoints fit into the mixed piece, however many are asked for.
  EXPECT_EQ(pure_runs(domain, 100, 3, dice),
            (std::vector<Piece>{
                {0, 3, true}, {3, 4, false}, {4, 5, false}, {5, 6, false}, {6, 9, true}}));
  const auto share = monochromatic_share(domain, 3);
  EXPECT_EQ(share.pieces, 2U);
  EXPECT_EQ(share.values, 6U);
  EXPECT_EQ(share.average(), 3.0);
}

TEST(ChooseBp, BreaksAtAsManyRandomValues) {
  const Domain domain = domain_of(testing_support::figure_7(), 0, 1);
  std::set<std::vector<std::size_t>> seen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Dice dice{Sampler(seed)};
    const auto pieces = random_breaks(domain, 3, dice);
    ASSERT_EQ(pieces.size(), 4U);
    std::vector<std::size_t> starts;
    std::size_t at = 0;
    for (const Piece& piece : pieces) {
      ASSERT_EQ(piece.begin, at);
      ASSERT_LT(piece.begin, piece.end);
      starts.push_back(piece.begin);
      at = piece.end;
    }
    EXPECT_EQ(at, domain.size());
    seen.insert(starts);
  }
  EXPECT_GT(seen.size(), 45U);  // of 56
  Dice dice(Sampler(1));
  EXPECT_EQ(random_breaks(domain, 100, dice).size(), domain.size());
}

TEST(Functions, RiseFromZeroToOne) {
  for (const Family family : {Family::Linear, Family::Polynomial, Family::Log, Family::SqrtLog}) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Dice dice{Sampler(seed)};
      const Function function = draw_function(std::vector{family}, dice);
      EXPECT_EQ(evaluate(function, 0), 0);
      EXPECT_NEAR(evaluate(function, 1), 1, 1e-12);
      for (int i = 0; i < 100; ++i) {
        EXPECT_LT(evaluate(function, i / 100.0), evaluate(function, (i + 1) / 100.0));
      }
    }
  }
}

TEST(NumericCoding, WritesTheShortestDecimal) {
  EXPECT_EQ(text_of(1250, 2), "12.5");
  EXPECT_EQ(text_of(-1205, 3), "-1.205");
  EXPECT_EQ(text_of(-5, 4), "-0.0005");
  EXPECT_EQ(text_of(300, 2), "3");
  EXPECT_EQ(text_of(0, 4), "0");
  EXPECT_EQ(value_of(1250, 2), 12.5);
}

// What a coding promises, over random domains: different values, each changed, more than 1e-5
// apart, pieces in order (or all reversed), mixed pieces in the same direction.
TEST(NumericCoding, KeepsItsPromises) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Sampler sampler(seed);
    Dice dice{Sampler(seed)};
    Domain domain;
    const double scale = std::vector{1.0, 0.01, 1e-7, 1e6, 1e200}[sampler.below(5)];
    double at = (static_cast<double>(sampler.below(2000)) - 500) * scale;
    const std::size_t size = 1 + sampler.below(60);
    for (std::size_t i = 0; i < size; ++i) {
      domain.values.push_back(at);
      domain.labels.push_back(sampler.below(4) == 0 ? kMixed
                                                    : static_cast<mining::ClassLabel>(i / 7 % 2));
      at += static_cast<double>(1 + sampler.below(5)) * scale;
    }
    const auto pieces = sampler.below(2) == 0 ? random_breaks(domain, sampler.below(12), dice)
                                              : pure_runs(domain, sampler.below(12), 2, dice);
    NumericOptions options;
    options.reversed = sampler.below(2) == 0;
    options.shuffle_monochromatic = sampler.below(2) == 0;
    const auto coding = draw_coding(domain, pieces, options, dice);
    ASSERT_LE(coding.decimals, 6U);
    std::vector<double> values;
    for (const auto unit : coding.units) values.push_back(value_of(unit, coding.decimals));
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_NE(values[i], domain.values[i]);
      EXPECT_EQ(parse_number(text_of(coding.units[i], coding.decimals)), values[i]);
    }
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      const bool shuffled = options.shuffle_monochromatic && pieces[p].monochromatic;
      for (std::size_t i = pieces[p].begin; i < pieces[p].end; ++i) {
        for (std::size_t j = i + 1; j < size; ++j) {
          EXPECT_GT(std::abs(values[i] - values[j]), 1e-5);
          if (shuffled && j < pieces[p].end) continue;
          ASSERT_EQ(values[i] < values[j], !options.reversed) << "seed " << seed;
        }
      }
    }
  }
}

TEST(NumericCoding, DealsFreePiecesAtRandom) {
  const Domain domain = domain_of(testing_support::figure_7(), 0, 1);
  std::set<std::vector<bool>> orders;
  for (int i = 0; i < 200; ++i) {
    Dice dice;
    const auto pieces = pure_runs(domain, 0, 1, dice);
    NumericOptions options;
    options.shuffle_monochromatic = true;
    const auto units = draw_coding(domain, pieces, options, dice).units;
    orders.insert({units[0] < units[1], units[1] < units[2], units[0] < units[2]});
  }
  EXPECT_EQ(orders.size(), 6U);  // all orders of the three values of the first piece
}

// scikit-learn reads floats: what differs must differ there.
TEST(NumericCoding, NewValuesDifferInSinglePrecision) {
  Dice dice{Sampler(5)};
  Domain domain;
  for (int i = 0; i < 60'000; ++i) domain.values.push_back(i * 1.5);
  domain.labels.assign(domain.values.size(), kMixed);
  bool apart = true;
  for (int round = 0; round < 5; ++round) {
    const auto pieces = random_breaks(domain, 50, dice);
    for (const bool single : {true, false}) {
      NumericOptions options;
      options.single_precision = single;
      options.reversed = round % 2 == 1;
      auto coding = draw_coding(domain, pieces, options, dice);
      std::ranges::sort(coding.units);
      bool own = true;
      for (std::size_t i = 1; i < coding.units.size(); ++i) {
        own = own && static_cast<float>(value_of(coding.units[i - 1], coding.decimals)) <
                         static_cast<float>(value_of(coding.units[i], coding.decimals));
      }
      EXPECT_TRUE(own || !single);
      if (!single) apart = apart && own;
    }
  }
  EXPECT_FALSE(apart) << "without the option some are equal";
  domain.values.assign(800'000, 0);
  for (std::size_t i = 0; i < domain.values.size(); ++i) domain.values[i] = static_cast<double>(i);
  domain.labels.assign(domain.values.size(), kMixed);
  NumericOptions options;
  options.single_precision = true;
  EXPECT_THROW(
      static_cast<void>(draw_coding(domain, random_breaks(domain, 5, dice), options, dice)), Error);
}

// The same dice place values in thousands and values in thousandths in the same range.
TEST(NumericCoding, TheRangeSaysNothingOfTheScale) {
  Domain small;
  Domain large;
  for (int i = 0; i < 50; ++i) {
    small.values.push_back(-0.001 * i * i - 0.0003);
    large.values.push_back(1e6 + 4000.0 * i * i + 0.7);
    small.labels.push_back(kMixed);
    large.labels.push_back(kMixed);
  }
  std::reverse(small.values.begin(), small.values.end());
  const std::vector<Piece> pieces{{0, 50, false}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Dice one{Sampler(seed)};
    Dice other{Sampler(seed)};
    const auto a = draw_coding(small, pieces, {}, one);
    const auto b = draw_coding(large, pieces, {}, other);
    EXPECT_EQ(a.decimals, b.decimals);
    EXPECT_NEAR(static_cast<double>(a.units.front()), static_cast<double>(b.units.front()), 1);
    EXPECT_NEAR(static_cast<double>(a.units.back()), static_cast<double>(b.units.back()), 1);
  }
}

}  // namespace
}  // namespace privet::custody
