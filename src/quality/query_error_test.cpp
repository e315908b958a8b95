// SPDX-License-Identifier: Apache-2.0
#include "quality/query_error.h"

#include <gtest/gtest.h>

#include "base/sampling.h"
#include "recoding/class_statistic.h"

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;

Table random_table(std::size_t rows) {
  Sampler sampler(8);
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    cells.push_back({std::to_string(sampler.below(40)), sampler.below(2) == 0 ? "m" : "f",
                     std::string(1, static_cast<char>('a' + sampler.below(9)))});
  }
  return make_table({"age", "sex", "word"}, cells);
}

// Every record a class of its own that shows what `shown` makes of each code.
template <class Show>
Recoding recode(const Table& table, const Show& shown) {
  Recoding out;
  for (AttributeId a = 0; a < table.columns(); ++a)
    out.attributes.push_back({.column = a, .values = {}, .value_of_class = {}});
  for (std::uint32_t r = 0; r < table.rows(); ++r) {
    out.class_of.emplace_back(r);
    out.class_sizes.push_back(1);
    for (AttributeId a = 0; a < table.columns(); ++a) {
      out.attributes[a].values.push_back(shown(a, table.column(a).codes[r]));
      out.attributes[a].value_of_class.push_back(r);
    }
  }
  return out;
}

TEST(QueryError, AnExactReleaseErrsNowhere) {
  const Table table = random_table(400);
  const Recoding exact = recode(table, [](AttributeId, ValueId v) {
    return GeneralizedValue{.kind = Kind::Value, .low = v, .high = v};
  });
  const auto error = measure_query_error(exact, {table, {nullptr, nullptr, nullptr}},
                                         {.queries = 300}, privet::Run());
  EXPECT_EQ(error.queries, 300U);
  EXPECT_NEAR(error.mean, 0.0, 1e-12);
}

// A release that says nothing is answered by the mean: with one attribute of n values, each as
// often, the estimate is the truth; uneven, its error follows from the counts.
TEST(QueryError, OfNothingFollowsTheUniformAssumption) {
  const Table table =
      make_table({"sex"}, {{"f"}, {"m"}, {"m"}, {"m"}});  // estimate 2 for either value
  Recoding recoding;
  recoding.class_of = {0, 0, 0, 0};
  recoding.class_sizes = {4};
  recoding.attributes.push_back(
      {.column = 0, .values = {{.kind = Kind::Any}}, .value_of_class = {0}});
  const auto error =
      measure_query_error(recoding, {table, {nullptr}}, {.queries = 4000}, privet::Run());
  // f: |1 - 2| / 1 = 1; m: |3 - 2| / 3 = 1/3; each half of the time.
  EXPECT_NEAR(error.mean, 2.0 / 3, 0.03);
  recoding.class_of.assign(4, kSuppressed);
  recoding.class_sizes.clear();
  recoding.attributes[0] = {.column = 0, .values = {}, .value_of_class = {}};
  const auto hidden =
      measure_query_error(recoding, {table, {nullptr}}, {.queries = 4000}, privet::Run());
  EXPECT_DOUBLE_EQ(hidden.mean, error.mean);
}

TEST(QueryError, GrowsWithTheWidthOfTheCells) {
  const Table table = random_table(600);
  double last = 0;
  for (const std::uint32_t width : {2U, 5U, 20U}) {
    const Recoding recoding = recode(table, [&](AttributeId a, ValueId v) {
      if (a != 0) return GeneralizedValue{.kind = Kind::Value, .low = v, .high = v};
      const auto low = static_cast<ValueId>(v / width * width);
      const auto top = static_cast<ValueId>(table.column(0).dictionary.size() - 1);
      return GeneralizedValue{
          .kind = Kind::Range, .low = low, .high = std::min(ValueId(low + width - 1), top)};
    });
    const RecodingContext context{table, {nullptr, nullptr, nullptr}};
    const auto error = measure_query_error(recoding, context, {.queries = 500}, privet::Run());
    EXPECT_GT(error.mean, last);
    last = error.mean;
    const privet::Run one(nullptr, nullptr, 1);
    EXPECT_EQ(measure_query_error(recoding, context, {.queries = 500}, one).mean, error.mean);
  }
}

// A mean counts where it lies: 0 and 10 shown as 5 are counted by no query for one of them, and
// both by one for everything.
TEST(QueryError, TakesMeansForWhatTheySay) {
  const Table table = make_table({"x"}, {{"0"}, {"10"}});
  Recoding recoding{.class_of = {0, 0}, .class_sizes = {2}, .attributes = {}};
  recoding.attributes.push_back(show_statistic(table, 0, Statistic::Mean, recoding.class_of, 1, 1));
  const RecodingContext context{table, {nullptr}};
  const QueryError error =
      measure_query_error(recoding, context, {.queries = 20, .seed = 3}, privet::Run());
  EXPECT_DOUBLE_EQ(error.mean, 1);  // a domain of two has queries for one value only
  recoding.attributes[0].values[0].statistic = "0";
  const QueryError other =
      measure_query_error(recoding, context, {.queries = 20, .seed = 3}, privet::Run());
  EXPECT_DOUBLE_EQ(other.mean, 1);  // 2 or 0 instead of 1
}

}  // namespace
}  // namespace privet
