// SPDX-License-Identifier: Apache-2.0
#include "anonymize/mondrian/mondrian.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "anonymize/mondrian/plain_partitions.h"
#include "base/error.h"
#include "base/sampling.h"
#include "privacy/k_anonymity.h"

namespace privet {
namespace {

Table random_table(Sampler& sampler, std::size_t rows, bool missing) {
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    const std::string age =
        missing && sampler.below(10) == 0 ? "?" : std::to_string(sampler.below(40));
    cells.push_back({age, std::string(1, static_cast<char>('a' + sampler.below(6))),
                     std::to_string(sampler.below(3)), std::to_string(r)});
  }
  return make_table({"age", "word", "few", "id"}, cells);
}

// Which values a generalized value stands for, by definition.
std::set<ValueId> covered(const GeneralizedValue& value, const Column& column) {
  std::set<ValueId> out(value.members.begin(), value.members.end());
  if (value.kind == GeneralizedValue::Kind::Value || value.kind == GeneralizedValue::Kind::Range) {
    for (ValueId v = value.low; v <= value.high; ++v) out.insert(v);
  }
  if (value.kind == GeneralizedValue::Kind::Any) {
    for (ValueId v = 0; v < column.dictionary.size(); ++v) out.insert(v);
  }
  return out;
}

void expect_sound(const Problem& problem, const Recoding& recoding, std::size_t k) {
  ASSERT_EQ(recoding.suppressed(), 0U);
  std::vector<std::size_t> sizes(recoding.classes());
  for (const ClassId cls : recoding.class_of) ++sizes[cls];
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    ASSERT_EQ(sizes[c], recoding.class_sizes[c]);
    ASSERT_GE(sizes[c], k);
  }
  for (std::size_t q = 0; q < problem.quasi.size(); ++q) {
    const Column& column = problem.table.column(problem.quasi[q].column);
    const auto& attribute = recoding.attributes[q];
    for (std::size_t r = 0; r < recoding.class_of.size(); ++r) {
      const auto& value = attribute.values[attribute.value_of_class[recoding.class_of[r]]];
      ASSERT_TRUE(covered(value, column).contains(column.codes[r]));
    }
  }
}

TEST(Mondrian, EveryClassIsLargeEnoughAndCoversItsRecords) {
  Sampler sampler(5);
  const privet::Run run;
  for (int round = 0; round < 300; ++round) {
    const Table table = random_table(sampler, 1 + sampler.below(120), round % 2 == 0);
    const std::size_t k = 1 + sampler.below(std::min<std::size_t>(8, table.rows()));
    const auto model = make_k_anonymity(k);
    const Problem problem{table, {{0}, {1}, {2}}, {}, {model.get()}};
    const auto recoding = make_mondrian({.relaxed = round % 3 == 0})->search(problem, run);
    expect_sound(problem, recoding, k);
  }
}

// No partition that is left can still be cut at a median: the search does not stop early.
TEST(Mondrian, StopsOnlyWhenNoMedianCutIsAllowed) {
  Sampler sampler(6);
  const privet::Run run;
  for (int round = 0; round < 100; ++round) {
    const Table table = random_table(sampler, 40 + sampler.below(60), false);
    const std::size_t k = 2 + sampler.below(4);
    const auto model = make_k_anonymity(k);
    const Problem problem{table, {{0}, {1}, {2}}, {}, {model.get()}};
    const auto recoding = make_mondrian({})->search(problem, run);
    for (std::size_t cls = 0; cls < recoding.classes(); ++cls) {
      for (const auto& quasi : problem.quasi) {
        std::vector<ValueId> values;
        for (std::size_t r = 0; r < table.rows(); ++r) {
          if (recoding.class_of[r] == cls) values.push_back(table.column(quasi.column).codes[r]);
        }
        std::sort(values.begin(), values.end());
        const ValueId median = values[(values.size() - 1) / 2];
        const auto below = static_cast<std::size_t>(
            std::lower_bound(values.begin(), values.end(), median) - values.begin());
        const auto up_to = static_cast<std::size_t>(
            std::upper_bound(values.begin(), values.end(), median) - values.begin());
        for (const std::size_t left : {below, up_to}) {
          EXPECT_TRUE(left < k || values.size() - left < k) << "class " << cls << " could be cut";
        }
      }
    }
  }
}

TEST(Mondrian, RelaxedClassesAreSmallerThanTwoK) {
  Sampler sampler(7);
  const privet::Run run;
  const Table table = random_table(sampler, 500, false);
  const auto model = make_k_anonymity(5);
  const Problem problem{table, {{3}}, {}, {model.get()}};
  const auto recoding = make_mondrian({.relaxed = true})->search(problem, run);
  for (const auto size : recoding.class_sizes) EXPECT_LT(size, 10U);
}

// The literal rule (v <= m | v > m) cannot cut here: the largest value is the commonest.
TEST(Mondrian, CutsBelowAMedianThatIsTheMaximum) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 3; ++i) rows.push_back({"1"});
  for (int i = 0; i < 7; ++i) rows.push_back({"9"});
  const Table table = make_table({"a"}, rows);
  const auto model = make_k_anonymity(3);
  const auto recoding = make_mondrian({})->search({table, {{0}}, {}, {model.get()}}, privet::Run());
  EXPECT_EQ(recoding.classes(), 2U);
}

TEST(Mondrian, CutsHierarchiesAtTheirSubtrees) {
  std::vector<std::vector<std::string>> rows;
  for (const auto* city : {"lyon", "nice", "rome", "milan", "lyon", "rome"}) rows.push_back({city});
  const Table table = make_table({"city"}, rows);
  const Hierarchy tree(
      {.levels = 3,
       .labels = {"rome", "it", "*", "milan", "it", "*", "lyon", "fr", "*", "nice", "fr", "*"}});
  const BoundHierarchy bound = bind(tree, table.column(0), "");
  const auto model = make_k_anonymity(3);
  const Problem problem{table, {{0, &bound}}, {}, {model.get()}};
  const auto recoding = make_mondrian({})->search(problem, privet::Run());
  ASSERT_EQ(recoding.classes(), 2U);
  std::set<std::string> labels;
  for (const auto& value : recoding.attributes[0].values) {
    ASSERT_EQ(value.kind, GeneralizedValue::Kind::Node);
    labels.insert(std::string(tree.label(value.node)));
  }
  EXPECT_EQ(labels, (std::set<std::string>{"it", "fr"}));
}

TEST(Mondrian, DoesNotDependOnThreads) {
  Sampler sampler(8);
  const Table table = random_table(sampler, 30000, true);
  const auto model = make_k_anonymity(5);
  const Problem problem{table, {{0}, {1}, {2}, {3}}, {}, {model.get()}};
  const auto one = make_mondrian({})->search(problem, privet::Run(nullptr, nullptr, 1));
  const auto four = make_mondrian({})->search(problem, privet::Run(nullptr, nullptr, 4));
  EXPECT_EQ(one.class_of, four.class_of);
  EXPECT_GT(one.classes(), 3000U);
}

TEST(Mondrian, SaysWhenTheModelsCannotHold) {
  const Table table = make_table({"a"}, {{"1"}, {"2"}});
  const auto model = make_k_anonymity(3);
  EXPECT_THROW((void)make_mondrian({})->search({table, {{0}}, {}, {model.get()}}, privet::Run()),
               Error);
}

// Xiong and Rangachari's Table 1: with the age's priority lowest, gender and zip code stay sharp
// and ages widen.
TEST(Mondrian, PrioritisedAttributesStaySharp) {
  const Table table = make_table({"age", "gender", "zip"}, {{"25", "Male", "53710"},
                                                            {"28", "Female", "53712"},
                                                            {"28", "Male", "53711"},
                                                            {"26", "Female", "53712"}});
  const auto model = make_k_anonymity(2);
  const Problem problem{table, {{0}, {1}, {2}}, {}, {model.get()}};
  const MondrianOptions options{.score = {.spread = 1, .priority = 1, .priorities = {0, 1, 0}}};
  const Recoding recoding = make_mondrian(options)->search(problem, privet::Run());
  ASSERT_EQ(recoding.classes(), 2U);
  const auto& gender = recoding.attributes[1];
  for (const auto& value : gender.values) EXPECT_EQ(value.kind, GeneralizedValue::Kind::Value);
  EXPECT_EQ(recoding.class_of[0], recoding.class_of[2]);
  EXPECT_EQ(recoding.class_of[1], recoding.class_of[3]);
  // The cells of the paper's table, except for the age of the second class: boxes shrink to their
  // records, so that it is 26 to 28 and not 25 to 28.
  const auto cell = [&](std::size_t a, RowId row) {
    const auto& attribute = recoding.attributes[a];
    const auto& value = attribute.values[attribute.value_of_class[recoding.class_of[row]]];
    const Dictionary& texts = table.column(static_cast<AttributeId>(a)).dictionary;
    return std::string(texts.text(value.low)) + "-" + std::string(texts.text(value.high));
  };
  EXPECT_EQ(cell(0, 0), "25-28");
  EXPECT_EQ(cell(0, 1), "26-28");
  EXPECT_EQ(cell(2, 0), "53710-53711");
  EXPECT_EQ(cell(2, 1), "53712-53712");
}

// Two heavy cities of one country and two rare ones: each heavy one is shown by itself, the rare
// ones together. Cutting them in two and two would leave three of them under the country's name.
TEST(Mondrian, PartsAChildFromTheRest) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [city, count] :
       std::map<std::string, int>{{"a", 1}, {"b", 30}, {"c", 4}, {"d", 30}}) {
    for (int i = 0; i < count; ++i) rows.push_back({city});
  }
  const Table table = make_table({"city"}, rows);
  const Hierarchy tree({.levels = 2, .labels = {"a", "*", "b", "*", "c", "*", "d", "*"}});
  const BoundHierarchy bound = bind(tree, table.column(0), "");
  const auto model = make_k_anonymity(5);
  const Problem problem{table, {{0, &bound}}, {}, {model.get()}};
  const auto recoding = make_mondrian({})->search(problem, privet::Run());
  std::multiset<std::uint32_t> sizes(recoding.class_sizes.begin(), recoding.class_sizes.end());
  EXPECT_EQ(sizes, (std::multiset<std::uint32_t>{5, 30, 30}));
  std::size_t values = 0;
  for (const auto& value : recoding.attributes[0].values) {
    values += value.kind == GeneralizedValue::Kind::Value ? 1U : 0U;
  }
  EXPECT_EQ(values, 2U);
}

// With a hierarchy: every class is large enough and shows a group that covers its records.
TEST(Mondrian, HierarchiesCoverTheirRecords) {
  Sampler sampler(21);
  const privet::Run run;
  for (int round = 0; round < 100; ++round) {
    const Table table = random_table(sampler, 60 + sampler.below(100), false);
    const Hierarchy tree({.levels = 3,
                          .labels = {"a", "A", "*", "b", "A", "*", "c", "A", "*", "d", "D", "*",
                                     "e", "D", "*", "f", "F", "*"}});
    const BoundHierarchy bound = bind(tree, table.column(1), "");
    const std::size_t k = 2 + sampler.below(6);
    const auto model = make_k_anonymity(k);
    const Problem problem{table, {{0}, {1, &bound}, {2}}, {}, {model.get()}};
    const auto recoding = make_mondrian({})->search(problem, run);
    std::vector<std::size_t> sizes(recoding.classes());
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const ClassId cls = recoding.class_of[r];
      ++sizes[cls];
      const auto& attribute = recoding.attributes[1];
      const auto& value = attribute.values[attribute.value_of_class[cls]];
      const ValueId code = table.column(1).codes[r];
      if (value.kind == GeneralizedValue::Kind::Value) {
        ASSERT_EQ(value.low, code);
      } else {
        const auto [first, last] = tree.interval(value.node);
        ASSERT_GE(bound.leaf(code), first);
        ASSERT_LE(bound.leaf(code), last);
      }
    }
    for (const std::size_t size : sizes) ASSERT_GE(size, k);
  }
}

// Column b decides the class, column a is wider: spread alone cuts a, purity cuts b.
TEST(Mondrian, PurityPrefersTheCutThatTellsClassesApart) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 8; ++i) {
    rows.push_back({std::to_string(i * 10), i % 2 == 0 ? "1" : "2", i % 2 == 0 ? "yes" : "no"});
  }
  const Table table = make_table({"a", "b", "class"}, rows);
  const auto model = make_k_anonymity(4);
  Problem problem{table, {{0}, {1}}, {}, {model.get()}};
  problem.class_column = AttributeId{2};
  const auto pure =
      make_mondrian({.score = {.spread = 0, .purity = 1}})->search(problem, privet::Run());
  ASSERT_EQ(pure.classes(), 2U);
  for (std::size_t r = 0; r < 8; ++r) EXPECT_EQ(pure.class_of[r] == pure.class_of[0], r % 2 == 0);
  const auto wide = make_mondrian({})->search(problem, privet::Run());
  EXPECT_EQ(wide.class_of[0], wide.class_of[1]);
}

}  // namespace
}  // namespace privet
