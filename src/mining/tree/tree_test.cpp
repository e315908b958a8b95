// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

#include "base/error.h"
#include "base/sampling.h"
#include "mining/tree/plain_tree_oracle.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/tree_test_tables.h"
#include "mining/tree/tree_text.h"
#include "tests/support/class_labels.h"

namespace privet::mining {
namespace {

// The definition, row by row, in floating point with a tolerance: an independent check.
struct Reference {
  const Table& table;
  AttributeId cls;
  std::size_t nodes = 0;

  using Rows = std::vector<RowId>;
  std::map<ValueId, Rows> by(const Rows& rows, AttributeId column) const {
    std::map<ValueId, Rows> out;
    for (const RowId r : rows) out[table.column(column).codes[r]].push_back(r);
    return out;
  }
  long double entropy(const Rows& rows) const {
    long double sum = 0;
    for (const auto& [value, part] : by(rows, cls)) {
      const auto p = static_cast<long double>(part.size()) / static_cast<long double>(rows.size());
      sum -= p * std::log2(p);
    }
    return sum;
  }
  long double gain(const Rows& rows, const std::vector<Rows>& parts) const {
    long double rest = entropy(rows);
    for (const auto& part : parts) {
      rest -= static_cast<long double>(part.size()) / static_cast<long double>(rows.size()) *
              entropy(part);
    }
    return rest;
  }
  std::string majority(const Rows& rows) const {
    std::size_t most = 0;
    std::string out;
    for (const auto& [value, part] : by(rows, cls)) {
      if (part.size() > most) out = table.column(cls).dictionary.text(value);
      most = std::max(most, part.size());
    }
    return out;
  }
  // ID3 as text: (column value subtree ...).
  std::string id3(const Rows& rows, std::vector<AttributeId> left, const std::string& inherited) {
    ++nodes;
    if (rows.empty()) return inherited;
    if (by(rows, cls).size() == 1 || left.empty()) return majority(rows);
    std::size_t best = 0;
    long double most = -1;
    for (std::size_t i = 0; i < left.size(); ++i) {
      std::vector<Rows> parts;
      for (auto& [value, part] : by(rows, left[i])) parts.push_back(part);
      const long double g = gain(rows, parts);
      if (g > most + 1e-13L) {
        most = g;
        best = i;
      }
    }
    const AttributeId column = left[best];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    auto parts = by(rows, column);
    std::string out = "(" + table.column(column).name;
    for (ValueId v = 0; v < table.column(column).dictionary.size(); ++v) {
      out += " " + std::string(table.column(column).dictionary.text(v)) + " " +
             id3(parts[v], left, majority(rows));
    }
    return out + ")";
  }
  // The tie rule of cuts, from its wording.
  std::pair<RowId, std::size_t> cut_key(const Rows& low, const Rows& high) const {
    const RowId a = *std::min_element(low.begin(), low.end());
    const RowId b = *std::min_element(high.begin(), high.end());
    if (low.size() < high.size()) return {a, low.size()};
    if (high.size() < low.size()) return {b, high.size()};
    return {std::min(a, b), low.size()};
  }
  // C4.5 by gain, numeric columns without missing values, no pruning.
  std::string c45(const Rows& rows, std::size_t least) {
    ++nodes;
    if (by(rows, cls).size() == 1) return majority(rows);
    long double most = 1e-13L;
    std::string name;
    double cut = 0;
    Rows best_low;
    Rows best_high;
    for (AttributeId column = 0; column < cls; ++column) {
      const auto groups = by(rows, column);
      long double column_most = -1;
      std::pair<RowId, std::size_t> column_key;
      Rows column_low;
      Rows column_high;
      double column_cut = 0;
      for (auto it = groups.begin(); std::next(it) != groups.end(); ++it) {
        Rows low;
        Rows high;
        for (const RowId r : rows) {
          (table.column(column).codes[r] <= it->first ? low : high).push_back(r);
        }
        if (low.size() < least || high.size() < least) continue;
        const long double g = gain(rows, {low, high});
        const auto key = cut_key(low, high);
        const bool better = g > column_most + 1e-13L;
        if (!better && (g < column_most - 1e-13L || key >= column_key)) continue;
        column_most = g;
        column_key = key;
        column_low = low;
        column_high = high;
        const Dictionary& d = table.column(column).dictionary;
        column_cut = (d.number(it->first) + d.number(std::next(it)->first)) / 2;
      }
      if (column_most <= most + 1e-13L) continue;
      most = column_most;
      name = table.column(column).name;
      cut = column_cut;
      best_low = column_low;
      best_high = column_high;
    }
    if (name.empty()) return majority(rows);
    return "(" + name + " " + std::to_string(cut) + " " + c45(best_low, least) + " " +
           c45(best_high, least) + ")";
  }
};

// The same text of a model.
std::string text_of(const TreeModel& model, NodeId at = 0) {
  const TreeNode& node = model.nodes[at];
  if (!node.split) return model.classes[node.label];
  const TreeColumn& column = model.columns[node.split->column];
  std::string out = "(" + column.name;
  if (node.split->kind == TestKind::AtMost) out += " " + std::to_string(node.split->cut);
  for (std::uint32_t b = 0; b < node.split->branches; ++b) {
    if (node.split->kind == TestKind::Values) out += " " + column.values[b];
    out += " " + text_of(model, node.child(b));
  }
  return out + ")";
}

std::vector<RowId> all_rows(const Table& table) {
  std::vector<RowId> out;
  for (std::size_t r = 0; r < table.rows(); ++r) out.push_back(static_cast<RowId>(r));
  return out;
}

TEST(Id3, GrowsTheWeatherTree) {
  const privet::Run run;
  const TreeModel model = learn_tree(weather(), 4, id3_options(), run);
  EXPECT_EQ(model.nodes.size(), 8U);
  EXPECT_EQ(model.leaves(), 5U);
  EXPECT_EQ(model.depth(), 2U);
  EXPECT_EQ(draw_tree(model),
            "outlook = overcast: yes (4)\n"
            "outlook = rainy\n"
            "|   windy = false: yes (3)\n"
            "|   windy = true: no (2)\n"
            "outlook = sunny\n"
            "|   humidity = high: no (3)\n"
            "|   humidity = normal: yes (2)\n");
  EXPECT_EQ(tree_rules(model)[3], "outlook = sunny and humidity = high -> no (3/0)");
  EXPECT_EQ(canonical_tree(model),
            R"({"column":"outlook","children":[)"
            R"({"value":"overcast","node":{"class":"yes","counts":[0,4]}},)"
            R"({"value":"rainy","node":{"column":"windy","children":[)"
            R"({"value":"false","node":{"class":"yes","counts":[0,3]}},)"
            R"({"value":"true","node":{"class":"no","counts":[2,0]}}]}},)"
            R"({"value":"sunny","node":{"column":"humidity","children":[)"
            R"({"value":"high","node":{"class":"no","counts":[3,0]}},)"
            R"({"value":"normal","node":{"class":"yes","counts":[0,2]}}]}}]})");
  const std::string dot = tree_dot(model);
  EXPECT_NE(dot.find("n0 -> n1 [label=\"= overcast\"]"), std::string::npos);
  const auto given = predict(model, weather(), run);
  const ClassColumn truth = class_column(weather(), 4);
  EXPECT_EQ(given, truth.labels);
}

TEST(Id3, GainsOfTheWeatherRootAreTheTextbooks) {
  const SplitChooser chooser(id3_options(), 2, 14);
  const ColumnCounts outlook{2, {0, 4, 2, 3, 3, 2}, {}, {}, 0};
  EXPECT_NEAR(chooser.gain(chooser.best_of_nominal(0, outlook)), 0.2467498197744391, 1e-12);
  EXPECT_NEAR(chooser.ratio(chooser.best_of_nominal(0, outlook)), 0.15642756242117528, 1e-12);
  TreeOptions gini;
  gini.criterion = Criterion::Gini;
  const SplitChooser by_gini(gini, 2, 14);
  EXPECT_NEAR(by_gini.gain(by_gini.best_of_nominal(0, outlook)), 0.11632653061224489, 1e-7);
}

TEST(Id3, EqualsTheDefinitionOnRandomTables) {
  const privet::Run run;
  Sampler sampler(11);
  for (int round = 0; round < 300; ++round) {
    const auto columns = 1 + sampler.below(5);
    const Table table = random_table(sampler, {.rows = 2 + sampler.below(40),
                                               .columns = columns,
                                               .values = 1 + sampler.below(4),
                                               .classes = 1 + sampler.below(3),
                                               .numeric = false});
    const auto cls = static_cast<AttributeId>(columns);
    Reference reference{table, cls};
    std::vector<AttributeId> left;
    for (AttributeId c = 0; c < cls; ++c) {
      if (table.column(c).dictionary.size() > 1) left.push_back(c);
    }
    const std::string expected = reference.id3(all_rows(table), left, "");
    const TreeModel model = learn_tree(table, cls, id3_options(), run);
    ASSERT_EQ(text_of(model), expected) << round;
    ASSERT_EQ(model.nodes.size(), reference.nodes);
  }
}

TEST(C45, CutsEqualTheDefinitionOnRandomTables) {
  const privet::Run run;
  Sampler sampler(12);
  TreeOptions options = c45_options();
  options.criterion = Criterion::Gain;
  options.confidence = 0;
  for (int round = 0; round < 300; ++round) {
    const auto columns = 1 + sampler.below(3);
    const Table table = random_table(sampler, {.rows = 4 + sampler.below(30),
                                               .columns = columns,
                                               .values = 2 + sampler.below(30),
                                               .classes = 2 + sampler.below(2),
                                               .numeric = true});
    options.min_leaf = 1 + sampler.below(3);
    const auto cls = static_cast<AttributeId>(columns);
    Reference reference{table, cls};
    const TreeModel model = learn_tree(table, cls, options, run);
    ASSERT_EQ(text_of(model), reference.c45(all_rows(table), options.min_leaf)) << round;
  }
}

TEST(C45, ReadingNumbersBackwardsMirrorsTheTree) {
  const privet::Run run;
  Sampler sampler(13);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::vector<std::string>> up;
    std::vector<std::vector<std::string>> down;
    const auto rows = 4 + sampler.below(40);
    for (std::size_t r = 0; r < rows; ++r) {
      const auto a = static_cast<int>(sampler.below(12));
      const auto b = static_cast<int>(sampler.below(12));
      const std::string cls = "c" + std::to_string(sampler.below(3));
      up.push_back({std::to_string(a), std::to_string(b), cls});
      down.push_back({std::to_string(-a), std::to_string(-b), cls});
    }
    TreeOptions options = c45_options();
    options.min_leaf = 1 + sampler.below(2);
    if (round % 3 == 1) options.criterion = Criterion::Gain;
    if (round % 3 == 2) options.criterion = Criterion::Gini;
    options.confidence = round % 2 == 0 ? 0 : 0.25;
    const Table table = make_table({"a", "b", "class"}, up);
    const TreeModel one = learn_tree(table, 2, options, run);
    const Table turned = make_table({"a", "b", "class"}, down);
    const TreeModel other = learn_tree(turned, 2, options, run);
    ASSERT_EQ(one.nodes.size(), other.nodes.size());
    std::vector<std::pair<NodeId, NodeId>> pairs{{NodeId{0}, NodeId{0}}};
    while (!pairs.empty()) {
      const auto [i, j] = pairs.back();
      pairs.pop_back();
      const TreeNode& a = one.nodes[i];
      const TreeNode& b = other.nodes[j];
      ASSERT_EQ(a.counts, b.counts);
      ASSERT_EQ(a.split.has_value(), b.split.has_value());
      if (!a.split) continue;
      ASSERT_EQ(a.split->column, b.split->column);
      ASSERT_EQ(a.split->cut, -b.split->cut);
      ASSERT_EQ(a.split->heaviest, 1 - b.split->heaviest);
      pairs.emplace_back(a.first_child, b.first_child + 1);
      pairs.emplace_back(a.first_child + 1, b.first_child);
    }
    ASSERT_EQ(predict(one, table, run), predict(other, turned, run));
  }
}

TEST(Id3, DoesNotDependOnTheOrderOfRows) {
  const privet::Run run;
  Sampler sampler(15);
  for (int round = 0; round < 50; ++round) {
    const Table table = random_table(
        sampler, {.rows = 40, .columns = 4, .values = 3, .classes = 3, .numeric = false});
    auto order = all_rows(table);
    sampler.shuffle(std::span(order));
    ASSERT_EQ(canonical_tree(learn_tree(table, 4, id3_options(), run)),
              canonical_tree(learn_tree(table.select_rows(order), 4, id3_options(), run)));
  }
}

TEST(Id3, WekasRulesStopAtZeroGainAndLeaveEmptyBranchesOpen) {
  const privet::Run run;
  const Table parity =
      make_table({"a", "b", "class"},
                 {{"0", "0", "no"}, {"0", "1", "yes"}, {"1", "0", "yes"}, {"1", "1", "no"}});
  EXPECT_EQ(learn_tree(parity, 2, id3_options(), run).nodes.size(), 7U);
  TreeOptions weka = id3_options();
  weka.weka = true;
  EXPECT_EQ(learn_tree(parity, 2, weka, run).nodes.size(), 1U);
  const Table gap = make_table({"a", "b", "class"}, {{"x", "0", "no"},
                                                     {"x", "1", "yes"},
                                                     {"x", "1", "yes"},
                                                     {"y", "2", "no"},
                                                     {"y", "2", "no"},
                                                     {"y", "1", "no"}});
  const TreeModel open = learn_tree(gap, 2, weka, run);
  const TreeModel closed = learn_tree(gap, 2, id3_options(), run);
  EXPECT_NE(canonical_tree(open).find(R"("class":null)"), std::string::npos);
  EXPECT_EQ(canonical_tree(closed).find(R"("class":null)"), std::string::npos);
}

TEST(C45, SendsMissingValuesWithTheMajority) {
  const privet::Run run;
  const Table table = make_table(
      {"x", "class"}, {{"1", "a"}, {"2", "a"}, {"3", "a"}, {"8", "b"}, {"9", "b"}, {"?", "b"}});
  TreeOptions options = c45_options();
  options.confidence = 0;
  const TreeModel model = learn_tree(table, 1, options, run);
  ASSERT_EQ(model.nodes.size(), 3U);
  EXPECT_EQ(model.nodes[0].split->cut, 5.5);
  EXPECT_EQ(model.nodes[1].counts, (ClassCounts{3, 1}));
  EXPECT_EQ(predict(model, table, run), testing_support::class_labels({0, 0, 0, 1, 1, 0}));
}

}  // namespace
}  // namespace privet::mining
