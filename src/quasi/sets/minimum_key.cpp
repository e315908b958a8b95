// SPDX-License-Identifier: Apache-2.0
#include "quasi/sets/minimum_key.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "quasi/ratios.h"
#include "quasi/sets/transversals.h"

namespace privet::quasi {
namespace {

ColumnSet difference(const Codes& codes, RowId a, RowId b) {
  ColumnSet out;
  for (std::size_t c = 0; c < codes.columns(); ++c) {
    if (codes.column(c)[a] != codes.column(c)[b]) out.insert(c);
  }
  return out;
}

Partition group_by(const Codes& codes, const std::vector<std::size_t>& columns) {
  Counters counters;
  Partition groups = Partition::whole(codes.rows());
  for (const std::size_t c : columns) {
    groups = groups.refine(codes.column(c), codes.limit(c), counters);
  }
  return groups;
}

// Difference sets of rows left together. Rows of a group that agree in most columns come to lie
// side by side when it is sorted, and small difference sets are the strong ones.
void add_differences(const Codes& codes, const Partition& groups, std::vector<ColumnSet>& edges) {
  constexpr std::size_t kGroups = 256;
  constexpr std::size_t kRows = 512;
  const std::size_t step = std::max<std::size_t>(1, groups.groups_kept() / kGroups);
  for (std::size_t g = 0; g < groups.groups_kept(); g += step) {
    const auto group = groups.group(g);
    std::vector<RowId> rows(
        group.begin(), group.begin() + static_cast<std::ptrdiff_t>(std::min(group.size(), kRows)));
    std::sort(rows.begin(), rows.end(), [&](RowId a, RowId b) {
      for (std::size_t c = 0; c < codes.columns(); ++c) {
        const auto column = codes.column(c);
        if (column[a] != column[b]) return column[a] < column[b];
      }
      return a < b;
    });
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const ColumnSet edge = difference(codes, rows[i - 1], rows[i]);
      if (!edge.empty()) edges.push_back(edge);  // empty: identical rows, which nothing separates
    }
  }
}

// The same without leaving out a row, for when the quick look found nothing new.
void add_one_difference(const Codes& codes, const Partition& groups,
                        std::vector<ColumnSet>& edges) {
  for (std::size_t g = 0; g < groups.groups_kept(); ++g) {
    const auto rows = groups.group(g);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const ColumnSet edge = difference(codes, rows[0], rows[i]);
      if (edge.empty()) continue;
      edges.push_back(edge);
      return;
    }
  }
}

double cost_of(const std::vector<std::size_t>& columns, Weights weights) {
  double cost = 0;
  for (const std::size_t c : columns) cost += weights.empty() ? 1.0 : weights[c];
  return cost;
}

}  // namespace

std::vector<std::size_t> minimum_key(const Codes& codes, Weights weights, const Run& run,
                                     std::uint64_t max_steps) {
  if (codes.columns() > ColumnSet::kLimit) {
    throw Error(ErrorCode::Usage,
                fmt::format("an exhaustive search takes at most {} columns, and there are {}; name "
                            "fewer with --columns, or leave it out for the greedy answer",
                            ColumnSet::kLimit, codes.columns()),
                {.parameter = "--exhaustive"});
  }
  const Picks greedy = pick_most(codes, weights, 0, run);
  std::vector<std::size_t> known = greedy.columns;
  std::sort(known.begin(), known.end());
  std::vector<ColumnSet> edges;
  add_differences(codes, Partition::whole(codes.rows()), edges);
  std::uint64_t steps = 0;
  for (;;) {
    run.progress("searching for the smallest key");
    keep_minimal(edges);
    const CheapestSearch search =
        cheapest_transversal(edges, weights, cost_of(known, weights), max_steps - steps, run);
    steps += search.steps;
    if (!search.complete || steps >= max_steps) {
      throw Error(ErrorCode::Infeasible,
                  fmt::format("no proof of the smallest key within {} steps; the greedy key has {} "
                              "columns: leave out --exhaustive for it, or name fewer --columns",
                              max_steps, known.size()),
                  {.parameter = "--exhaustive"});
    }
    if (!search.found) return known;  // none is cheaper than the greedy one
    const auto columns = search.found->columns();
    const Partition groups = group_by(codes, columns);
    if (groups.tally().unseparated == greedy.unseparated) return columns;
    const auto unhit = [&] {
      return std::any_of(edges.begin(), edges.end(),
                         [&](const ColumnSet& edge) { return edge.meet(*search.found).empty(); });
    };
    add_differences(codes, groups, edges);
    if (!unhit()) add_one_difference(codes, groups, edges);
    PRIVET_CHECK(unhit());
  }
}

}  // namespace privet::quasi
