// SPDX-License-Identifier: Apache-2.0
// Compared with every way to place stars on small tables, and judged by definition: records that
// show the same are counted as texts.
#include "anonymize/cells/cell_suppression.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/error.h"
#include "base/sampling.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"

namespace privet {
namespace {

using Cells = std::vector<std::vector<std::string>>;  // [record][column]

struct Example {
  Table table;
  Problem problem;
  std::vector<std::unique_ptr<PrivacyModel>> models = {};
  ModelContext context = {};

  explicit Example(const Cells& rows, std::size_t columns)
      : table(make_table(names(rows.front().size()), rows)), problem{table, {}, {}, {}} {
    for (std::size_t c = 0; c < columns; ++c) {
      problem.quasi.push_back({static_cast<AttributeId>(c)});
    }
  }
  Example(const Example&) = delete;
  Example& operator=(const Example&) = delete;

  void promise(std::unique_ptr<PrivacyModel> model) {
    models.push_back(std::move(model));
    problem.models.push_back(models.back().get());
  }
  static std::vector<std::string> names(std::size_t count) {
    std::vector<std::string> out;
    for (std::size_t c = 0; c < count; ++c) out.push_back("c" + std::to_string(c));
    return out;
  }
};

// What the release shows; a suppressed record shows nothing.
Cells shown(const Example& example, const Recoding& recoding) {
  Cells out(example.table.rows());
  for (std::size_t r = 0; r < out.size(); ++r) {
    if (recoding.class_of[r] == kSuppressed) continue;
    for (const auto& attribute : recoding.attributes) {
      const auto& value = attribute.values[attribute.value_of_class[recoding.class_of[r]]];
      const bool star = value.kind == GeneralizedValue::Kind::Any;
      const auto& column = example.table.column(attribute.column);
      out[r].push_back(star ? "*" : std::string(column.dictionary.text(value.low)));
    }
  }
  return out;
}

// Whether at least k records show what each shows, with l different values of the last column.
bool safe(const Cells& cells, std::size_t k, const Cells& original = {}, std::size_t l = 1) {
  std::map<std::vector<std::string>, std::pair<std::size_t, std::set<std::string>>> classes;
  for (std::size_t r = 0; r < cells.size(); ++r) {
    if (cells[r].empty()) continue;
    auto& cls = classes[cells[r]];
    ++cls.first;
    if (!original.empty()) cls.second.insert(original[r].back());
  }
  return std::all_of(classes.begin(), classes.end(), [&](const auto& cls) {
    return cls.second.first >= k && (original.empty() || cls.second.second.size() >= l);
  });
}

// The weaker reading, in which a star is any value: whoever knows the values of a person finds at
// least k records that may be the person's, with l different values.
bool safe_as_wildcards(const Cells& cells, const Cells& original, std::size_t k, std::size_t l) {
  for (const auto& person : original) {
    std::size_t found = 0;
    std::set<std::string> values;
    for (std::size_t r = 0; r < cells.size(); ++r) {
      bool may_be = !cells[r].empty();
      for (std::size_t c = 0; c < cells[r].size(); ++c) {
        may_be = may_be && (cells[r][c] == "*" || cells[r][c] == person[c]);
      }
      if (!may_be) continue;
      ++found;
      values.insert(original[r].back());
    }
    if (found < k || values.size() < l) return false;
  }
  return true;
}

double price(const Cells& cells, const std::vector<double>& weights) {
  double out = 0;
  for (const auto& record : cells) {
    for (std::size_t c = 0; c < record.size(); ++c) out += record[c] == "*" ? weights[c] : 0;
  }
  return out;
}

// The least that any stars cost with which every class holds.
double cheapest(const Cells& rows, std::size_t columns, std::size_t k,
                const std::vector<double>& weights) {
  double best = 1e300;
  for (std::uint32_t stars = 0; stars < 1U << (rows.size() * columns); ++stars) {
    Cells cells = rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t c = 0; c < columns; ++c) {
        if ((stars >> (r * columns + c) & 1U) != 0) cells[r][c] = "*";
      }
    }
    const double here = price(cells, weights);
    if (here < best && safe(cells, k)) best = here;
  }
  return best;
}

// No single star could be the value again.
void expect_minimal(const Cells& cells, const Cells& original, std::size_t k,
                    const Cells& sensitive = {}, std::size_t l = 1) {
  for (std::size_t r = 0; r < cells.size(); ++r) {
    for (std::size_t c = 0; c < cells[r].size(); ++c) {
      if (cells[r][c] != "*") continue;
      Cells more = cells;
      more[r][c] = original[r][c];
      EXPECT_FALSE(safe(more, k, sensitive, l)) << "record " << r << ", column " << c;
    }
  }
}

Cells random_rows(Sampler& sampler, std::size_t records, std::size_t columns, std::size_t values) {
  Cells out(records);
  for (auto& row : out) {
    for (std::size_t c = 0; c < columns; ++c) {
      row.push_back(std::string(1, static_cast<char>('a' + sampler.below(values))));
    }
  }
  return out;
}

TEST(CellSuppression, IsSafeAndMinimalAndCloseToTheOptimum) {
  Sampler sampler(20);
  double found = 0;
  double optimum = 0;
  for (int round = 0; round < 150; ++round) {
    const std::size_t columns = 2 + sampler.below(2);
    const std::size_t records = columns == 2 ? 6 : 4;
    const std::size_t k = 2 + sampler.below(2);
    const Cells rows = random_rows(sampler, records, columns, 2 + sampler.below(2));
    std::vector<double> weights;
    for (std::size_t c = 0; c < columns; ++c) weights.push_back(1.0 + double(sampler.below(3)));
    Example example(rows, columns);
    example.promise(make_k_anonymity(k));
    const Recoding recoding =
        make_cell_suppression({.weights = weights})->search(example.problem, privet::Run());
    const Cells cells = shown(example, recoding);
    EXPECT_EQ(recoding.suppressed(), 0U);
    EXPECT_TRUE(safe(cells, k));
    expect_minimal(cells, rows, k);
    const double least = cheapest(rows, columns, k, weights);
    EXPECT_GE(price(cells, weights), least - 1e-9);
    found += price(cells, weights);
    optimum += least;
  }
  EXPECT_LT(found, 1.25 * optimum);
}

TEST(CellSuppression, LargerTablesAreMinimalToo) {
  Sampler sampler(21);
  for (int round = 0; round < 40; ++round) {
    const std::size_t columns = 2 + sampler.below(4);
    const Cells rows = random_rows(sampler, 30 + sampler.below(60), columns + 1, 4);
    Example example(rows, columns);
    const auto sensitive = static_cast<AttributeId>(columns);
    example.problem.sensitive = {sensitive};
    example.context.records = rows.size();
    example.context.sensitive.push_back(count_attribute(example.table.column(sensitive), nullptr));
    const std::size_t k = 2 + sampler.below(4);
    const std::size_t l = 1 + sampler.below(3);
    example.promise(make_k_anonymity(k));
    if (l > 1) example.promise(make_l_distinct(l, example.context));
    const Recoding recoding = make_cell_suppression({})->search(example.problem, privet::Run());
    const Cells cells = shown(example, recoding);
    EXPECT_EQ(recoding.suppressed(), 0U);
    EXPECT_TRUE(safe(cells, k, rows, l));
    EXPECT_TRUE(safe_as_wildcards(cells, rows, k, l));
    expect_minimal(cells, rows, k, rows, l);
  }
}

// Whoever looks for (25, M) finds only the first record, although each of both is compatible with
// two: both must hide the value.
TEST(CellSuppression, AStarIsAValueOfItsOwn) {
  Example example({{"25", "M"}, {"25", "F"}}, 2);
  example.promise(make_k_anonymity(2));
  const Recoding recoding = make_cell_suppression({})->search(example.problem, privet::Run());
  EXPECT_EQ(shown(example, recoding), (Cells{{"25", "*"}, {"25", "*"}}));
}

TEST(CellSuppression, ImportantColumnsKeepTheirCells) {
  const Cells rows{{"a", "x"}, {"a", "y"}, {"b", "x"}, {"b", "y"}};
  Example example(rows, 2);
  example.promise(make_k_anonymity(2));
  const Recoding first =
      make_cell_suppression({.weights = {5, 1}})->search(example.problem, privet::Run());
  EXPECT_EQ(shown(example, first), (Cells{{"a", "*"}, {"a", "*"}, {"b", "*"}, {"b", "*"}}));
  const Recoding second =
      make_cell_suppression({.weights = {1, 5}})->search(example.problem, privet::Run());
  EXPECT_EQ(shown(example, second), (Cells{{"*", "x"}, {"*", "y"}, {"*", "x"}, {"*", "y"}}));
}

// One record that fits nobody would cost its class all cells: it is suppressed where that is
// allowed.
TEST(CellSuppression, ARecordThatFitsNobody) {
  Cells rows(20, {"a", "b", "c"});
  rows.push_back({"x", "y", "z"});
  Example example(rows, 3);
  example.promise(make_k_anonymity(3));
  example.problem.max_suppression = 0.05;
  EXPECT_EQ(make_cell_suppression({})->search(example.problem, privet::Run()).suppressed(), 1U);
  example.problem.max_suppression = 0;
  const Recoding recoding = make_cell_suppression({})->search(example.problem, privet::Run());
  EXPECT_EQ(recoding.suppressed(), 0U);
  const Cells cells = shown(example, recoding);
  EXPECT_TRUE(safe(cells, 3));
  EXPECT_EQ(price(cells, {1, 1, 1}), 9);  // it and two others, the fewest that can hide it
}

TEST(CellSuppression, SaysWhatItCannot) {
  Example example({{"a", "x"}, {"a", "y"}}, 1);
  example.problem.sensitive = {1};
  example.context.records = 2;
  example.context.sensitive.push_back(count_attribute(example.table.column(1), nullptr));
  example.promise(make_l_distinct(3, example.context));
  const auto method = make_cell_suppression({});
  EXPECT_THROW((void)method->search(example.problem, privet::Run()), Error);
  example.problem.missing_matches = true;
  EXPECT_NE(method->objection(*example.models[0], example.problem).find("--missing"),
            std::string::npos);
}

}  // namespace
}  // namespace privet
