// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/plain_tree_oracle.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"

namespace privet::mining {
namespace {

constexpr std::uint32_t kMissing = kMissingRank;
constexpr std::size_t kWork = 1U << 15;  // rows per task at least

}  // namespace

// What one thread needs to count; all counters are zero between uses.
struct PlainTreeOracle::Scratch {
  std::vector<Count> histogram;  // rank by class
  std::vector<Count> totals;     // by rank
  std::vector<RowId> firsts;     // by rank
  std::vector<std::uint64_t> keys;
  std::vector<Count> narrow;             // two histograms
  std::vector<std::uint64_t> firsts_of;  // by rank: a row, or one of these
  static constexpr std::uint64_t kWanted = std::uint64_t{1} << 32U;
  static constexpr std::uint64_t kUnused = kWanted + 1;
  ColumnCounts counts;

  void clear(std::size_t classes) {
    counts.classes = classes;
    counts.counts.clear();
    counts.first_rows.clear();
    counts.values.clear();
    counts.missing = 0;
  }
  void count_nominal(const ColumnRanks& column, std::span<const RowId> rows,
                     std::span<const ClassLabel> labels, std::size_t classes);
  void count_by_rank(const ColumnRanks& column, std::span<const RowId> rows,
                     std::span<const ClassLabel> labels, std::size_t classes);
  void count_by_sorting(const ColumnRanks& column, std::span<const RowId> rows,
                        std::span<const ClassLabel> labels, std::size_t classes);
  void count_narrow(const ColumnRanks& column, std::span<const RowId> rows,
                    std::span<const ClassLabel> labels, std::size_t classes);
  void find_firsts(const ColumnRanks& column, std::span<const RowId> rows);
};

void PlainTreeOracle::Scratch::count_nominal(const ColumnRanks& column, std::span<const RowId> rows,
                                             std::span<const ClassLabel> labels,
                                             std::size_t classes) {
  counts.counts.assign(column.size * classes, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t rank = column.rank[rows[i]];
    if (rank == kMissing) {
      ++counts.missing;
    } else {
      ++counts.counts[rank * classes + labels[i]];
    }
  }
}

void PlainTreeOracle::Scratch::count_by_rank(const ColumnRanks& column, std::span<const RowId> rows,
                                             std::span<const ClassLabel> labels,
                                             std::size_t classes) {
  if (totals.size() < column.size) {
    totals.resize(column.size, 0);
    firsts.resize(column.size, 0);
  }
  if (histogram.size() < column.size * classes) histogram.resize(column.size * classes, 0);
  std::uint32_t lowest = kMissing;
  std::uint32_t highest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t rank = column.rank[rows[i]];
    if (rank == kMissing) {
      ++counts.missing;
      continue;
    }
    if (totals[rank]++ == 0) {
      firsts[rank] = rows[i];
      lowest = std::min(lowest, rank);
      highest = std::max(highest, rank);
    }
    ++histogram[rank * classes + labels[i]];
  }
  if (lowest == kMissing) return;
  for (std::size_t rank = lowest; rank <= highest; ++rank) {
    if (totals[rank] == 0) continue;
    totals[rank] = 0;
    counts.first_rows.push_back(firsts[rank]);
    counts.values.push_back(column.values[rank]);
    const auto group = histogram.begin() + static_cast<std::ptrdiff_t>(rank * classes);
    const auto end = group + static_cast<std::ptrdiff_t>(classes);
    counts.counts.insert(counts.counts.end(), group, end);
    std::fill(group, end, 0);
  }
}

void PlainTreeOracle::Scratch::count_by_sorting(const ColumnRanks& column,
                                                std::span<const RowId> rows,
                                                std::span<const ClassLabel> labels,
                                                std::size_t classes) {
  keys.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t rank = column.rank[rows[i]];
    if (rank == kMissing) {
      ++counts.missing;
    } else {
      keys.push_back(std::uint64_t{rank} << 32 | i);
    }
  }
  std::sort(keys.begin(), keys.end());
  std::uint64_t last = std::uint64_t{kMissing} + 1;
  for (const std::uint64_t key : keys) {
    const std::size_t i = key & 0xffffffffU;
    if (key >> 32 != last) {
      last = key >> 32;
      counts.first_rows.push_back(rows[i]);  // equal ranks come in the order of the rows
      counts.values.push_back(column.values[last]);
      counts.counts.resize(counts.counts.size() + classes, 0);
    }
    ++counts.counts[counts.counts.size() - classes + labels[i]];
  }
}

// Columns of few values, as the many flags of some tables: counted in two histograms in turn, since
// neighbouring rows often fall into the same cell and would wait for each other.
void PlainTreeOracle::Scratch::count_narrow(const ColumnRanks& column, std::span<const RowId> rows,
                                            std::span<const ClassLabel> labels,
                                            std::size_t classes) {
  const std::size_t cells = (column.size + 1) * classes;
  narrow.assign(2 * cells, 0);
  Count* const even = narrow.data();
  Count* const odd = narrow.data() + cells;
  std::size_t i = 0;
  for (; i + 2 <= rows.size(); i += 2) {
    ++even[column.narrow[rows[i]] * classes + labels[i]];
    ++odd[column.narrow[rows[i + 1]] * classes + labels[i + 1]];
  }
  if (i < rows.size()) ++even[column.narrow[rows[i]] * classes + labels[i]];
  for (std::size_t cell = 0; cell < cells; ++cell) even[cell] += odd[cell];
  firsts_of.assign(column.size + 1, kUnused);
  for (std::size_t rank = 0; rank <= column.size; ++rank) {
    const Count* const group = even + rank * classes;
    const Count total = std::accumulate(group, group + classes, Count{0});
    if (rank == column.size) {
      counts.missing = total;
    } else if (total > 0) {
      firsts_of[rank] = kWanted;
      counts.values.push_back(column.values[rank]);
      counts.counts.insert(counts.counts.end(), group, group + classes);
    }
  }
  find_firsts(column, rows);
}

// The first row of each rank that occurs.
void PlainTreeOracle::Scratch::find_firsts(const ColumnRanks& column, std::span<const RowId> rows) {
  std::size_t left = counts.values.size();
  for (std::size_t i = 0; left > 0; ++i) {
    std::uint64_t& first = firsts_of[column.narrow[rows[i]]];
    if (first != kWanted) continue;
    first = rows[i];
    --left;
  }
  for (const std::uint64_t first : firsts_of) {
    if (first < kWanted) counts.first_rows.push_back(static_cast<RowId>(first));
  }
}

PlainTreeOracle::PlainTreeOracle(const Table& table, AttributeId class_column,
                                 const LabelledRows& training, const TreeOptions& options,
                                 const Run& run)
    : options_(options),
      classes_(training.classes),
      run_(run),
      chooser_(options, training.classes, training.rows.size()),
      rows_(training.rows.begin(), training.rows.end()) {
  for (std::size_t c = 0; c < table.columns(); ++c) {
    if (c == class_column) continue;
    run.check_cancelled();
    columns_.emplace_back(table.column(static_cast<AttributeId>(c)), options);
  }
  labels_.reserve(rows_.size());
  for (const RowId row : rows_) labels_.push_back(training.labels[row]);
  Node root{0, rows_.size(), {}, {}};
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].size > 1) root.columns.push_back(static_cast<std::uint32_t>(c));
  }
  nodes_.push_back(std::move(root));
}

PlainTreeOracle::~PlainTreeOracle() = default;

// The rows of a node stay together when it is split, so its counts can be asked for at any time.
const ClassCounts& PlainTreeOracle::counts_of(NodeId id) {
  Node& node = nodes_[id];
  if (node.counts.empty()) {
    node.counts.assign(classes_, 0);
    for (std::size_t r = node.begin; r < node.end; ++r) ++node.counts[labels_[r]];
  }
  return node.counts;
}

std::vector<NodeState> PlainTreeOracle::states(std::span<const NodeId> nodes) {
  std::vector<NodeState> out;
  for (const NodeId node : nodes) out.push_back(state_of(counts_of(node), options_));
  return out;
}

std::vector<ClassCounts> PlainTreeOracle::class_counts(std::span<const NodeId> nodes) {
  std::vector<ClassCounts> out;
  for (const NodeId node : nodes) out.push_back(counts_of(node));
  return out;
}

std::unique_ptr<PlainTreeOracle::Scratch> PlainTreeOracle::borrow() const {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return std::make_unique<Scratch>();
  auto out = std::move(free_.back());
  free_.pop_back();
  return out;
}

void PlainTreeOracle::give_back(std::unique_ptr<Scratch> scratch) const {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(scratch));
}

void PlainTreeOracle::judge(NodeId id, const Task& task, Scratch& scratch) const {
  const Node& node = nodes_[id];
  const ColumnRanks& column = columns_[task.column];
  const std::size_t count = node.end - node.begin;
  const auto rows = std::span(rows_).subspan(node.begin, count);
  const auto labels = std::span(labels_).subspan(node.begin, count);
  scratch.clear(classes_);
  if (!column.numeric) {
    scratch.count_nominal(column, rows, labels, classes_);
    *task.answer = chooser_.best_of_nominal(task.column, scratch.counts);
    return;
  }
  constexpr std::size_t kSparse = 8;  // ranks a row beyond which sorting is cheaper
  if (!column.narrow.empty() && column.size <= count) {
    scratch.count_narrow(column, rows, labels, classes_);
  } else if (column.size <= kSparse * count) {
    scratch.count_by_rank(column, rows, labels, classes_);
  } else {
    scratch.count_by_sorting(column, rows, labels, classes_);
  }
  *task.answer = chooser_.best_of_numeric(task.column, scratch.counts);
  // A constant column stays constant below; the mark is a candidate without branches and rows.
  if (scratch.counts.groups() < 2) task.answer->split.branches = 1;
}

// A forest's tree tries a few columns of each node; if none of them splits it, the rest.
std::vector<BestSplit> PlainTreeOracle::best_splits(std::span<const NodeId> nodes) {
  if (options_.columns_per_node == 0) return best_of_columns(nodes);
  std::vector<std::vector<std::uint32_t>> rest(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto& columns = nodes_[nodes[i]].columns;
    if (columns.size() <= options_.columns_per_node) continue;
    Sampler sampler(options_.seed ^ (std::uint64_t{nodes[i]} + 1) * 0x9e3779b97f4a7c15U);
    sampler.shuffle(std::span(columns));
    const auto tried = columns.begin() + static_cast<std::ptrdiff_t>(options_.columns_per_node);
    rest[i].assign(tried, columns.end());
    columns.erase(tried, columns.end());
    std::sort(columns.begin(), columns.end());
  }
  auto out = best_of_columns(nodes);
  std::vector<NodeId> again;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto& columns = nodes_[nodes[i]].columns;
    if (!out[i].found && !rest[i].empty()) {
      again.push_back(nodes[i]);
      places.push_back(i);
      std::swap(columns, rest[i]);
      std::sort(columns.begin(), columns.end());
    }
  }
  if (!again.empty()) {
    const auto second = best_of_columns(again);
    for (std::size_t i = 0; i < again.size(); ++i) out[places[i]] = second[i];
  }
  // Those below may try all of them again.
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto& columns = nodes_[nodes[i]].columns;
    columns.insert(columns.end(), rest[i].begin(), rest[i].end());
    std::sort(columns.begin(), columns.end());
  }
  return out;
}

std::vector<BestSplit> PlainTreeOracle::best_of_columns(std::span<const NodeId> nodes) {
  std::vector<std::vector<Candidate>> candidates(nodes.size());
  std::vector<Task> tasks;
  std::vector<std::size_t> starts{0};
  std::size_t work = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes_[nodes[i]];
    candidates[i].resize(node.columns.size());
    for (std::size_t c = 0; c < node.columns.size(); ++c) {
      tasks.push_back({i, node.columns[c], &candidates[i][c]});
      work += node.end - node.begin;
      if (work < kWork) continue;
      starts.push_back(tasks.size());
      work = 0;
    }
  }
  starts.push_back(tasks.size());
  run_.pool().parallel_for(starts.size() - 1, [&](std::size_t part) {
    run_.check_cancelled();
    auto scratch = borrow();
    for (std::size_t t = starts[part]; t < starts[part + 1]; ++t) {
      judge(nodes[tasks[t].node], tasks[t], *scratch);
    }
    give_back(std::move(scratch));
  });
  std::vector<BestSplit> out;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    out.push_back(chooser_.best(candidates[i]));
    Node& node = nodes_[nodes[i]];
    std::size_t kept = 0;
    for (std::size_t c = 0; c < node.columns.size(); ++c) {
      if (candidates[i][c].split.branches != 1) node.columns[kept++] = node.columns[c];
    }
    node.columns.resize(kept);
  }
  return out;
}

void PlainTreeOracle::split(std::span<const NodeSplit> splits) {
  std::size_t last = nodes_.size();
  for (const auto& wanted : splits) {
    last = std::max<std::size_t>(last, wanted.first_child + wanted.split.branches);
  }
  nodes_.resize(last);
  run_.pool().parallel_for(splits.size(), [&](std::size_t i) { split_node(splits[i]); });
}

void PlainTreeOracle::split_node(const NodeSplit& wanted) {
  Node& node = nodes_[wanted.node];
  const Split& split = wanted.split;
  const ColumnRanks& column = columns_[split.column];
  const std::size_t count = node.end - node.begin;
  std::vector<std::uint32_t> branch(count);
  std::vector<std::size_t> place(split.branches + 1, 0);
  for (std::size_t i = 0; i < count; ++i) {
    branch[i] = column.branch(split, rows_[node.begin + i]);
    ++place[branch[i] + 1];
  }
  for (std::size_t b = 0; b < split.branches; ++b) place[b + 1] += place[b];
  std::vector<std::uint32_t> columns = std::move(node.columns);
  if (split.kind == TestKind::Values) std::erase(columns, split.column);
  for (std::size_t b = 0; b < split.branches; ++b) {
    nodes_[wanted.first_child + b] = {
        node.begin + place[b], node.begin + place[b + 1], columns, {}};
  }
  std::vector<RowId> rows(count);
  std::vector<ClassLabel> labels(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t to = place[branch[i]]++;
    rows[to] = rows_[node.begin + i];
    labels[to] = labels_[node.begin + i];
  }
  std::copy(rows.begin(), rows.end(), rows_.begin() + static_cast<std::ptrdiff_t>(node.begin));
  std::copy(labels.begin(), labels.end(),
            labels_.begin() + static_cast<std::ptrdiff_t>(node.begin));
}

}  // namespace privet::mining
