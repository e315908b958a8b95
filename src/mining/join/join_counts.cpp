// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mining/join/join_counts_internal.h"

namespace privet::mining {
namespace {

using Counts = BasicColumnCounts<WideCount>;

std::span<const std::uint64_t> weights_of(const PartNode& node, std::size_t i) {
  const std::size_t classes = node.counts.size();
  return std::span(node.weights).subspan(i * classes, classes);
}

void add_missing(Counts& counts, std::span<const std::uint64_t> weights) {
  for (const std::uint64_t n : weights) counts.missing += n;
}

// Every value has a group, in the order of the branches.
void count_nominal(const ColumnRanks& column, const PartNode& node, Counts& out) {
  out.counts.assign(column.size * out.classes, 0);
  for (std::size_t i = 0; i < node.rows.size(); ++i) {
    const std::uint32_t rank = column.rank[node.rows[i]];
    const auto weights = weights_of(node, i);
    if (rank == kMissingRank) {
      add_missing(out, weights);
      continue;
    }
    for (std::size_t c = 0; c < out.classes; ++c) out.counts[rank * out.classes + c] += weights[c];
  }
}

// Numbers: a group for each that occurs, ascending. By an array of all ranks...
void count_by_rank(const ColumnRanks& column, const PartNode& node, Counts& out) {
  std::vector<std::uint64_t> histogram(column.size * out.classes, 0);
  std::vector<std::uint32_t> firsts(column.size, kMissingRank);
  for (std::size_t i = 0; i < node.rows.size(); ++i) {
    const std::uint32_t rank = column.rank[node.rows[i]];
    const auto weights = weights_of(node, i);
    if (rank == kMissingRank) {
      add_missing(out, weights);
      continue;
    }
    if (firsts[rank] == kMissingRank) firsts[rank] = node.rows[i];
    for (std::size_t c = 0; c < out.classes; ++c) histogram[rank * out.classes + c] += weights[c];
  }
  const std::size_t most = std::min<std::size_t>(column.size, node.rows.size());
  out.first_rows.reserve(most);
  out.values.reserve(most);
  out.counts.reserve(most * out.classes);
  for (std::size_t rank = 0; rank < column.size; ++rank) {
    if (firsts[rank] == kMissingRank) continue;
    out.first_rows.push_back(static_cast<RowId>(firsts[rank]));
    out.values.push_back(column.values[rank]);
    const auto group = histogram.begin() + static_cast<std::ptrdiff_t>(rank * out.classes);
    out.counts.insert(out.counts.end(), group, group + static_cast<std::ptrdiff_t>(out.classes));
  }
}

// ... or, where the node has few rows, by sorting them.
void count_by_sorting(const ColumnRanks& column, const PartNode& node, Counts& out) {
  std::vector<std::uint64_t> keys;
  keys.reserve(node.rows.size());
  for (std::size_t i = 0; i < node.rows.size(); ++i) {
    const std::uint32_t rank = column.rank[node.rows[i]];
    if (rank == kMissingRank) {
      add_missing(out, weights_of(node, i));
    } else {
      keys.push_back(std::uint64_t{rank} << 32U | i);
    }
  }
  std::sort(keys.begin(), keys.end());
  std::uint64_t last = std::uint64_t{kMissingRank} + 1;
  for (const std::uint64_t key : keys) {
    const std::size_t i = key & 0xffffffffU;
    if (key >> 32U != last) {
      last = key >> 32U;
      out.first_rows.push_back(node.rows[i]);  // equal ranks come in the order of the rows
      out.values.push_back(column.values[last]);
      out.counts.resize(out.counts.size() + out.classes, 0);
    }
    const auto weights = weights_of(node, i);
    for (std::size_t c = 0; c < out.classes; ++c) {
      out.counts[out.counts.size() - out.classes + c] += weights[c];
    }
  }
}

}  // namespace

Counts column_counts(const ColumnRanks& column, const PartNode& node) {
  Counts out;
  out.classes = node.counts.size();
  constexpr std::size_t kSparse = 4;  // ranks a row beyond which sorting is cheaper
  if (!column.numeric) {
    count_nominal(column, node, out);
  } else if (column.size <= kSparse * node.rows.size()) {
    count_by_rank(column, node, out);
  } else {
    count_by_sorting(column, node, out);
  }
  return out;
}

}  // namespace privet::mining
