// SPDX-License-Identifier: Apache-2.0
// What encode() and decode() refuse, and that it is right to: without the refusal trees do change.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "custody/decode.h"
#include "custody/encode.h"
#include "mining/tree/tree.h"
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

// One thing at a time changed that encode() refuses: how many trees of 300 come back changed, or
// cannot be decoded at all?
template <class Spoil>
std::size_t changed_trees(const TreeOptions& learn, TableShape shape, const Spoil& spoil) {
  const privet::Run run(nullptr, nullptr, 1);
  std::size_t out = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Sampler sampler(seed);
    const Table table = testing_support::random_table(sampler, shape);
    const Encoded encoded = spoil(table, seed, run);
    try {
      if (decoded(encoded, table, learn, run) !=
          mining::learn_tree(table, class_of(table), learn, run))
        ++out;
    } catch (const Error&) {
      ++out;
    }
  }
  return out;
}

EncodeOptions free_pieces(std::uint64_t seed) {
  EncodeOptions out;
  out.combination = {
      .level = Level::Monochromatic, .learner = "privet-leaf1", .learner_given = true};
  out.method = Method::PureRuns;
  out.min_width = 1;
  out.seed = seed;
  return out;
}

TEST(Refused, MinimumLeafBreaksFreePieces) {
  const TableShape shape{.rows = 40, .numeric = 3, .nominal = 0, .classes = 2, .values = 40};
  const auto spoil = [](const Table& table, std::uint64_t seed, const privet::Run& run) {
    return encode(table, class_of(table), free_pieces(seed), run);
  };
  EXPECT_EQ(changed_trees(full_c45(Criterion::Gain, 1), shape, spoil), 0U);
  EXPECT_GT(changed_trees(full_c45(Criterion::Gain, 4), shape, spoil), 30U);
}

TEST(Refused, ShuffledColumnsBreakTies) {
  const TableShape shape{.rows = 12, .numeric = 4, .nominal = 0, .classes = 2, .values = 4};
  const auto spoil = [](const Table& table, std::uint64_t seed, const privet::Run& run) {
    EncodeOptions options;
    options.combination.shuffle_columns = true;
    options.combination.accept_ties = true;
    options.seed = seed;
    return encode(table, class_of(table), options, run);
  };
  EXPECT_GT(changed_trees(full_c45(Criterion::Gain), shape, spoil), 30U);
}

// A piece with several classes that turns against the global direction: Definition 8 allows it.
TEST(Refused, MixedPiecesMustFollowTheGlobalDirection) {
  const TableShape shape{.rows = 40, .numeric = 2, .nominal = 0, .classes = 2, .values = 12};
  const auto spoil = [](const Table& table, std::uint64_t seed, const privet::Run& run) {
    EncodeOptions options;
    options.breakpoints = 0;
    options.seed = seed;
    Encoded out = encode(table, class_of(table), options, run);
    auto& units = out.coding.columns[0].numbers.units;
    const auto half = units.begin() + static_cast<std::ptrdiff_t>(units.size() / 2);
    std::reverse(units.begin(), half);  // two pieces in order, the first reversed inside
    out.table = encoded_unchecked(out.coding, table, run);
    return out;
  };
  EXPECT_GT(changed_trees(full_c45(Criterion::Gini), shape, spoil), 100U);
}

Table with_missing_texts(const Table& table, std::uint64_t seed) {
  Sampler sampler(seed + 1);
  std::vector<Column> columns(table.all().begin(), table.all().end());
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    texts.push_back(row == 0 || sampler.below(4) == 0 ? "?" : fmt::format("x{}", sampler.below(4)));
  }
  columns[0] = make_column("town", texts);
  return Table(std::move(columns));
}

TEST(Refused, RandomNamesSendMissingValuesElsewhere) {
  const privet::Run run(nullptr, nullptr, 1);
  std::size_t random_changes = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Sampler sampler(seed);
    const Table table = with_missing_texts(
        testing_support::random_table(sampler, {.rows = 24, .numeric = 2, .nominal = 1}), seed);
    EncodeOptions options;
    options.seed = seed;
    options.combination.learner = "privet";
    EXPECT_THROW(static_cast<void>(encode(table, class_of(table), options, run)), Error);
    const auto learn = full_c45(Criterion::Gain);
    const auto own = mining::learn_tree(table, class_of(table), learn, run);
    options.combination.nominal = Renaming::Sorted;
    EXPECT_EQ(decoded(encode(table, class_of(table), options, run), table, learn, run), own);
    options.combination.nominal = Renaming::Random;
    options.combination.accept_ties = true;
    if (decoded(encode(table, class_of(table), options, run), table, learn, run) != own)
      ++random_changes;
  }
  EXPECT_GT(random_changes, 10U);
}

// The cut a learner takes that keeps the first of equally good ones, as J48 and most others do.
std::size_t first_best_cut(const std::vector<int>& labels) {
  std::size_t best = 0;
  double best_gini = 1e9;
  for (std::size_t cut = 1; cut < labels.size(); ++cut) {
    double gini = 0;
    for (const auto& [begin, end] :
         {std::pair{std::size_t{0}, cut}, std::pair{cut, labels.size()}}) {
      double ones = 0;
      for (std::size_t i = begin; i < end; ++i) ones += labels[i];
      const auto rows = static_cast<double>(end - begin);
      gini += 2 * ones * (rows - ones) / rows;
    }
    if (gini < best_gini - 1e-9) {
      best_gini = gini;
      best = cut;
    }
  }
  return best;
}

TEST(Refused, FirstCutWinsDependsOnDirection) {
  std::size_t changed = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Sampler sampler(seed);
    std::vector<int> labels(12);
    for (auto& label : labels) label = static_cast<int>(sampler.below(2));
    const std::size_t cut = first_best_cut(labels);
    std::reverse(labels.begin(), labels.end());
    if (labels.size() - first_best_cut(labels) != cut) ++changed;
  }
  EXPECT_GT(changed, 20U);
}

TEST(Refused, CombinationsThatCouldChangeTheTree) {
  const auto refusal = [](Combination combination) -> std::string {
    try {
      refuse_unsafe(combination);
      return "";
    } catch (const Error& problem) {
      return problem.place().parameter;
    }
  };
  EXPECT_EQ(refusal({}), "");
  EXPECT_EQ(refusal({.level = Level::Monochromatic}), "--level");
  for (const auto* name : {"any", "privet", "j48"}) {
    EXPECT_EQ(refusal({.level = Level::Monochromatic, .learner = name, .learner_given = true}),
              "--level");
  }
  EXPECT_EQ(refusal({.level = Level::Monochromatic, .learner = "id3", .learner_given = true}), "");
  EXPECT_EQ(refusal({.reverse = true}), "--reverse");
  EXPECT_EQ(refusal({.learner = "j48", .learner_given = true, .reverse = true}), "--reverse");
  EXPECT_EQ(refusal({.learner = "privet", .learner_given = true, .reverse = true}), "");
  EXPECT_EQ(refusal({.learner = "c5"}), "--learner");
  EXPECT_EQ(refusal({.shuffle_columns = true}), "--shuffle-columns");
  EXPECT_EQ(refusal({.shuffle_columns = true, .accept_ties = true}), "");
  EXPECT_EQ(refusal({.column_with_missing = "city"}), "--rename-nominal");
  EXPECT_EQ(refusal({.learner = "j48", .column_with_missing = "city"}), "");
}

TEST(Decode, RefusesTreesOfOtherData) {
  const privet::Run run;
  Sampler sampler(7);
  const TableShape shape{.rows = 40, .numeric = 2, .nominal = 1, .classes = 2, .values = 20};
  const Table table = testing_support::random_table(sampler, shape);
  const Table other = testing_support::random_table(sampler, shape);
  EncodeOptions options;
  options.seed = 1;
  const Encoded encoded = encode(table, class_of(table), options, run);
  const auto learn = full_c45(Criterion::Gain);
  const auto tree = mining::learn_tree(encoded.table, class_of(table), learn, run);
  const auto why = [&](const TreeModel& strange, const Table& data) -> std::string {
    try {
      static_cast<void>(
          decode_tree({.model = strange}, encoded.coding, data, "d.csv", "t.json", run));
      return "";
    } catch (const Error& problem) {
      EXPECT_EQ(problem.code(), ErrorCode::Input);
      return problem.what();
    }
  };
  EXPECT_EQ(why(tree, table), "");
  EXPECT_NE(why(tree, other).find("d.csv: the key was made for another table"), std::string::npos);
  const Encoded second = encode(other, class_of(other), options, run);
  EXPECT_NE(
      why(mining::learn_tree(second.table, class_of(other), learn, run), table).find("t.json: "),
      std::string::npos);
  TreeModel unknown = tree;
  unknown.columns[0].name = "shoe size";
  EXPECT_EQ(why(unknown, table), "t.json: the key has no column 'shoe size'");
  unknown = tree;
  unknown.classes[0] = "maybe";
  EXPECT_EQ(why(unknown, table), "t.json: the key has no class 'maybe'");
}

TEST(Encode, RefusesTablesWithNothingToHide) {
  const privet::Run run;
  const auto problem = [&](const Table& table, const std::string& name) -> std::string {
    try {
      static_cast<void>(encode(table, table.require(name, "--class"), {}, run));
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  const auto texts = make_table({"a", "c"}, {{"x", "1"}, {"y", "2"}});
  EXPECT_EQ(problem(texts, "c"), "");  // there are names to hide
  const auto constant = make_table({"a", "c"}, {{"1", "k"}, {"2", "k"}});
  EXPECT_NE(problem(constant, "c").find("has one value only"), std::string::npos);
}

}  // namespace
}  // namespace privet::custody
