// SPDX-License-Identifier: Apache-2.0
#include "publish/read_release.h"

#include <gtest/gtest.h>

#include "anonymize/microaggregation/microaggregation.h"
#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "base/sampling.h"
#include "privacy/k_anonymity.h"
#include "publish/apply.h"
#include "publish/cell_text.h"
#include "publish/parse_cell.h"
#include "quality/loss.h"

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

TEST(ParseCell, UndoesCellText) {
  Sampler sampler(5);
  const Column numbers = make_column("n", {"-7.", "?", "", "-5", "0", "1e-3", "3", "3.0", "12"});
  const Column words =
      make_column("w", {"*", "[1-2]", "{a}", "\"", "a,b", "x", "", "?", "]", "a\"b", "{*,1}"});
  for (int round = 0; round < 3000; ++round) {
    const Column& column = round % 2 == 0 ? numbers : words;
    const auto size = static_cast<ValueId>(column.dictionary.size());
    GeneralizedValue value{.kind = Kind::Any};
    const auto low = static_cast<ValueId>(sampler.below(size));
    switch (sampler.below(4)) {
      case 0:
        value = {.kind = Kind::Value, .low = low, .high = low};
        break;
      case 1:
        value = {.kind = Kind::Set};
        for (ValueId v = 0; v < size; ++v) {
          if (v == low || sampler.below(3) == 0) value.members.push_back(v);
        }
        break;
      case 2:
        if (column.type() == ColumnType::Numeric) {
          // "3" and "3.0" are one number: a range has both or none.
          value = {.kind = Kind::Range, .low = 2, .high = static_cast<ValueId>(size - 1)};
          if (sampler.below(2) == 0) value.members = {0};
        }
        break;
      default:
        break;
    }
    const std::string text = cell_text(value, column, nullptr);
    const auto back = parse_cell(text, column, nullptr);
    ASSERT_TRUE(back.has_value()) << text;
    if (value.kind == Kind::Set && value.members.size() == 1 && back->kind == Kind::Value) continue;
    ASSERT_EQ(*back, value) << text;
  }
  EXPECT_FALSE(parse_cell("[1-", numbers, nullptr).has_value());
  EXPECT_FALSE(parse_cell("99", numbers, nullptr).has_value());
  EXPECT_FALSE(parse_cell("{x,unknown}", words, nullptr).has_value());
}

struct Scene {
  Table table;
  BoundHierarchy bound;
  std::unique_ptr<PrivacyModel> model = make_k_anonymity(3);
  Schema schema{3};
  Problem problem{table, {}, {}, {}};

  static Table make(Sampler& sampler) {
    std::vector<std::vector<std::string>> cells;
    for (int r = 0; r < 80; ++r) {
      cells.push_back({std::to_string(sampler.below(40)),
                       std::string(1, static_cast<char>('a' + sampler.below(6))),
                       std::string(1, static_cast<char>('p' + sampler.below(4)))});
    }
    return make_table({"age", "word", "city"}, cells);
  }
  explicit Scene(Sampler& sampler)
      : table(make(sampler)),
        bound(bind(
            Hierarchy({.levels = 3,
                       .labels = {"p", "P", "*", "q", "P", "*", "r", "R", "*", "s", "R", "*"}}),
            table.column(2), "")) {
    problem.quasi = {{0, nullptr}, {1, nullptr}, {2, &bound}};
    problem.models = {model.get()};
    for (AttributeId id = 0; id < 3; ++id) schema.assign(id, Role::Quasi);
  }
};

// A release read back has the same loss as the recoding it was made from.
TEST(ReadRelease, MeasuresTheSame) {
  Sampler sampler(6);
  const privet::Run run;
  for (int round = 0; round < 50; ++round) {
    const Scene scene(sampler);
    const Recoding made = make_mondrian({})->search(scene.problem, run);
    const Table released = apply_recoding(scene.problem, scene.schema, made, run);
    const Recoding read = read_release(released, "r.csv", scene.problem, scene.schema, run);
    const RecodingContext context{scene.table, {nullptr, nullptr, &scene.bound}};
    const Quality before = measure_quality(made, context);
    const Quality after = measure_quality(read, context);
    ASSERT_DOUBLE_EQ(before.ncp, after.ncp);
    ASSERT_DOUBLE_EQ(before.granularity, after.granularity);
    ASSERT_NEAR(before.non_uniform_entropy, after.non_uniform_entropy, 1e-12);
    ASSERT_LE(read.classes(), made.classes());
  }
}

TEST(ReadRelease, RefusesWhatIsNoReleaseOfThis) {
  const privet::Run run;
  const Table table = make_table({"age"}, {{"20"}, {"25"}, {"40"}});
  const Problem problem{table, {{0}}, {}, {}};
  const Schema schema(1);
  const auto refusal = [&](const Table& released) -> std::string {
    try {
      (void)read_release(released, "r.csv", problem, schema, run);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(make_table({"age"}, {{"[20-25]"}, {"[20-25]"}, {"*"}})), "");
  EXPECT_EQ(
      refusal(make_table({"age"}, {{"[20-25]"}, {"[20-25]"}, {"[20-25]"}})),
      "r.csv: record 3, column 'age': '[20-25]' does not stand for '40' of the original; if the "
      "release was shuffled, give the order that --save-order saved with --original-order");
  EXPECT_NE(refusal(make_table({"age"}, {{"x"}, {"[20-25]"}, {"*"}})), "");
  EXPECT_NE(refusal(make_table({"age"}, {{"20"}})), "");
  EXPECT_EQ(refusal(make_table({"ag"}, {{"20"}, {"25"}, {"40"}})), "r.csv: it has no column 'age'");
}

// A microaggregated release, read from its bytes, measures as its recoding did.
TEST(ReadRelease, UnderstandsMeansAndMedians) {
  const privet::Run run;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Sampler sampler(seed);
    std::vector<std::vector<std::string>> rows;
    for (std::size_t r = 0; r < 20 + sampler.below(60); ++r) {
      rows.push_back({sampler.below(9) == 0 ? "?" : std::to_string(sampler.below(90)),
                      std::to_string(sampler.below(9)) + "." + std::to_string(sampler.below(99)),
                      std::string(1, static_cast<char>('a' + sampler.below(3)))});
    }
    const Table table = make_table({"age", "pay", "city"}, rows);
    Schema schema(3);
    const auto model = make_k_anonymity(3);
    Problem problem{table, {{0}, {1}, {2}}, {}, {model.get()}};
    for (AttributeId c = 0; c < 3; ++c) schema.assign(c, Role::Quasi);
    const Problem unmarked = problem;  // a file does not say that it was microaggregated
    (void)show_statistics(problem, seed % 2 == 0 ? Statistic::Mean : Statistic::Median);
    const Recoding made = make_microaggregation()->search(problem, run);
    const Table released = apply_recoding(problem, schema, made, run);
    const RecodingContext context{table, {nullptr, nullptr, nullptr}};
    const Recoding read = read_release(released, "r.csv", unmarked, schema, run);
    const Quality expected = measure_quality(made, context);
    const Quality found = measure_quality(read, context);
    ASSERT_TRUE(found.squared_error && expected.squared_error);
    EXPECT_NEAR(*found.squared_error, *expected.squared_error, 1e-12);
    // Classes that show the same are one in the file, and as wide as both.
    EXPECT_GE(found.ncp, expected.ncp - 1e-12);
  }
}

}  // namespace
}  // namespace privet
