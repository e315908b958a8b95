// SPDX-License-Identifier: Apache-2.0
#include "anonymize/full_domain/lattice_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "anonymize/full_domain/lattice_descent_internal.h"
#include "base/error.h"

namespace privet {
namespace {

// All nodes from the top down, rank by rank.
class Sweep {
 public:
  Sweep(const Lattice& lattice, const LatticeMetric& metric, SearchState& state)
      : lattice_(lattice),
        metric_(metric),
        state_(state),
        slots_(static_cast<std::size_t>(lattice.size())),
        hopeless_(slots_.size()) {}

  // False if the time was over before the end.
  bool run(const Run& run) {
    for (std::size_t rank = lattice_.height() + 1; rank-- > 0;) {
      run.progress("searching",
                   1 - static_cast<double>(rank) / static_cast<double>(lattice_.height() + 1));
      if (!look_at(rank)) return true;
      std::stable_sort(open_.begin(), open_.end(),
                       [](const Open& a, const Open& b) { return a.bound < b.bound; });
      for (std::size_t begin = 0; begin < open_.size(); begin += kBatch) {
        if (state_.time_is_over()) return false;
        check(begin, std::min(begin + kBatch, open_.size()));
      }
      above_.swap(here_);
    }
    return true;
  }

 private:
  // So many nodes are checked before the best price is looked at again, whatever the threads.
  static constexpr std::size_t kBatch = 64;

  struct Open {
    Levels levels;
    NodeIndex index;
    double bound;
  };

  // Fills open_ with the nodes that must be checked. False if all are ruled out by coarser ones:
  // then all below are too.
  bool look_at(std::size_t rank) {
    here_.clear();
    open_.clear();
    bool hope = false;
    lattice_.each_of_rank(rank, [&](const Levels& levels, NodeIndex index) {
      if (!inherit(levels, index)) {
        hopeless_[index] = true;
        ++state_.account().tagged;
        return;
      }
      hope = true;
      const double bound = metric_.bound(levels, extra(index));
      if (state_.beats_best(bound)) {
        open_.push_back({levels, index, bound});
      } else {
        ++state_.account().bounded;
      }
    });
    return hope;
  }

  // What suppression adds at least, from the nodes one level up. False if one of them is hopeless.
  bool inherit(const Levels& levels, NodeIndex index) {
    const std::size_t attributes = levels.size();
    slots_[index] = static_cast<std::uint32_t>(here_.size() / attributes);
    here_.resize(here_.size() + attributes);
    for (std::size_t a = 0; a < attributes; ++a) {
      if (levels[a] == lattice_.range(a).high) continue;
      const NodeIndex parent = index + lattice_.stride(a);
      if (hopeless_[parent]) {
        here_.resize(here_.size() - attributes);
        return false;
      }
      raise(index, std::span(above_).subspan(slots_[parent] * attributes, attributes));
    }
    return true;
  }

  [[nodiscard]] std::span<double> extra(NodeIndex index) {
    const std::size_t attributes = lattice_.attributes();
    return std::span(here_).subspan(slots_[index] * attributes, attributes);
  }

  void raise(NodeIndex index, std::span<const double> more) {
    const auto mine = extra(index);
    for (std::size_t a = 0; a < more.size(); ++a) mine[a] = std::max(mine[a], more[a]);
  }

  void check(std::size_t begin, std::size_t end) {
    std::vector<Levels> nodes;
    std::vector<NodeIndex> indices;
    for (std::size_t i = begin; i < end; ++i) {
      if (!state_.beats_best(open_[i].bound)) {
        ++state_.account().bounded;
        continue;
      }
      nodes.push_back(open_[i].levels);
      indices.push_back(open_[i].index);
    }
    const auto checks = state_.check(nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      raise(indices[i], checks[i].extra);
      if (checks[i].least_suppressed > state_.limit()) hopeless_[indices[i]] = true;
    }
  }

  const Lattice& lattice_;
  const LatticeMetric& metric_;
  SearchState& state_;
  std::vector<std::uint32_t> slots_;  // [node]: where its rank's array has what suppression adds
  std::vector<bool> hopeless_;        // no finer node can keep enough records
  std::vector<double> above_;
  std::vector<double> here_;
  std::vector<Open> open_;
};

void ask_for_budget(double nodes) {
  throw Error(ErrorCode::Usage,
              fmt::format("the hierarchies make {:.3g} combinations of levels, too many to prove "
                          "which is best; give a time for a search of the best it can find, such "
                          "as --budget 10s, or limit levels with --min-level and --max-level",
                          nodes),
              {.parameter = "--method"});
}

}  // namespace

LatticeOptimum search_lattice(const Lattice& lattice, NodeChecker& checker,
                              const LatticeMetric& metric, const LatticeLimits& limits,
                              SearchAccount& account, const Run& run) {
  account.nodes = lattice.size();
  account.limit = limits.suppressed;
  const bool small = account.nodes <= kLargestLattice;
  if (!small && !limits.seconds) ask_for_budget(account.nodes);
  SearchState state(checker, limits, account);
  Descent descent(lattice, metric, state, run);
  descent.from(lattice.top());
  if (small) {
    account.exact = Sweep(lattice, metric, state).run(run);
  } else {
    account.exact = false;
    descent.wander();
  }
  account.proven_bound = account.exact ? state.optimum().price : descent.proven_bound();
  state.finish();
  return state.optimum();
}

}  // namespace privet
