// SPDX-License-Identifier: Apache-2.0
// The worked example of Xu (Simon Fraser 2008): figures 2 and 4 to 6, examples 2 to 4. The ages of
// R23 and R24 and the other columns of T3 cannot be recovered from the text; any that go to the
// nodes as the text says will do. It prints the test as "Age > 10" and sends Age = 3 to the first.
#include <gtest/gtest.h>

#include <map>

#include "mining/join/join_oracle.h"

namespace privet::mining {
namespace {

using Counts = std::vector<std::uint64_t>;
using ByText = std::map<std::string, Counts>;

JoinProblem figure_2(const Run& run) {
  const Table t1 = make_table({"J1", "J2", "Class"}, {{"a", "x", "C1"},    // R11
                                                      {"b", "x", "C2"},    // R12
                                                      {"b", "y", "C1"},    // R13
                                                      {"b", "y", "C2"}});  // R14
  const Table t2 =
      make_table({"J1", "Age"}, {{"a", "3"}, {"c", "4"}, {"b", "5"}, {"a", "20"}});   // R21..R24
  const Table t3 = make_table({"J2", "Kind"}, {{"x", "p"}, {"y", "q"}, {"x", "r"}});  // R31..R33
  const std::vector<std::string> predicates{"T1.J1=T2.J1", "T1.J2=T3.J2"};
  return join_problem({t1, t2, t3}, join_graph({"T1", "T2", "T3"}, predicates), {0, "Class"}, {},
                      run);
}

class ThesisExample : public ::testing::Test {
 protected:
  ThesisExample() : problem_(figure_2(run_)), classes_(class_column(problem_.tables[0], 2)) {
    for (std::size_t t = 0; t < 3; ++t) {
      parts_.emplace_back(problem_.tables[t], problem_.columns[t], problem_.keys_of(t), 2,
                          c45_options(), run_);
    }
    parts_[0].begin(classes_.labelled());
  }

  // By join value; `edge` 0 is J1, 1 is J2.
  ByText named(std::size_t edge, const JoinSummary& summary) const {
    const auto& keys = problem_.keys[edge].first.of_row;  // of T1
    ByText out;
    for (std::size_t i = 0; i < summary.keys.size(); ++i) {
      for (RowId row = 0; row < keys.size(); ++row) {
        if (keys[row] != summary.keys[i]) continue;
        const auto text = problem_.tables[0].column(static_cast<AttributeId>(edge)).text(row);
        const auto counts = summary.of(i);
        out[std::string(text)] = Counts(counts.begin(), counts.end());
      }
    }
    return out;
  }
  // Rows with their counts, by number from 1.
  std::map<int, Counts> rows(std::size_t table, NodeId node = 0) const {
    const PartNode& here = parts_[table].node(node);
    std::map<int, Counts> out;
    for (std::size_t i = 0; i < here.rows.size(); ++i) {
      out[static_cast<int>(here.rows[i]) + 1] = {here.weights[2 * i], here.weights[2 * i + 1]};
    }
    return out;
  }
  void phases() {
    for (const auto& hop : class_hops(problem_.graph, 0)) {
      const auto summary = parts_[hop.from].class_summary(hop.edge);
      hop.forward ? parts_[hop.to].forward(hop.edge, summary)
                  : parts_[hop.to].backward(hop.edge, summary);
    }
  }

  privet::Run run_;
  JoinProblem problem_;
  ClassColumn classes_;
  std::vector<JoinPart> parts_;
};

TEST_F(ThesisExample, Example2ForwardPropagation) {
  const auto summary = parts_[0].class_summary(0);
  EXPECT_EQ(named(0, summary), (ByText{{"a", {1, 0}}, {"b", {1, 2}}}));
  parts_[1].forward(0, summary);
  // Figure 4; R22 is removed, as there is no entry for c.
  EXPECT_EQ(rows(1), (std::map<int, Counts>{{1, {1, 0}}, {3, {1, 2}}, {4, {1, 0}}}));
  EXPECT_EQ(named(0, parts_[1].class_summary(0)), (ByText{{"a", {2, 0}}, {"b", {1, 2}}}));
}

TEST_F(ThesisExample, Example3BackwardPropagation) {
  parts_[1].forward(0, parts_[0].class_summary(0));
  parts_[0].backward(0, parts_[1].class_summary(0));
  // Figure 5.
  EXPECT_EQ(rows(0), (std::map<int, Counts>{{1, {2, 0}}, {2, {0, 1}}, {3, {1, 0}}, {4, {0, 1}}}));
  const auto summary = parts_[0].class_summary(1);
  EXPECT_EQ(named(1, summary), (ByText{{"x", {2, 1}}, {"y", {1, 1}}}));
  parts_[2].forward(1, summary);
  EXPECT_EQ(rows(2), (std::map<int, Counts>{{1, {2, 1}}, {2, {1, 1}}, {3, {2, 1}}}));
}

TEST_F(ThesisExample, Figure6AfterBothPhases) {
  phases();
  EXPECT_EQ(rows(0), (std::map<int, Counts>{{1, {4, 0}}, {2, {0, 2}}, {3, {1, 0}}, {4, {0, 1}}}));
  EXPECT_EQ(rows(1), (std::map<int, Counts>{{1, {2, 0}}, {3, {1, 3}}, {4, {2, 0}}}));
  EXPECT_EQ(rows(2), (std::map<int, Counts>{{1, {2, 1}}, {2, {1, 1}}, {3, {2, 1}}}));
  for (const auto& part : parts_) EXPECT_EQ(part.node(0).counts, (Counts{5, 3}));
}

TEST_F(ThesisExample, Example4SplitPropagation) {
  phases();
  Split split;
  split.kind = TestKind::AtMost;
  split.cut = 10;
  split.branches = 2;
  const NodeSplit age{0, split, 1};
  for (auto& part : parts_) part.make_children(std::span(&age, 1));
  parts_[1].split_own(age, 0);
  EXPECT_EQ(rows(1, 1), (std::map<int, Counts>{{1, {2, 0}}, {3, {1, 3}}}));
  EXPECT_EQ(rows(1, 2), (std::map<int, Counts>{{4, {2, 0}}}));

  const auto to_t1 = parts_[1].split_summary(age, 0);
  EXPECT_EQ(named(0, to_t1), (ByText{{"a", {2, 0, 2, 0}}, {"b", {1, 3, 0, 0}}}));
  parts_[0].split_by(age, 0, to_t1);
  EXPECT_EQ(rows(0, 1),
            (std::map<int, Counts>{{1, {2, 0}}, {2, {0, 2}}, {3, {1, 0}}, {4, {0, 1}}}));
  EXPECT_EQ(rows(0, 2), (std::map<int, Counts>{{1, {2, 0}}}));

  const auto to_t3 = parts_[0].split_summary(age, 1);
  EXPECT_EQ(named(1, to_t3), (ByText{{"x", {2, 2, 2, 0}}, {"y", {1, 1, 0, 0}}}));
  parts_[2].split_by(age, 1, to_t3);
  EXPECT_EQ(rows(2, 1), (std::map<int, Counts>{{1, {1, 1}}, {2, {1, 1}}, {3, {1, 1}}}));
  EXPECT_EQ(rows(2, 2), (std::map<int, Counts>{{1, {1, 0}}, {3, {1, 0}}}));
}

}  // namespace
}  // namespace privet::mining
