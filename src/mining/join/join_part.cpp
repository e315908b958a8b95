// SPDX-License-Identifier: Apache-2.0
#include "mining/join/join_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "base/thread_pool.h"
#include "mining/join/join_counts_internal.h"

namespace privet::mining {
namespace {

__extension__ using Wide = unsigned __int128;

[[noreturn]] void refuse_size() {
  throw Error(ErrorCode::Input,
              fmt::format("the join has more than {} rows, and counts go no further; join fewer "
                          "tables, or on more columns",
                          kMostWideRows));
}

// Only what another party sends can come to this.
[[noreturn]] void refuse_counts() {
  throw Error(ErrorCode::Peer,
              "another site sent counts of joined rows: expected such as fit the rows they are "
              "about, got others");
}

void add_checked(std::uint64_t& sum, std::uint64_t more) {
  sum += more;  // both at most 2^53
  if (sum > kMostWideRows) refuse_size();
}

// weight * part / whole, which has no rest; 0 / 0 is 0.
std::uint64_t share(std::uint64_t weight, std::uint64_t part, std::uint64_t whole) {
  if (weight == 0 || part == 0) return 0;
  if (whole == 0) refuse_counts();
  if (part == whole) return weight;
  const Wide product = Wide{weight} * part;
  const Wide out =
      product >> 64U == 0 ? Wide{static_cast<std::uint64_t>(product) / whole} : product / whole;
  if (out * whole != product) refuse_counts();
  if (out > kMostWideRows) refuse_size();
  return static_cast<std::uint64_t>(out);
}

// Where a key's counts are in a summary: by an array where most keys occur, else by a map.
class KeyPlaces {
 public:
  KeyPlaces(std::size_t keys, std::size_t rows) {
    constexpr std::size_t kSparse = 16;
    if (keys <= kSparse * rows) places_.assign(keys, kNoKey);
  }
  [[nodiscard]] JoinKey find(JoinKey key) const {
    if (!places_.empty()) return places_[key];
    const auto found = map_.find(key);
    return found == map_.end() ? kNoKey : found->second;
  }
  void put(JoinKey key, std::size_t place) {
    if (places_.empty()) {
      map_.emplace(key, static_cast<JoinKey>(place));
    } else {
      places_[key] = static_cast<JoinKey>(place);
    }
  }

 private:
  std::vector<JoinKey> places_;
  std::unordered_map<JoinKey, JoinKey> map_;
};

KeyPlaces places_of(const JoinSummary& summary, std::size_t keys, std::size_t rows) {
  KeyPlaces out(keys, rows);
  for (std::size_t i = 0; i < summary.keys.size(); ++i) out.put(summary.keys[i], i);
  return out;
}

bool any(std::span<const std::uint64_t> counts) {
  return std::any_of(counts.begin(), counts.end(), [](std::uint64_t n) { return n > 0; });
}

// A row with its counts, unless they are all zero.
void keep(PartNode& node, RowId row, std::span<const std::uint64_t> weights) {
  if (!any(weights)) return;
  node.rows.push_back(row);
  node.weights.insert(node.weights.end(), weights.begin(), weights.end());
  for (std::size_t c = 0; c < weights.size(); ++c) add_checked(node.counts[c], weights[c]);
}

// Adds the counts of rows to what a summary has in column `branch` of each key.
void add_rows(const PartNode& node, const EdgeKeys& edge, std::size_t branch, KeyPlaces& places,
              JoinSummary& out) {
  const std::size_t classes = node.counts.size();
  for (std::size_t i = 0; i < node.rows.size(); ++i) {
    const JoinKey key = edge.of_row[node.rows[i]];
    if (key == kNoKey) continue;
    JoinKey place = places.find(key);
    if (place == kNoKey) {
      place = static_cast<JoinKey>(out.keys.size());
      places.put(key, place);
      out.keys.push_back(key);
      out.counts.resize(out.counts.size() + out.width, 0);
    }
    std::uint64_t* sums = out.counts.data() + place * out.width + branch * classes;
    for (std::size_t c = 0; c < classes; ++c) add_checked(sums[c], node.weights[i * classes + c]);
  }
}

}  // namespace

JoinPart::JoinPart(const Table& table, std::span<const AttributeId> columns,
                   std::vector<EdgeKeys> keys, std::size_t classes, const TreeOptions& options,
                   const Run& run)
    : keys_(std::move(keys)), classes_(classes), run_(run) {
  PartNode root;
  for (const AttributeId column : columns) {
    run.check_cancelled();
    columns_.emplace_back(table.column(column), options);
    if (columns_.back().size > 1) {
      root.columns.push_back(static_cast<std::uint32_t>(columns_.size() - 1));
    }
  }
  root.counts.assign(classes, 0);
  // Until the classes reach it, a table has its rows without counts.
  for (std::size_t r = 0; r < table.rows(); ++r) root.rows.push_back(static_cast<RowId>(r));
  root.weights.assign(table.rows() * classes, 0);
  nodes_.push_back(std::move(root));
}

void JoinPart::begin(const LabelledRows& training) {
  PartNode& root = nodes_.front();
  root.rows.clear();
  root.weights.clear();
  std::vector<std::uint64_t> one(classes_, 0);
  for (const RowId row : training.rows) {
    one[training.labels[row]] = 1;
    keep(root, row, one);
    one[training.labels[row]] = 0;
  }
}

JoinSummary JoinPart::class_summary(std::size_t edge) const {
  const PartNode& root = nodes_.front();
  JoinSummary out{classes_, {}, {}};
  KeyPlaces places(keys_[edge].values, root.rows.size());
  add_rows(root, keys_[edge], 0, places, out);
  return out;
}

void JoinPart::forward(std::size_t edge, const JoinSummary& summary) {
  PartNode& root = nodes_.front();
  const auto& keys = keys_[edge];
  const auto places = places_of(summary, keys.values, root.rows.size());
  PartNode after{{}, {}, ClassCounts(classes_, 0), std::move(root.columns)};
  for (const RowId row : root.rows) {
    const JoinKey key = keys.of_row[row];
    const JoinKey place = key == kNoKey ? kNoKey : places.find(key);
    if (place != kNoKey) keep(after, row, summary.of(place));
  }
  root = std::move(after);
}

void JoinPart::backward(std::size_t edge, const JoinSummary& summary) {
  rescale_root(edge, summary, class_summary(edge));
}

void JoinPart::rescale_root(std::size_t edge, const JoinSummary& summary, const JoinSummary& own) {
  PartNode& root = nodes_.front();
  const auto& keys = keys_[edge];
  const auto theirs = places_of(summary, keys.values, root.rows.size());
  const auto ours = places_of(own, keys.values, root.rows.size());
  PartNode after{{}, {}, ClassCounts(classes_, 0), std::move(root.columns)};
  std::vector<std::uint64_t> weights(classes_);
  for (std::size_t i = 0; i < root.rows.size(); ++i) {
    const JoinKey key = keys.of_row[root.rows[i]];
    const JoinKey place = key == kNoKey ? kNoKey : theirs.find(key);
    if (place == kNoKey) continue;
    const auto part = summary.of(place);
    const auto whole = own.of(ours.find(key));
    for (std::size_t c = 0; c < classes_; ++c) {
      weights[c] = share(root.weights[i * classes_ + c], part[c], whole[c]);
    }
    keep(after, root.rows[i], weights);
  }
  root = std::move(after);
}

std::vector<std::vector<WideCandidate>> JoinPart::candidates(std::span<const NodeId> nodes,
                                                             const WideSplitChooser& chooser,
                                                             std::uint32_t first) {
  std::vector<std::vector<WideCandidate>> out(nodes.size());
  struct Task {
    std::size_t node;
    std::size_t column;
  };
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    out[i].resize(nodes_[nodes[i]].columns.size());
    for (std::size_t c = 0; c < out[i].size(); ++c) tasks.push_back({i, c});
  }
  run_.pool().parallel_for(tasks.size(), [&](std::size_t t) {
    run_.check_cancelled();
    const auto [i, c] = tasks[t];
    const PartNode& node = nodes_[nodes[i]];
    out[i][c] = candidate(node, node.columns[c], chooser, first);
  });
  // A column with one value stays so below; its mark is a candidate of one branch.
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto& columns = nodes_[nodes[i]].columns;
    std::size_t kept = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (out[i][c].split.branches != 1) columns[kept++] = columns[c];
    }
    columns.resize(kept);
  }
  return out;
}

WideCandidate JoinPart::candidate(const PartNode& node, std::uint32_t column,
                                  const WideSplitChooser& chooser, std::uint32_t first) const {
  const ColumnRanks& ranks = columns_[column];
  const auto counts = column_counts(ranks, node);
  if (!ranks.numeric) return chooser.best_of_nominal(first + column, counts);
  auto out = chooser.best_of_numeric(first + column, counts);
  if (counts.groups() < 2) out.split.branches = 1;
  return out;
}

void JoinPart::make_children(std::span<const NodeSplit> splits) {
  std::size_t last = nodes_.size();
  for (const auto& wanted : splits) {
    last = std::max<std::size_t>(last, wanted.first_child + wanted.split.branches);
  }
  nodes_.resize(last);
  for (const auto& wanted : splits) {
    for (std::uint32_t b = 0; b < wanted.split.branches; ++b) {
      PartNode& child = nodes_[wanted.first_child + b];
      child.counts.assign(classes_, 0);
      child.columns = nodes_[wanted.node].columns;
    }
  }
}

void JoinPart::split_own(const NodeSplit& wanted, std::uint32_t first) {
  const PartNode& node = nodes_[wanted.node];
  const std::uint32_t column = wanted.split.column - first;
  for (std::size_t i = 0; i < node.rows.size(); ++i) {
    const std::uint32_t branch = columns_[column].branch(wanted.split, node.rows[i]);
    keep(nodes_[wanted.first_child + branch], node.rows[i],
         std::span(node.weights).subspan(i * classes_, classes_));
  }
  if (wanted.split.kind != TestKind::Values) return;
  for (std::uint32_t b = 0; b < wanted.split.branches; ++b) {
    std::erase(nodes_[wanted.first_child + b].columns, column);
  }
}

void JoinPart::split_by(const NodeSplit& wanted, std::size_t edge, const JoinSummary& summary) {
  const PartNode& node = nodes_[wanted.node];
  const std::uint32_t branches = wanted.split.branches;
  const auto& keys = keys_[edge];
  const auto places = places_of(summary, keys.values, node.rows.size());
  std::vector<std::uint64_t> wholes(summary.keys.size() * classes_, 0);
  for (std::size_t k = 0; k < summary.keys.size(); ++k) {
    const auto counts = summary.of(k);
    for (std::uint32_t b = 0; b < branches; ++b) {
      for (std::size_t c = 0; c < classes_; ++c) {
        wholes[k * classes_ + c] += counts[b * classes_ + c];
      }
    }
  }
  std::vector<std::uint64_t> weights(classes_);
  for (std::size_t i = 0; i < node.rows.size(); ++i) {
    const JoinKey place = places.find(keys.of_row[node.rows[i]]);
    if (place == kNoKey) refuse_counts();  // a row that is still here joins
    const auto counts = summary.of(place);
    for (std::uint32_t b = 0; b < branches; ++b) {
      for (std::size_t c = 0; c < classes_; ++c) {
        weights[c] = share(node.weights[i * classes_ + c], counts[b * classes_ + c],
                           wholes[place * classes_ + c]);
      }
      keep(nodes_[wanted.first_child + b], node.rows[i], weights);
    }
  }
}

JoinSummary JoinPart::split_summary(const NodeSplit& wanted, std::size_t edge) const {
  const std::uint32_t branches = wanted.split.branches;
  JoinSummary out{branches * classes_, {}, {}};
  KeyPlaces places(keys_[edge].values, nodes_[wanted.node].rows.size());
  for (std::uint32_t b = 0; b < branches; ++b) {
    add_rows(nodes_[wanted.first_child + b], keys_[edge], b, places, out);
  }
  return out;
}

std::vector<JoinKey> JoinPart::live_keys(NodeId node, std::size_t edge) const {
  std::vector<JoinKey> out;
  for (const RowId row : nodes_[node].rows) {
    const JoinKey key = keys_[edge].of_row[row];
    if (key != kNoKey) out.push_back(key);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void JoinPart::release(NodeId before) {
  for (; released_ < before; ++released_) forget(released_);
}

void JoinPart::forget(NodeId node) {
  PartNode& here = nodes_[node];
  here = {{}, {}, std::move(here.counts), {}};
}

}  // namespace privet::mining
