// SPDX-License-Identifier: Apache-2.0
// The worked example and the properties of Miller, Campan and Truta (2008).
#include "anonymize/classes/boundary_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "anonymize/cluster/k_member.h"
#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "base/sampling.h"
#include "privacy/k_anonymity.h"
#include "privacy/l_distinct.h"
#include "privacy/model_context.h"
#include "privacy/p_sensitive.h"
#include "privacy/t_closeness.h"

namespace privet {
namespace {

// Figure 2, the leaves that Figure 3 uses.
Hierarchy location() {
  return Hierarchy(
      {.levels = 4, .labels = {"San Diego",   "California", "West Coast", "United States",  //
                               "Los Angeles", "California", "West Coast", "United States",  //
                               "Wichita",     "Kansas",     "Midwest",    "United States",  //
                               "Kansas City", "Kansas",     "Midwest",    "United States",  //
                               "Lincoln",     "Nebraska",   "Midwest",    "United States"}});
}

const std::vector<std::string> kMarks{"California", "Kansas", "Midwest"};

// Figure 3.
Table people() {
  return make_table({"Age", "Location", "Sex", "Race"}, {{"32", "San Diego", "M", "W"},
                                                         {"30", "Los Angeles", "M", "W"},
                                                         {"42", "Wichita", "M", "W"},
                                                         {"30", "Kansas City", "M", "W"},
                                                         {"35", "Lincoln", "F", "W"},
                                                         {"20", "Lincoln", "M", "B"},
                                                         {"25", "Wichita", "F", "B"}});
}

Hierarchy two_values(std::string_view one, std::string_view other) {
  return Hierarchy({.levels = 2, .labels = {one, "*", other, "*"}});
}

std::string shown_value(const GeneralizedValue& value, const Column& column,
                        const BoundHierarchy* hierarchy) {
  if (value.kind == GeneralizedValue::Kind::Node) {
    return std::string(hierarchy->hierarchy.label(value.node));
  }
  const std::string low(column.dictionary.text(value.low));
  if (value.kind == GeneralizedValue::Kind::Value) return low;
  return "[" + low + "-" + std::string(column.dictionary.text(value.high)) + "]";
}

class Figure : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> release(const Anonymizer& method,
                                                 const Hierarchy& tree) const {
    const BoundHierarchy city = bind(tree, table_.column(1), "");
    const BoundHierarchy sex = bind(two_values("M", "F"), table_.column(2), "");
    const BoundHierarchy race = bind(two_values("W", "B"), table_.column(3), "");
    const auto model = make_k_anonymity(2);
    const Problem problem{table_, {{0}, {1, &city}, {2, &sex}, {3, &race}}, {}, {model.get()}};
    const Recoding recoding = method.search(problem, privet::Run());
    std::vector<std::string> out;
    for (std::size_t r = 0; r < table_.rows(); ++r) {
      std::string line;
      for (std::size_t q = 0; q < problem.quasi.size(); ++q) {
        const auto& attribute = recoding.attributes[q];
        line += (q == 0 ? "" : " ") +
                shown_value(attribute.values[attribute.value_of_class[recoding.class_of[r]]],
                            table_.column(problem.quasi[q].column), problem.quasi[q].hierarchy);
      }
      out.push_back(line);
    }
    return out;
  }
  Table table_ = people();
};

// Figure 4 b.
TEST_F(Figure, FourWithTheBoundary) {
  const std::vector<std::string> expected{"[30-32] California M W", "[30-32] California M W",
                                          "[25-42] Kansas * *",     "[25-42] Kansas * *",
                                          "[20-35] Lincoln * *",    "[20-35] Lincoln * *",
                                          "[25-42] Kansas * *"};
  EXPECT_EQ(release(*make_constrained(), location().with_boundary(kMarks)), expected);
  EXPECT_EQ(release(*make_mondrian({}), location().with_boundary(kMarks)), expected);
}

// Figure 4 a, made without the boundary, is 2-anonymous and takes three values of Kansas to
// Midwest.
TEST_F(Figure, FourWithoutTheBoundary) {
  const auto lines = release(*make_k_member(), location());
  std::map<std::string, std::size_t> sizes;
  for (const auto& line : lines) ++sizes[line];
  for (const auto& [line, size] : sizes) EXPECT_GE(size, 2U) << line;
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find("Midwest") != std::string::npos ||
           line.find("United States") != std::string::npos;
  }));
}

// A random hierarchy of three levels above eight leaves, with random marks that do not contradict.
Hierarchy random_marked_hierarchy(Sampler& sampler) {
  std::vector<std::string> texts;
  std::vector<std::string> groups;
  for (std::size_t leaf = 0; leaf < 8; ++leaf) {
    const std::string pair = "p" + std::to_string(leaf / 2);
    const std::string half = "h" + std::to_string(leaf / 4);
    texts.insert(texts.end(), {"v" + std::to_string(leaf), pair, half, "*"});
    for (const auto& group : {texts[4 * leaf], pair, half}) {
      if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
    }
  }
  const Hierarchy tree(
      {.levels = 4, .labels = std::vector<std::string_view>(texts.begin(), texts.end())});
  while (true) {
    std::vector<std::string> marks;
    for (const auto& group : groups) {
      if (sampler.below(4) == 0) marks.push_back(group);
    }
    try {
      return tree.with_boundary(marks);
    } catch (const Error&) {  // they contradict
      continue;
    }
  }
}

// A small table with two bounded columns and a sensitive one.
struct Case {
  explicit Case(Sampler& sampler)
      : table(make(sampler)),
        first(bind(random_marked_hierarchy(sampler), table.column(0), "")),
        second(bind(random_marked_hierarchy(sampler), table.column(1), "")) {
    context.records = table.rows();
    context.sensitive.push_back(count_attribute(table.column(2), nullptr));
  }
  static Table make(Sampler& sampler) {
    std::vector<std::vector<std::string>> rows;
    const std::size_t size = 2 + sampler.below(6);
    for (std::size_t r = 0; r < size; ++r) {
      rows.push_back({"v" + std::to_string(sampler.below(8)),
                      "v" + std::to_string(sampler.below(8)),
                      std::string(1, static_cast<char>('a' + sampler.below(3)))});
    }
    return make_table({"a", "b", "ill"}, rows);
  }
  [[nodiscard]] Problem problem(const PrivacyModel* model) const {
    return {table, {{0, &first}, {1, &second}}, {2}, {model}, 1.0};
  }

  Table table;
  BoundHierarchy first;
  BoundHierarchy second;
  ModelContext context;
};

// Definition 5: does generalizing these records to their lowest common ancestor pass a boundary?
bool violates(const Case& data, const std::vector<RowId>& rows) {
  for (const auto* bound : {&data.first, &data.second}) {
    const Hierarchy& tree = bound->hierarchy;
    const auto& codes =
        data.table.column(bound == &data.first ? AttributeId{0} : AttributeId{1}).codes;
    NodeId common = bound->leaf(codes[rows.front()]);
    for (const RowId row : rows) {
      while (!tree.covers(common, bound->leaf(codes[row]))) common = tree.parent(common);
    }
    for (const RowId row : rows) {
      // Follow the path from the value to the shown node: the mark may be met, not passed.
      for (NodeId node = bound->leaf(codes[row]); node != common; node = tree.parent(node)) {
        if (node == tree.boundary(bound->leaf(codes[row]))) return true;
      }
    }
  }
  return false;
}

bool holds(const Case& data, const PrivacyModel& model, const std::vector<RowId>& rows) {
  std::vector<std::uint32_t> histogram(data.table.column(2).dictionary.size());
  for (const RowId row : rows) ++histogram[data.table.column(2).codes[row]];
  const std::span<const std::uint32_t> view = histogram;
  return model.holds({.size = rows.size(), .histograms = std::span(&view, 1)});
}

// Whether these records can be divided into classes that satisfy the model within the boundaries:
// by trying every partition.
bool releasable(const Case& data, const PrivacyModel& model, std::vector<RowId> rows) {
  if (rows.empty()) return true;
  const RowId first = rows.back();
  rows.pop_back();
  for (std::uint32_t subset = 0; subset < 1U << rows.size(); ++subset) {
    std::vector<RowId> cls{first};
    std::vector<RowId> rest;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ((subset >> i & 1U) != 0 ? cls : rest).push_back(rows[i]);
    }
    if (violates(data, cls) || !holds(data, model, cls)) continue;
    if (releasable(data, model, rest)) return true;
  }
  return false;
}

std::vector<RowId> all_rows(const Case& data) {
  std::vector<RowId> rows(data.table.rows());
  std::iota(rows.begin(), rows.end(), RowId{0});
  return rows;
}

std::unique_ptr<PrivacyModel> model_for(int round, const Case& data) {
  if (round % 3 == 1) return make_l_distinct(2, data.context);
  if (round % 3 == 2) return make_p_sensitive(2, data.context);
  return make_k_anonymity(2 + static_cast<std::size_t>(round / 3 % 2));
}

// Property 1: two values with different marks cannot share a class. And the other way round:
// records of one group can.
TEST(Properties, RecordsShareAClassIfAndOnlyIfTheyShareAGroup) {
  Sampler sampler(51);
  const privet::Run run;
  for (int round = 0; round < 300; ++round) {
    const Case data(sampler);
    const auto model = make_k_anonymity(2);
    const BoundaryGroups groups(data.problem(model.get()), run);
    std::vector<std::size_t> group_of(data.table.rows());
    for (std::size_t g = 0; g < groups.groups(); ++g) {
      const auto rows = groups.rows(g);
      EXPECT_FALSE(violates(data, {rows.begin(), rows.end()}));
      for (const RowId row : rows) group_of[row] = g;
    }
    for (RowId a = 0; a < data.table.rows(); ++a) {
      for (RowId b = 0; b < a; ++b) {
        EXPECT_EQ(violates(data, {a, b}), group_of[a] != group_of[b]);
      }
    }
  }
}

// Properties 2, 3 and 4: all records can be released by generalization alone if and only if the
// maximum allowed microdata satisfies the model, and then it is such a release itself.
TEST(Properties, GeneralizationAloneIsEnoughIfAndOnlyIfTheMaximumAllowedMicrodataHolds) {
  Sampler sampler(52);
  const privet::Run run;
  std::size_t possible = 0;
  for (int round = 0; round < 300; ++round) {
    const Case data(sampler);
    const auto model = model_for(round, data);
    const BoundaryGroups groups(data.problem(model.get()), run);
    const bool whole = groups.out_records() == 0;
    EXPECT_EQ(whole, releasable(data, *model, all_rows(data)));
    possible += whole ? 1 : 0;
    for (const std::size_t g : groups.kept()) {
      const auto rows = groups.rows(g);
      EXPECT_TRUE(holds(data, *model, {rows.begin(), rows.end()}));
      EXPECT_FALSE(violates(data, {rows.begin(), rows.end()}));
    }
  }
  EXPECT_GT(possible, 10U);
  EXPECT_LT(possible, 290U);
}

// Properties 5 and 6: what is left without OUT can be released, and nothing that holds a record of
// OUT can; so OUT is the least that must be suppressed.
TEST(Properties, OutIsTheLeastThatMustBeSuppressed) {
  Sampler sampler(53);
  const privet::Run run;
  std::size_t out_records = 0;
  for (int round = 0; round < 150; ++round) {
    const Case data(sampler);
    const auto model = model_for(round, data);
    const BoundaryGroups groups(data.problem(model.get()), run);
    ASSERT_TRUE(groups.least());
    std::vector<std::uint8_t> out(data.table.rows());
    for (std::size_t g = 0; g < groups.groups(); ++g) {
      for (const RowId row : groups.rows(g)) out[row] = groups.holds(g) ? 0 : 1;
    }
    out_records += groups.out_records();
    for (std::uint32_t subset = 1; subset < 1U << data.table.rows(); ++subset) {
      std::vector<RowId> rows;
      bool some_out = false;
      bool all_kept = true;
      for (RowId row = 0; row < data.table.rows(); ++row) {
        const bool in = (subset >> row & 1U) != 0;
        if (in) rows.push_back(row);
        some_out = some_out || (in && out[row] != 0);
        all_kept = all_kept && in == (out[row] == 0);
      }
      if (some_out) {
        EXPECT_FALSE(releasable(data, *model, rows));
      } else if (all_kept) {
        EXPECT_TRUE(releasable(data, *model, rows));
      }
    }
  }
  EXPECT_GT(out_records, 100U);
}

// Both methods that keep boundaries suppress exactly OUT and pass no boundary.
TEST(Constrained, SuppressesOutAndKeepsEveryBoundary) {
  Sampler sampler(54);
  const privet::Run run;
  for (int round = 0; round < 200; ++round) {
    const Case data(sampler);
    const auto model = model_for(round, data);
    const Problem problem = data.problem(model.get());
    const BoundaryGroups groups(problem, run);
    for (const auto& method : {make_constrained(), make_mondrian({})}) {
      const Recoding recoding = method->search(problem, run);
      EXPECT_EQ(recoding.suppressed(), groups.out_records());
      std::vector<std::vector<RowId>> classes(recoding.classes());
      for (RowId row = 0; row < data.table.rows(); ++row) {
        if (recoding.class_of[row] != kSuppressed) classes[recoding.class_of[row]].push_back(row);
      }
      for (const auto& cls : classes) {
        EXPECT_FALSE(violates(data, cls));
        EXPECT_TRUE(holds(data, *model, cls));
      }
    }
  }
}

TEST(Constrained, SaysWhatWouldBeEnoughToSuppress) {
  const Table table = people();
  const BoundHierarchy city = bind(location().with_boundary(kMarks), table.column(1), "");
  const auto model = make_k_anonymity(3);
  Problem problem{table, {{1, &city}}, {}, {model.get()}, 0.5};
  try {
    (void)make_constrained()->search(problem, privet::Run());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Infeasible);
    EXPECT_NE(error.message().find("4 of 7 records"), std::string::npos) << error.message();
    EXPECT_NE(error.message().find("allow 0.5715"), std::string::npos) << error.message();
  }
  problem.max_suppression = 0.5715;
  EXPECT_EQ(make_constrained()->search(problem, privet::Run()).suppressed(), 4U);
}

// A further record can break t-closeness: a part of a group might do, so OUT is not proven to be
// the least.
TEST(Constrained, DoesNotClaimTheLeastWhereItIsNotProven) {
  const Table table = make_table(
      {"a", "ill"}, {{"v0", "x"}, {"v0", "x"}, {"v0", "y"}, {"v4", "x"}, {"v4", "y"}, {"v4", "y"}});
  const Hierarchy tree({.levels = 2, .labels = {"v0", "*", "v4", "*"}});
  const BoundHierarchy bound =
      bind(tree.with_boundary(std::vector<std::string>{"v0", "v4"}), table.column(0), "");
  ModelContext context;
  context.records = table.rows();
  context.sensitive.push_back(count_attribute(table.column(1), nullptr));
  const auto loose = make_t_closeness(0.2, TDistance::Equal, context);
  const auto strict = make_t_closeness(0.1, TDistance::Equal, context);
  const privet::Run run;
  EXPECT_TRUE(BoundaryGroups({table, {{0, &bound}}, {1}, {loose.get()}}, run).least());
  const BoundaryGroups out({table, {{0, &bound}}, {1}, {strict.get()}}, run);
  EXPECT_EQ(out.out_records(), 6U);
  EXPECT_FALSE(out.least());
}

}  // namespace
}  // namespace privet
