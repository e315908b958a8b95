// SPDX-License-Identifier: Apache-2.0
#include "mining/join/join_tree.h"

#include <algorithm>

#include "base/error.h"
#include "mining/join/join_oracle.h"
#include "mining/tree/tree.h"

namespace privet::mining {
namespace {

// Refuses where nothing could be learned.
void check_not_empty(const JoinOracle& oracle) {
  if (oracle.joined_rows() > 0) return;
  throw Error(ErrorCode::Input,
              "the join is empty: no row of every table with equal join values; privet mine tree "
              "--explain-join shows where rows are lost");
}

// Sends the joined rows down a finished tree.
void walk_down(JoinOracle& oracle, const TreeModel& model) {
  std::vector<NodeId> level{0};
  while (!level.empty()) {
    std::vector<NodeSplit> splits;
    for (const NodeId node : level) {
      const auto& here = model.nodes[node];
      if (here.split) splits.push_back({node, *here.split, here.first_child});
    }
    level.clear();
    if (splits.empty()) return;
    oracle.split(splits);
    for (const auto& done : splits) {
      for (std::uint32_t b = 0; b < done.split.branches; ++b) {
        level.push_back(NodeId(done.first_child + b));
      }
    }
  }
}

// The rows of the table with the class that occur in the join.
std::vector<RowId> joined_targets(const JoinProblem& problem, const ClassColumn& classes,
                                  const Run& run) {
  const JoinOracle oracle(problem, classes.labelled(), id3_options(), run);
  return oracle.part(problem.target).node(0).rows;
}

}  // namespace

JoinSizes join_sizes(const JoinProblem& problem, const Run& run) {
  const auto classes = class_column(problem.tables[problem.target], problem.class_column);
  const JoinOracle oracle(problem, classes.labelled(), id3_options(), run);
  JoinSizes out;
  out.join_rows = oracle.joined_rows();
  std::uint64_t columns = 0;
  for (std::size_t t = 0; t < problem.tables.size(); ++t) {
    const Table& table = problem.tables[t];
    out.rows.push_back(table.rows());
    out.joined.push_back(oracle.part(t).node(0).rows.size());
    out.cells += table.rows() * table.columns();
    columns += table.columns();
  }
  out.join_cells = out.join_rows * columns;
  return out;
}

TreeModel learn_join_tree(const JoinProblem& problem, const TreeOptions& options, const Run& run) {
  const auto classes = class_column(problem.tables[problem.target], problem.class_column);
  warn_about(classes, run);
  JoinOracle oracle(problem, classes.labelled(), options, run);
  check_not_empty(oracle);
  return grow_counted_tree(oracle, join_header(problem, options), options, run);
}

Forecast forecast_join(const JoinProblem& problem, const TreeModel& model, const LabelledRows& rows,
                       const TreeOptions& options, const Run& run) {
  JoinOracle oracle(problem, rows, options, run);
  oracle.keep_rows();
  walk_down(oracle, model);
  const std::size_t classes = rows.classes;
  const auto shares = node_shares(model.nodes, classes);
  std::vector<double> votes(problem.tables[problem.target].rows() * classes, 0.0);
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    if (model.nodes[n].split) continue;
    const PartNode& leaf = oracle.part(problem.target).node(static_cast<NodeId>(n));
    for (std::size_t i = 0; i < leaf.rows.size(); ++i) {
      double weight = 0;
      for (std::size_t c = 0; c < classes; ++c) {
        weight += static_cast<double>(leaf.weights[i * classes + c]);
      }
      for (std::size_t c = 0; c < classes; ++c) {
        votes[leaf.rows[i] * classes + c] += weight * shares[n * classes + c];
      }
    }
  }
  Forecast out;
  for (const RowId row : rows.rows) {
    const auto own = std::span(votes).subspan(row * classes, classes);
    double sum = 0;
    for (const double vote : own) sum += vote;
    PRIVET_CHECK(sum > 0);
    for (const double vote : own) out.probabilities.push_back(vote / sum);
  }
  out.given = most_probable(out.probabilities, classes);
  return out;
}

ClassQuality judge_join_tree(const JoinProblem& problem, const TreeModel& model,
                             const TreeOptions& options, const FoldPlan& plan, const Run& run) {
  const auto classes = class_column(problem.tables[problem.target], problem.class_column);
  const auto joined = joined_targets(problem, classes, run);
  const auto all = classes.labelled(joined);
  if (plan.folds == 0) {
    std::vector<ClassLabel> labels;
    for (const RowId row : joined) labels.push_back(classes.labels[row]);
    return judge(labels, forecast_join(problem, model, all, options, run), classes.classes.size());
  }
  const TreeModel header = join_header(problem, options);
  const ForecastRows learn = [&](std::span<const RowId> training, std::span<const RowId> test) {
    JoinOracle oracle(problem, classes.labelled(training), options, run);
    const auto grown = grow_counted_tree(oracle, header, options, run);
    return forecast_join(problem, grown, classes.labelled(test), options, run);
  };
  return cross_validate(all, plan, learn, run);
}

double joined_accuracy(const TreeModel& model) {
  double right = 0;
  double all = 0;
  for (const auto& node : model.nodes) {
    if (node.split) continue;
    for (std::size_t c = 0; c < node.counts.size(); ++c) {
      const auto count = static_cast<double>(node.counts[c]);
      all += count;
      if (node.label == c) right += count;
    }
  }
  return all == 0 ? 0.0 : right / all;
}

}  // namespace privet::mining
