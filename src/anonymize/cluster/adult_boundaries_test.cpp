// SPDX-License-Identifier: Apache-2.0
// The experiment of Miller, Campan and Truta (2008), section 5, on census data like theirs: 10,000
// records, their eight quasi-identifiers, hierarchies of their heights. Their sample and the
// hierarchies of native-country and age (Figures 6 and 7) are not known: we sample complete records
// with a fixed seed, mark continents (one country level below them) and ranges of 20 years.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "anonymize/classes/boundary_groups.h"
#include "anonymize/cluster/k_member.h"
#include "base/sampling.h"
#include "data/csv/read_csv.h"
#include "hierarchy/build_intervals.h"
#include "hierarchy/read_arx.h"
#include "privacy/k_anonymity.h"
#include "quality/information_loss.h"
#include "tests/support/complete_rows.h"
#include "tests/support/shared_data.h"

namespace privet {
namespace {

constexpr std::size_t kRecords = 10000;
constexpr std::array kColumns{"education-num", "workclass", "marital-status", "occupation", "race",
                              "sex",           "age",       "native-country"};

Table sample_adult() {
  const privet::Run run;
  const Table table =
      read_csv(testing_support::shared_data("adult/adult_train.csv.gz"), {}, run).table;
  std::vector<RowId> complete = testing_support::complete_rows(table);
  Sampler sampler(2008);
  sampler.shuffle(std::span(complete));
  complete.resize(kRecords);
  std::vector<Column> columns;  // anew, so that values that do not occur are gone
  for (const auto* name : kColumns) {
    const Column& column = table.column(table.require(name, ""));
    std::vector<std::string> texts;
    for (const RowId row : complete) texts.emplace_back(column.text(row));
    columns.push_back(make_column(name, texts));
  }
  return Table(std::move(columns));
}

// Every value right below the root.
Hierarchy flat(const Column& column) {
  HierarchyRows rows{.levels = 2, .labels = {}};
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    rows.labels.push_back(column.dictionary.text(static_cast<ValueId>(v)));
    rows.labels.emplace_back("*");
  }
  return Hierarchy(rows);
}

Hierarchy arx(const std::string& name) {
  return read_arx(
      testing_support::shared_data("adult/hierarchies_arx/adult_hierarchy_" + name + ".csv"));
}

class AdultBoundaries : public testing::Test {
 protected:
  void SetUp() override {
    PRIVET_NEED_DATA("adult/adult_train.csv.gz");
    table_ = sample_adult();
    for (const auto* name : kColumns) columns_.push_back(table_.require(name, ""));
  }

  // The hierarchies, of heights 4, 1, 2, 1, 1, 1, 4 and 2.
  [[nodiscard]] std::vector<BoundHierarchy> hierarchies(bool country, bool age) const {
    const auto column = [&](std::size_t i) -> const Column& { return table_.column(columns_[i]); };
    std::vector<Hierarchy> trees{build_intervals(column(0), EqualWidths{.widths = {2, 4, 8}}),
                                 flat(column(1)),
                                 arx("marital-status"),
                                 flat(column(3)),
                                 flat(column(4)),
                                 flat(column(5)),
                                 arx("age"),
                                 arx("native-country")};
    if (age) trees[6] = trees[6].with_max_level(3);
    if (country) trees[7] = trees[7].with_max_level(1);
    std::vector<BoundHierarchy> out;
    for (std::size_t i = 0; i < trees.size(); ++i) out.push_back(bind(trees[i], column(i), ""));
    return out;
  }

  [[nodiscard]] Problem problem(const std::vector<BoundHierarchy>& trees,
                                const PrivacyModel* model) const {
    Problem out{table_, {}, {}, {model}, 0.05};
    for (std::size_t i = 0; i < trees.size(); ++i) out.quasi.push_back({columns_[i], &trees[i]});
    return out;
  }

  // Cells beyond the boundary of the value they stand for.
  [[nodiscard]] std::size_t violations(const Recoding& recoding,
                                       const std::vector<BoundHierarchy>& trees) const {
    std::size_t count = 0;
    for (std::size_t a = 0; a < trees.size(); ++a) {
      const auto& attribute = recoding.attributes[a];
      const auto& codes = table_.column(columns_[a]).codes;
      for (RowId row = 0; row < table_.rows(); ++row) {
        if (recoding.class_of[row] == kSuppressed) continue;
        const auto& value = attribute.values[attribute.value_of_class[recoding.class_of[row]]];
        if (value.kind != GeneralizedValue::Kind::Node) continue;
        count += value.node > trees[a].hierarchy.boundary(trees[a].leaf(codes[row])) ? 1 : 0;
      }
    }
    return count;
  }

  [[nodiscard]] double loss(const Recoding& recoding,
                            const std::vector<BoundHierarchy>& trees) const {
    RecodingContext context{table_, {}};
    for (const auto& tree : trees) context.hierarchies.push_back(&tree);
    return information_loss(recoding, context);
  }

  Table table_;
  std::vector<AttributeId> columns_;
};

// Their Tables 1 and 2: k-member clustering passes hundreds to thousands of boundaries, more the
// larger k; GreedyCKA none, at few suppressed records, more the larger k.
TEST_F(AdultBoundaries, TablesOneAndTwo) {
  const privet::Run run;
  const auto free = hierarchies(false, false);
  const auto one = hierarchies(true, false);
  const auto two = hierarchies(true, true);
  std::size_t before_one = 0;
  std::size_t before_two = 0;
  std::size_t before_out = 0;
  for (const std::size_t k : {2, 5, 10}) {
    const auto model = make_k_anonymity(k);
    const Recoding plain = make_k_member()->search(problem(free, model.get()), run);
    const std::size_t beyond_one = violations(plain, one);
    const std::size_t beyond_two = violations(plain, two);
    EXPECT_GE(beyond_one, before_one + 100) << k;
    EXPECT_GE(beyond_two, before_two + 500) << k;
    EXPECT_LT(beyond_one, beyond_two) << k;
    EXPECT_LT(beyond_two, 2 * kRecords) << k;
    const Recoding bounded_one = make_constrained()->search(problem(one, model.get()), run);
    const Recoding bounded_two = make_constrained()->search(problem(two, model.get()), run);
    EXPECT_EQ(violations(bounded_one, one), 0U) << k;
    EXPECT_EQ(violations(bounded_two, two), 0U) << k;
    EXPECT_EQ(bounded_one.suppressed(), 0U) << k;
    EXPECT_GT(bounded_two.suppressed(), before_out) << k;
    EXPECT_LT(bounded_two.suppressed(), kRecords / 50) << k;
    // Boundaries cost some loss, not much (their Figure 8).
    EXPECT_LT(loss(bounded_two, two), 1.5 * loss(plain, free)) << k;
    before_one = beyond_one;
    before_two = beyond_two;
    before_out = bounded_two.suppressed();
  }
}

}  // namespace
}  // namespace privet
