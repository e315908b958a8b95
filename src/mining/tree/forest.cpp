// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/forest.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "base/sampling.h"
#include "base/thread_pool.h"
#include "mining/tree/plain_tree_oracle.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/tree.h"

namespace privet::mining {
namespace {

TreeOptions tree_options(const ForestOptions& options, std::size_t columns) {
  TreeOptions out;
  out.algorithm = TreeAlgorithm::C45;
  out.criterion = options.criterion;
  out.nominal = options.nominal;
  out.min_leaf = options.min_leaf;
  out.max_depth = options.max_depth;
  const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(columns)));
  out.columns_per_node = options.columns > 0 ? options.columns : std::max<std::size_t>(root, 1);
  return out;
}

// As many rows as there are, drawn with replacement, ascending.
std::vector<RowId> drawn(std::span<const RowId> rows, Sampler& sampler) {
  std::vector<RowId> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out.push_back(rows[static_cast<std::size_t>(sampler.below(rows.size()))]);
  }
  std::sort(out.begin(), out.end());
  return out;
}

double gini_times_rows(const ClassCounts& counts) {
  double rows = 0;
  double squares = 0;
  for (const std::uint64_t n : counts) {
    rows += static_cast<double>(n);
    squares += static_cast<double>(n) * static_cast<double>(n);
  }
  return rows > 0 ? rows - squares / rows : 0.0;
}

std::vector<double> importance_of(const ForestModel& model) {
  std::vector<double> out(model.columns.size(), 0.0);
  for (const auto& nodes : model.trees) {
    for (const auto& node : nodes) {
      if (!node.split) continue;
      double decrease = gini_times_rows(node.counts);
      for (std::uint32_t b = 0; b < node.split->branches; ++b) {
        decrease -= gini_times_rows(nodes[node.first_child + b].counts);
      }
      out[node.split->column] += std::max(decrease, 0.0);
    }
  }
  const double all = std::accumulate(out.begin(), out.end(), 0.0);
  for (auto& one : out) one = all > 0 ? one / all : 0.0;
  return out;
}

struct Grown {
  ForestModel model;
  std::vector<std::vector<RowId>> bags;
};

Grown grow_forest(const Table& table, AttributeId class_id, const LabelledRows& training,
                  const TreeModel& header, const ForestOptions& options, const Run& run) {
  Grown out;
  out.model = {header.class_name, header.classes, header.columns, {}, {}};
  out.model.trees.resize(options.trees);
  out.bags.resize(options.trees);
  // Every tree has a seed of its own, so that the order in which they grow does not matter.
  Sampler seeds(options.seed);
  std::vector<std::uint64_t> own(options.trees);
  for (auto& seed : own) seed = seeds();
  std::atomic<std::size_t> begun{0};
  run.pool().parallel_for(options.trees, [&](std::size_t t) {
    // Those that are growing count as half done.
    const auto done =
        std::max(static_cast<double>(begun++) - 0.5 * static_cast<double>(run.pool().size()), 0.0);
    run.progress("growing trees", done / static_cast<double>(options.trees));
    Sampler sampler(own[t]);
    out.bags[t] = drawn(training.rows, sampler);
    TreeOptions tree = tree_options(options, header.columns.size());
    tree.seed = sampler();
    const LabelledRows bag{training.labels, out.bags[t], training.classes};
    PlainTreeOracle oracle(table, class_id, bag, tree, run);
    out.model.trees[t] = std::move(grow_counted_tree(oracle, header, tree, run).nodes);
  });
  out.model.importance = importance_of(out.model);
  return out;
}

// Adds the trees' shares row by row, in the order of the trees. `skip(tree, row)` leaves some out;
// returns how many trees each row had.
template <class Skip>
std::vector<std::size_t> add_shares(const ForestModel& model, const Table& table, const Skip& skip,
                                    std::vector<double>& sums, const Run& run) {
  const std::size_t classes = model.classes.size();
  std::vector<std::size_t> trees(table.rows(), 0);
  sums.assign(table.rows() * classes, 0.0);
  constexpr std::size_t kBlock = 16;  // trees whose leaves are kept at once
  for (std::size_t first = 0; first < model.trees.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, model.trees.size() - first);
    std::vector<std::vector<NodeId>> leaves(count);
    std::vector<std::vector<double>> shares(count);
    run.pool().parallel_for(count, [&](std::size_t i) {
      leaves[i] = leaves_of(model.columns, model.trees[first + i], table, run);
      shares[i] = node_shares(model.trees[first + i], classes);
    });
    for (std::size_t i = 0; i < count; ++i) {
      run.check_cancelled();
      for (std::size_t r = 0; r < table.rows(); ++r) {
        if (skip(first + i, static_cast<RowId>(r))) continue;
        ++trees[r];
        const double* from = shares[i].data() + leaves[i][r] * classes;
        for (std::size_t c = 0; c < classes; ++c) sums[r * classes + c] += from[c];
      }
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (trees[i / classes] > 0) sums[i] /= static_cast<double>(trees[i / classes]);
  }
  return trees;
}

}  // namespace

Forecast forecast(const ForestModel& model, const Table& table, const Run& run) {
  Forecast out;
  add_shares(model, table, [](std::size_t, RowId) { return false; }, out.probabilities, run);
  out.given = most_probable(out.probabilities, model.classes.size());
  return out;
}

Forest learn_forest(const Table& table, AttributeId class_id, const ForestOptions& options,
                    const Run& run) {
  const ClassColumn classes = class_column(table, class_id);
  warn_about(classes, run);
  const TreeModel header = tree_header(table, class_id, tree_options(options, table.columns() - 1));
  Grown grown = grow_forest(table, class_id, classes.labelled(), header, options, run);
  Forest out{std::move(grown.model), {}, 0};
  std::vector<std::vector<bool>> in_bag(grown.bags.size(), std::vector<bool>(table.rows(), false));
  for (std::size_t t = 0; t < grown.bags.size(); ++t) {
    for (const RowId row : grown.bags[t]) in_bag[t][row] = true;
  }
  Forecast seen;
  const auto trees = add_shares(
      out.model, table, [&](std::size_t t, RowId row) { return in_bag[t][row]; },
      seen.probabilities, run);
  seen.given = most_probable(seen.probabilities, classes.classes.size());
  std::vector<RowId> rows;
  for (const RowId row : classes.rows) {
    if (trees[row] > 0) {
      rows.push_back(row);
    } else {
      ++out.never_out;
    }
  }
  out.out_of_bag = judge(classes.labelled(rows), seen);
  return out;
}

ClassQuality assess_forest(const Table& table, AttributeId class_id, const ForestOptions& options,
                           const FoldPlan& plan, const Run& run) {
  const ClassColumn classes = class_column(table, class_id);
  const TreeModel header = tree_header(table, class_id, tree_options(options, table.columns() - 1));
  const ForecastRows learn = [&](std::span<const RowId> training, std::span<const RowId> test) {
    const Grown grown =
        grow_forest(table, class_id, classes.labelled(training), header, options, run);
    return forecast(grown.model, table.select_rows(test), run);
  };
  return cross_validate(classes.labelled(), plan, learn, run);
}

}  // namespace privet::mining
