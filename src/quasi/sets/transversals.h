// SPDX-License-Identifier: Apache-2.0
// Sets of columns that hit every one of a family of sets ("edges"): all minimal ones, or one of
// least cost. A key hits, for every pair of rows, the set of columns in which the pair differs.
// Idea: all minimal ones by growing a set column by column while every column of it is the only one
// to hit some edge. The cheapest by branch and bound; edges that share no column bound the cost
// from below. Reference: Murakami, Uno, "Efficient algorithms for dualizing large-scale
// hypergraphs" (2014). Cost: exponential in the worst case, as the problems are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/run.h"
#include "quasi/sets/column_set.h"

namespace privet::quasi {

// Calls visit for every minimal set of at most max_size of the `columns` first columns that hits
// all edges, each once, until it returns false. The empty set hits a family without edges.
void for_each_transversal(std::span<const ColumnSet> edges, std::size_t columns,
                          std::size_t max_size, const std::function<bool(const ColumnSet&)>& visit);

struct CheapestSearch {
  std::optional<ColumnSet> found;  // nothing: none is cheaper than `below`
  bool complete = true;            // false: given up at the limit of steps
  std::uint64_t steps = 0;
};
// A set of least cost that hits all edges, if one costs less than `below`. weights: 1 each if
// empty.
[[nodiscard]] CheapestSearch cheapest_transversal(std::span<const ColumnSet> edges,
                                                  std::span<const double> weights, double below,
                                                  std::uint64_t max_steps, const Run& run);

// Removes the edges that contain another one: whoever hits the smaller hits them.
void keep_minimal(std::vector<ColumnSet>& edges);

}  // namespace privet::quasi
