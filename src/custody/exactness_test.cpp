// SPDX-License-Identifier: Apache-2.0
// The one promise of custody: the tree of the encoded table decodes to the tree of the original.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "custody/decode.h"
#include "custody/encode.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_text.h"
#include "tests/support/custody_tables.h"
#include "tests/support/custody_trees.h"

namespace privet::custody {
namespace {

using mining::Criterion;
using mining::TreeModel;
using mining::TreeOptions;
using testing_support::class_of;
using testing_support::decoded;
using testing_support::full_c45;
using testing_support::TableShape;

// A coding of numeric columns by hand: whole numbers for each distinct value in order.
Coding by_hand(const Table& table, const std::vector<std::vector<std::int64_t>>& units,
               const privet::Run& run) {
  Coding out;
  out.original = fingerprint(table, run);
  for (std::size_t c = 0; c < table.columns(); ++c) {
    ColumnCoding column;
    column.name = table.column(static_cast<AttributeId>(c)).name;
    column.source = static_cast<AttributeId>(c);
    if (c < units.size()) {
      column.kind = ColumnKind::Numeric;
      column.numbers = {false, 0, units[c]};
    }
    out.columns.push_back(std::move(column));
  }
  out.class_position = static_cast<AttributeId>(table.columns() - 1);
  return out;
}

// Section 1: age' = 0.9 age + 10, rounded as in section 4, and salary' = 0.5 salary.
TEST(Exactness, Figure1) {
  const privet::Run run;
  const Table table = testing_support::figure_1();
  const Coding coding =
      by_hand(table, {{25, 28, 31, 39, 49, 71}, {10000, 15000, 20000, 25000, 35000}}, run);
  const Table encoded = encoded_table(coding, table, "figure 1", run);
  const auto options = full_c45(Criterion::Gini);
  const TreeModel strange = mining::learn_tree(encoded, 2, options, run);
  EXPECT_EQ(mining::draw_tree(strange),
            "age <= 35: High (3)\n"
            "age > 35\n"
            "|   salary <= 22500: High (1)\n"
            "|   salary > 22500: Low (2)\n");
  const TreeModel own = decode_tree({.model = strange}, coding, table, "figure 1", "tree", run);
  EXPECT_EQ(mining::draw_tree(own),
            "age <= 27.5: High (3)\n"
            "age > 27.5\n"
            "|   salary <= 45000: High (1)\n"
            "|   salary > 45000: Low (2)\n");
  EXPECT_EQ(own, mining::learn_tree(table, 2, options, run));
  EXPECT_EQ(own,
            decode_tree({.model = mining::learn_tree(encoded, 2, full_c45(Criterion::Gain), run)},
                        coding, table, "figure 1", "tree", run));
}

std::string runs(const Table& table) {
  std::vector<std::pair<double, std::string>> tuples;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const auto id = static_cast<RowId>(row);
    tuples.emplace_back(table.column(0).number(id), std::string(table.column(1).text(id)));
  }
  std::stable_sort(tuples.begin(), tuples.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string out;
  for (const auto& tuple : tuples) out += tuple.second;
  return out;
}

// Figures 3, 4 and 7 as written: the class strings, and what they do to the tree.
TEST(Exactness, Figures3And4And7) {
  const privet::Run run;
  const Table table = testing_support::figure_7();
  ASSERT_EQ(runs(table), "HHHHLLLLHHHHH");
  const auto options = full_c45(Criterion::Gain);
  const TreeModel own = mining::learn_tree(table, 1, options, run);
  const auto strange = [&](const std::vector<std::int64_t>& units, std::string& class_string) {
    const Coding coding = by_hand(table, {units}, run);
    const Table encoded = encoded_table(coding, table, "figure", run);
    class_string = runs(encoded);
    return decode_tree({.model = mining::learn_tree(encoded, 1, options, run)}, coding, table,
                       "figure", "tree", run);
  };
  std::string class_string;
  // Figure 3: the pieces lose their order; the tree cannot be decoded at all.
  EXPECT_THROW(static_cast<void>(strange({20, 17, 16, 2, 4, 5, 12, 13, 14}, class_string)), Error);
  EXPECT_EQ(class_string, "LLLLHHHHHHHHH");
  // Figure 4: pieces in order, the outer two reversed inside.
  EXPECT_EQ(strange({20, 17, 16, 23, 24, 25, 102, 101, 100}, class_string), own);
  EXPECT_EQ(class_string, "HHHHLLLLHHHHH");
  // Figure 7: any bijection inside the monochromatic pieces.
  EXPECT_EQ(strange({6, 10, 8, 19, 18, 27, 35, 31, 33}, class_string), own);
  EXPECT_EQ(class_string, "HHHHLLLLHHHHH");
}

struct Plan {
  EncodeOptions encode;
  TreeOptions learn;
};

// A random choice among all that encode() allows.
Plan random_plan(Sampler& sampler, std::uint64_t seed) {
  Plan out;
  Combination& combination = out.encode.combination;
  const bool free = sampler.below(2) == 0;
  combination.level = free ? Level::Monochromatic : Level::Order;
  combination.learner = free ? "privet-leaf1" : "privet";
  combination.learner_given = true;
  combination.reverse = sampler.below(2) == 0;
  out.encode.method = sampler.below(2) == 0 ? Method::RandomBreaks : Method::PureRuns;
  out.encode.breakpoints = sampler.below(6);
  out.encode.min_width = 1 + sampler.below(3);
  out.encode.rename_class = sampler.below(4) != 0;
  out.encode.hide_names = sampler.below(2) == 0;
  out.encode.seed = seed;
  constexpr Criterion kCriteria[] = {Criterion::Gain, Criterion::Gini, Criterion::Ratio};
  out.learn = full_c45(kCriteria[sampler.below(3)], free ? 1 : 1 + sampler.below(4),
                       sampler.below(2) == 0 ? 0.25 : 0);
  return out;
}

TableShape random_shape(Sampler& sampler) {
  TableShape out;
  out.rows = 4 + sampler.below(60);
  out.numeric = 1 + sampler.below(4);
  out.nominal = sampler.below(3);
  out.classes = 2 + sampler.below(3);
  out.values = 2 + sampler.below(sampler.below(2) == 0 ? 6 : 60);
  out.missing = sampler.below(3) == 0;
  return out;
}

TEST(Exactness, ThousandsOfRandomTables) {
  const privet::Run run(nullptr, nullptr, 1);
  std::size_t grown = 0;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    Sampler sampler(seed);
    const Table table = testing_support::random_table(sampler, random_shape(sampler));
    const Plan plan = random_plan(sampler, seed);
    const Encoded encoded = encode(table, class_of(table), plan.encode, run);
    const TreeModel own = mining::learn_tree(table, class_of(table), plan.learn, run);
    ASSERT_EQ(decoded(encoded, table, plan.learn, run), own) << "seed " << seed;
    if (own.nodes.size() > 1) ++grown;
  }
  EXPECT_GT(grown, 4000U);  // the test is about trees, not about stumps
}

TEST(Exactness, Id3SeesValuesOnly) {
  const privet::Run run(nullptr, nullptr, 1);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Sampler sampler(seed);
    TableShape shape = random_shape(sampler);
    shape.values = 2 + sampler.below(5);
    const Table table = testing_support::random_table(sampler, shape);
    EncodeOptions options;
    options.combination = {
        .level = Level::Monochromatic, .learner = "id3", .learner_given = true, .reverse = true};
    options.method = Method::PureRuns;
    options.min_width = 1;
    options.seed = seed;
    const Encoded encoded = encode(table, class_of(table), options, run);
    const auto learn = mining::id3_options();
    ASSERT_EQ(decoded(encoded, table, learn, run),
              mining::learn_tree(table, class_of(table), learn, run))
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace privet::custody
