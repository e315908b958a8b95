// SPDX-License-Identifier: Apache-2.0
#include "quasi/sets/transversals.h"

#include <algorithm>
#include <limits>

#include "base/id.h"

namespace privet::quasi {
namespace {

using EdgeId = Id<struct EdgeTag>;

class MinimalWalk {
 public:
  MinimalWalk(std::span<const ColumnSet> edges, std::size_t max_size,
              const std::function<bool(const ColumnSet&)>& visit)
      : edges_(edges), max_size_(max_size), visit_(visit), levels_(max_size + 1) {
    for (std::size_t depth = 0; depth < levels_.size(); ++depth) {
      levels_[depth].critical.resize(depth);
    }
    for (std::size_t e = 0; e < edges.size(); ++e) {
      levels_[0].open.push_back(static_cast<EdgeId>(e));
    }
  }

  // `set` has `depth` columns; `allowed` may still be added.
  void grow(std::size_t depth, ColumnSet& set, ColumnSet allowed) {
    const auto& open = levels_[depth].open;
    if (open.empty()) {
      if (!visit_(set)) stopped_ = true;
      return;
    }
    if (depth == max_size_) return;
    const ColumnSet branch = branches(depth, allowed);
    if (branch.empty()) return;
    allowed = allowed.minus(branch);
    for (const std::size_t column : branch.columns()) {
      if (stopped_) return;
      if (descend(depth, column)) {
        set.insert(column);
        grow(depth + 1, set, allowed);
        set.erase(column);
      }
      allowed.insert(column);
    }
  }

 private:
  struct Level {
    std::vector<EdgeId> open;                   // edges not hit
    std::vector<std::vector<EdgeId>> critical;  // for each column of the set, edges only it hits
  };

  // The columns to try: those of the open edge with fewest, or, for the last column, those that hit
  // all.
  [[nodiscard]] ColumnSet branches(std::size_t depth, const ColumnSet& allowed) const {
    const auto& open = levels_[depth].open;
    if (depth + 1 == max_size_) {
      ColumnSet out = allowed;
      for (const EdgeId e : open) {
        out = out.meet(edges_[e]);
        if (out.empty()) break;
      }
      return out;
    }
    constexpr std::size_t kLooked = 64;
    ColumnSet best;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = 0; i < std::min(open.size(), kLooked); ++i) {
      const ColumnSet choice = edges_[open[i]].meet(allowed);
      if (choice.size() < fewest) {
        fewest = choice.size();
        best = choice;
      }
    }
    return best;
  }

  // Prepares the next level for the set with `column`; false if a column of it would be of no use.
  bool descend(std::size_t depth, std::size_t column) {
    const Level& from = levels_[depth];
    Level& to = levels_[depth + 1];
    for (std::size_t i = 0; i < depth; ++i) {
      to.critical[i].clear();
      for (const EdgeId e : from.critical[i]) {
        if (!edges_[e].contains(column)) to.critical[i].push_back(e);
      }
      if (to.critical[i].empty()) return false;
    }
    to.open.clear();
    to.critical[depth].clear();
    for (const EdgeId e : from.open) {
      (edges_[e].contains(column) ? to.critical[depth] : to.open).push_back(e);
    }
    return true;
  }

  std::span<const ColumnSet> edges_;
  std::size_t max_size_;
  const std::function<bool(const ColumnSet&)>& visit_;
  std::vector<Level> levels_;
  bool stopped_ = false;
};

class CheapestWalk {
 public:
  CheapestWalk(std::span<const ColumnSet> edges, std::span<const double> weights, double below,
               std::uint64_t max_steps, const Run& run)
      : edges_(edges), weights_(weights), best_(below), max_steps_(max_steps), run_(run) {}

  void branch(const std::vector<EdgeId>& open, ColumnSet& set, double cost, ColumnSet excluded) {
    if (++result_.steps > max_steps_) result_.complete = false;
    if (!result_.complete) return;
    if (result_.steps % 4096 == 0) run_.check_cancelled();
    if (open.empty()) {
      if (!promising(cost)) return;
      best_ = cost;
      result_.found = set;
      return;
    }
    if (!promising(cost + bound(open, excluded))) return;
    ColumnSet choice = edges_[open.front()].minus(excluded);
    for (const EdgeId e : open) {
      const ColumnSet other = edges_[e].minus(excluded);
      if (other.size() < choice.size()) choice = other;
    }
    for (const std::size_t column : by_use(choice, open)) {
      std::vector<EdgeId> rest;
      for (const EdgeId e : open) {
        if (!edges_[e].contains(column)) rest.push_back(e);
      }
      set.insert(column);
      branch(rest, set, cost + weight(column), excluded);
      set.erase(column);
      excluded.insert(column);
    }
  }
  CheapestSearch result() { return result_; }

 private:
  [[nodiscard]] double weight(std::size_t column) const {
    return weights_.empty() ? 1.0 : weights_[column];
  }
  // Sums of weights may differ in the last digits by their order.
  [[nodiscard]] bool promising(double cost) const { return cost < best_ * (1.0 - 1e-12); }

  // Edges without a common column each need one of their own.
  [[nodiscard]] double bound(const std::vector<EdgeId>& open, const ColumnSet& excluded) const {
    double total = 0;
    ColumnSet used;
    for (const EdgeId e : open) {
      const ColumnSet edge = edges_[e].minus(excluded);
      if (edge.empty()) return std::numeric_limits<double>::infinity();
      if (!edge.meet(used).empty()) continue;
      double least = std::numeric_limits<double>::infinity();
      edge.for_each([&](std::size_t column) {
        least = std::min(least, weight(column));
        used.insert(column);
      });
      total += least;
    }
    return total;
  }
  [[nodiscard]] std::vector<std::size_t> by_use(const ColumnSet& choice,
                                                const std::vector<EdgeId>& open) const {
    std::vector<std::size_t> columns = choice.columns();
    std::vector<double> use(ColumnSet::kLimit, 0);
    for (const std::size_t column : columns) {
      for (const EdgeId e : open) use[column] += edges_[e].contains(column) ? 1.0 : 0.0;
      use[column] /= weight(column);
    }
    std::stable_sort(columns.begin(), columns.end(),
                     [&](std::size_t a, std::size_t b) { return use[a] > use[b]; });
    return columns;
  }

  std::span<const ColumnSet> edges_;
  std::span<const double> weights_;
  double best_;
  std::uint64_t max_steps_;
  const Run& run_;
  CheapestSearch result_;
};

}  // namespace

void for_each_transversal(std::span<const ColumnSet> edges, std::size_t columns,
                          std::size_t max_size,
                          const std::function<bool(const ColumnSet&)>& visit) {
  MinimalWalk walk(edges, std::min(max_size, columns), visit);
  ColumnSet set;
  walk.grow(0, set, ColumnSet::first(columns));
}

CheapestSearch cheapest_transversal(std::span<const ColumnSet> edges,
                                    std::span<const double> weights, double below,
                                    std::uint64_t max_steps, const Run& run) {
  std::vector<EdgeId> open;
  for (std::size_t e = 0; e < edges.size(); ++e) open.push_back(static_cast<EdgeId>(e));
  // Small edges first: they make the better bound.
  std::stable_sort(open.begin(), open.end(),
                   [&](EdgeId a, EdgeId b) { return edges[a].size() < edges[b].size(); });
  CheapestWalk walk(edges, weights, below, max_steps, run);
  ColumnSet set;
  walk.branch(open, set, 0.0, {});
  return walk.result();
}

void keep_minimal(std::vector<ColumnSet>& edges) {
  std::vector<std::pair<std::size_t, ColumnSet>> sized;
  sized.reserve(edges.size());
  for (const auto& edge : edges) sized.emplace_back(edge.size(), edge);
  std::sort(sized.begin(), sized.end());
  edges.clear();
  for (const auto& [size, edge] : sized) {
    const bool needed = std::none_of(edges.begin(), edges.end(), [&](const ColumnSet& smaller) {
      return smaller.subset_of(edge);
    });
    if (needed) edges.push_back(edge);
  }
}

}  // namespace privet::quasi
