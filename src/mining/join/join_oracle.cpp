// SPDX-License-Identifier: Apache-2.0
#include "mining/join/join_oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet::mining {

void check_join_options(const TreeOptions& options) {
  if (!options.penalty && !options.raising && !options.fractional) return;
  throw Error(ErrorCode::Usage,
              "the additions of C4.5 release 8 (a penalty for numeric cuts, subtree raising, parts "
              "of rows) need the joined rows, which are never made; use --algorithm c45 or id3",
              {.parameter = "--tables"});
}

void check_join_rows(const TreeOptions& options, std::uint64_t rows) {
  if (options.criterion != Criterion::Gini || rows <= kMostGiniRows) return;
  throw Error(
      ErrorCode::Usage,
      fmt::format("the Gini index compares squares of counts, and takes joins of at most {} "
                  "rows; this one has {}: use gain or ratio",
                  kMostGiniRows, rows),
      {.parameter = "--criterion"});
}

JoinOracle::JoinOracle(const JoinProblem& problem, const LabelledRows& training,
                       const TreeOptions& options, const Run& run)
    : problem_(problem), options_(options), classes_(training.classes), run_(run) {
  check_join_options(options);
  std::uint32_t first = 0;
  for (std::size_t t = 0; t < problem.tables.size(); ++t) {
    parts_.emplace_back(problem.tables[t], problem.columns[t], problem.keys_of(t), classes_,
                        options, run);
    first_column_.push_back(first);
    first += static_cast<std::uint32_t>(problem.columns[t].size());
  }
  parts_[problem.target].begin(training);
  propagate_classes();
  check_join_rows(options, joined_rows());
  chooser_ = std::make_unique<WideSplitChooser>(options, classes_, joined_rows());
}

void JoinOracle::propagate_classes() {
  for (const auto& hop : class_hops(problem_.graph, problem_.target)) {
    run_.progress("propagating classes");
    const auto summary = parts_[hop.from].class_summary(hop.edge);
    if (hop.forward) {
      parts_[hop.to].forward(hop.edge, summary);
    } else {
      parts_[hop.to].backward(hop.edge, summary);
    }
  }
}

std::uint64_t JoinOracle::joined_rows() const {
  const auto& counts = parts_.front().node(0).counts;
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::size_t JoinOracle::owner(std::uint32_t column) const {
  std::size_t table = parts_.size() - 1;
  while (first_column_[table] > column) --table;
  return table;
}

// Every table knows the counts of every node; they are the same.
std::vector<NodeState> JoinOracle::states(std::span<const NodeId> nodes) {
  std::vector<NodeState> out;
  for (const NodeId node : nodes) out.push_back(state_of(parts_[0].node(node).counts, options_));
  return out;
}

std::vector<ClassCounts> JoinOracle::class_counts(std::span<const NodeId> nodes) {
  std::vector<ClassCounts> out;
  for (const NodeId node : nodes) out.push_back(parts_[0].node(node).counts);
  return out;
}

std::vector<BestSplit> JoinOracle::best_splits(std::span<const NodeId> nodes) {
  std::vector<std::vector<WideCandidate>> all(nodes.size());
  for (std::size_t t = 0; t < parts_.size(); ++t) {
    auto own = parts_[t].candidates(nodes, *chooser_, first_column_[t]);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      std::move(own[i].begin(), own[i].end(), std::back_inserter(all[i]));
    }
  }
  std::vector<BestSplit> out;
  for (const auto& candidates : all) out.push_back(chooser_->best(candidates));
  return out;
}

void JoinOracle::split(std::span<const NodeSplit> splits) {
  std::vector<std::size_t> owners;
  NodeId next = splits.front().first_child;
  for (const auto& wanted : splits) {
    owners.push_back(owner(wanted.split.column));
    next = std::min(next, wanted.first_child);
  }
  for (auto& part : parts_) part.make_children(splits);
  run_.pool().parallel_for(splits.size(), [&](std::size_t i) {
    run_.check_cancelled();
    parts_[owners[i]].split_own(splits[i], first_column_[owners[i]]);
  });
  for (const auto& hop : split_hops(problem_.graph, problem_.target)) {
    const auto near = near_side(problem_.graph, hop);
    run_.pool().parallel_for(splits.size(), [&](std::size_t i) {
      if (!near[owners[i]]) return;
      run_.check_cancelled();
      const auto summary = parts_[hop.from].split_summary(splits[i], hop.edge);
      parts_[hop.to].split_by(splits[i], hop.edge, summary);
    });
  }
  if (keeps_rows_) {
    for (auto& part : parts_) {
      for (const auto& wanted : splits) part.forget(wanted.node);
    }
    return;
  }
  for (auto& part : parts_) part.release(next);
}

}  // namespace privet::mining
