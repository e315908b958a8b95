// SPDX-License-Identifier: Apache-2.0
// Trees grown from the counts of several sites equal those of the pooled table.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/error.h"
#include "mining/tree/plain_tree_oracle.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_test_tables.h"
#include "mining/tree/tree_text.h"

namespace privet::mining {
namespace {

// The rows lie at several sites; a question is answered by adding the sites' counts. A site knows
// of a node only the tests on the path to it.
class SiteTreeOracle final : public CountingTreeOracle {
 public:
  SiteTreeOracle(const Table& table, AttributeId cls, const TreeOptions& options, std::size_t sites)
      : table_(table),
        cls_(cls),
        options_(options),
        class_(class_column(table, cls)),
        chooser_(options, class_.classes.size(), table.rows()),
        sites_(sites),
        node_of_(table.rows(), 0) {
    used_.emplace_back();
  }
  [[nodiscard]] std::size_t classes() const override { return class_.classes.size(); }
  std::vector<NodeState> states(std::span<const NodeId> nodes) override {
    std::vector<NodeState> out;
    for (const NodeId node : nodes) {
      ClassCounts sum(classes(), 0);
      for (std::size_t site = 0; site < sites_; ++site) {
        for_rows(site, node, [&](RowId row) { ++sum[class_.labels[row]]; });
      }
      out.push_back(state_of(sum, options_));
      counts_[node] = std::move(sum);
    }
    return out;
  }
  std::vector<ClassCounts> class_counts(std::span<const NodeId> nodes) override {
    std::vector<ClassCounts> out;
    for (const NodeId node : nodes) out.push_back(counts_.at(node));
    return out;
  }
  std::vector<BestSplit> best_splits(std::span<const NodeId> nodes) override {
    std::vector<BestSplit> out;
    for (const NodeId node : nodes) {
      std::vector<Candidate> candidates;
      for (AttributeId c = 0; c < cls_; ++c) {
        if (used_[node].contains(c)) continue;
        const bool c45 = options_.algorithm == TreeAlgorithm::C45;
        const bool numeric = c45 && table_.column(c).type() == ColumnType::Numeric;
        const ColumnCounts sum = added(node, c, c45, numeric);
        candidates.push_back(numeric ? chooser_.best_of_numeric(c, sum)
                                     : chooser_.best_of_nominal(c, sum));
      }
      out.push_back(chooser_.best(candidates));
    }
    return out;
  }
  void split(std::span<const NodeSplit> splits) override {
    for (const auto& wanted : splits) {
      const Split& s = wanted.split;
      const Column& column = table_.column(AttributeId(s.column));
      used_.resize(std::max<std::size_t>(used_.size(), wanted.first_child + s.branches));
      for (std::uint32_t b = 0; b < s.branches; ++b) {
        used_[wanted.first_child + b] = used_[wanted.node];
        if (s.kind == TestKind::Values)
          used_[wanted.first_child + b].insert({AttributeId(s.column), true});
      }
      const auto skip = static_cast<ValueId>(
          options_.algorithm == TreeAlgorithm::C45 ? column.dictionary.missing_count() : 0);
      for (RowId row = 0; row < table_.rows(); ++row) {
        if (node_of_[row] != wanted.node) continue;
        std::uint32_t to = s.heaviest;
        const ValueId code = column.codes[row];
        if (code >= skip) {
          if (s.kind == TestKind::Values) to = code - skip;
          if (s.kind == TestKind::AtMost) to = column.number(row) <= s.cut ? 0 : 1;
          if (s.kind == TestKind::OneValue) to = code - skip == s.value ? 0 : 1;
        }
        node_of_[row] = NodeId(wanted.first_child + to);
      }
    }
  }

 private:
  template <class Visit>
  void for_rows(std::size_t site, NodeId node, const Visit& visit) const {
    for (std::size_t row = site; row < table_.rows(); row += sites_) {
      if (node_of_[row] == node) visit(static_cast<RowId>(row));
    }
  }
  ColumnCounts added(NodeId node, AttributeId c, bool c45, bool numeric) const {
    const Column& column = table_.column(c);
    const std::size_t skip = c45 ? column.dictionary.missing_count() : 0;
    const std::size_t values = column.dictionary.size() - skip;
    ColumnCounts all;
    all.classes = classes();
    all.counts.assign(values * classes(), 0);
    std::vector<RowId> firsts(values, RowId{~0U});
    for (std::size_t site = 0; site < sites_; ++site) {
      for_rows(site, node, [&](RowId row) {
        const ValueId code = column.codes[row];
        if (code < skip) {
          ++all.missing;
          return;
        }
        ++all.counts[(code - skip) * classes() + class_.labels[row]];
        firsts[code - skip] = std::min(firsts[code - skip], row);
      });
    }
    if (!numeric) return all;
    ColumnCounts out;
    out.classes = classes();
    out.missing = all.missing;
    for (std::size_t v = 0; v < values; ++v) {
      if (firsts[v] == RowId{~0U}) continue;
      out.first_rows.push_back(firsts[v]);
      out.values.push_back(column.dictionary.number(static_cast<ValueId>(v + skip)));
      for (const Count n : all.group(v)) out.counts.push_back(n);
    }
    return out;
  }

  const Table& table_;
  AttributeId cls_;
  TreeOptions options_;
  ClassColumn class_;
  SplitChooser chooser_;
  std::size_t sites_;
  std::vector<NodeId> node_of_;
  std::map<NodeId, ClassCounts> counts_;
  std::vector<std::map<AttributeId, bool>> used_;
};

// Answers what the learner needs and nothing else: there are no counts to ask for.
class StatesOnly final : public TreeOracle {
 public:
  explicit StatesOnly(TreeOracle& inner) : inner_(inner) {}
  [[nodiscard]] std::size_t classes() const override { return inner_.classes(); }
  std::vector<NodeState> states(std::span<const NodeId> nodes) override {
    return inner_.states(nodes);
  }
  std::vector<BestSplit> best_splits(std::span<const NodeId> nodes) override {
    return inner_.best_splits(nodes);
  }
  void split(std::span<const NodeSplit> splits) override { inner_.split(splits); }

 private:
  TreeOracle& inner_;
};

TEST(Tree, GrowsTheSameWithoutCounts) {
  const privet::Run run;
  Sampler sampler(15);
  for (int round = 0; round < 30; ++round) {
    const Table table = random_table(sampler, {.rows = 10 + sampler.below(60),
                                               .columns = 3,
                                               .values = 4,
                                               .classes = 3,
                                               .numeric = round % 2 == 0,
                                               .missing = 0.1});
    TreeOptions options = round % 3 == 0 ? id3_options() : c45_options();
    const ClassColumn classes = class_column(table, 3);
    PlainTreeOracle plain(table, 3, classes.labelled(), options, run);
    StatesOnly oracle(plain);
    if (options.confidence > 0) {
      EXPECT_THROW((void)grow_tree(oracle, tree_header(table, 3, options), options, run), Error);
      options.confidence = 0;
    }
    const TreeModel grown = grow_tree(oracle, tree_header(table, 3, options), options, run);
    TreeModel expected = learn_tree(table, 3, options, run);
    for (auto& node : expected.nodes) node.counts.clear();
    ASSERT_EQ(grown, expected);
  }
}

TEST(Tree, SitesThatAddTheirCountsGrowTheSameTree) {
  const privet::Run run;
  Sampler sampler(14);
  for (int round = 0; round < 120; ++round) {
    const auto columns = 2 + sampler.below(3);
    const bool numeric = round % 2 == 0;
    const Table table = random_table(sampler, {.rows = 10 + sampler.below(60),
                                               .columns = columns,
                                               .values = 2 + sampler.below(9),
                                               .classes = 2 + sampler.below(3),
                                               .numeric = numeric,
                                               .missing = round % 4 < 2 ? 0.15 : 0.0});
    TreeOptions options = round % 3 == 0 ? id3_options() : c45_options();
    if (round % 5 == 0) options.criterion = Criterion::Gini;
    if (round % 7 == 0) options.nominal = NominalSplit::OneAgainstRest;
    const auto cls = static_cast<AttributeId>(columns);
    SiteTreeOracle oracle(table, cls, options, 1 + sampler.below(4));
    const TreeModel added =
        grow_counted_tree(oracle, tree_header(table, cls, options), options, run);
    ASSERT_EQ(canonical_tree(added), canonical_tree(learn_tree(table, cls, options, run)));
  }
}

}  // namespace
}  // namespace privet::mining
