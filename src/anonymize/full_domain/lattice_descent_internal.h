// SPDX-License-Identifier: Apache-2.0
// The parts of a lattice search: what is known so far, and greedy descents.
#pragma once

#include <chrono>
#include <map>
#include <span>
#include <vector>

#include "anonymize/full_domain/lattice_search.h"
#include "base/sampling.h"

namespace privet {

// The best node so far and all checks made, each node once.
class SearchState {
 public:
  SearchState(NodeChecker& checker, const LatticeLimits& limits, SearchAccount& account);

  [[nodiscard]] std::vector<NodeCheck> check(std::span<const Levels> nodes);
  // Whether a node of this price, at best, could still be chosen.
  [[nodiscard]] bool beats_best(double bound) const;
  [[nodiscard]] bool feasible(const NodeCheck& check) const {
    return check.suppressed <= limits_.suppressed;
  }
  [[nodiscard]] std::size_t limit() const { return limits_.suppressed; }
  [[nodiscard]] bool time_is_over() const;
  [[nodiscard]] double share_of_time() const;  // that is over
  [[nodiscard]] SearchAccount& account() { return account_; }
  [[nodiscard]] const LatticeOptimum& optimum() const { return optimum_; }
  // Completes the account.
  void finish();

 private:
  void remember(const Levels& node, const NodeCheck& check);

  NodeChecker& checker_;
  LatticeLimits limits_;
  SearchAccount& account_;
  std::chrono::steady_clock::time_point start_;
  LatticeOptimum optimum_;
  std::map<Levels, NodeCheck> known_;
};

class Descent {
 public:
  Descent(const Lattice& lattice, const LatticeMetric& metric, SearchState& state, const Run& run)
      : lattice_(lattice), metric_(metric), state_(state), run_(run) {}

  // Goes down while a finer neighbour is better.
  void from(Levels node);
  // Descends from neighbours of the best node until the time is over.
  void wander();
  // The price below which no node lies: that of the lowest levels that are feasible when all other
  // attributes are at the top.
  [[nodiscard]] double proven_bound();

 private:
  [[nodiscard]] bool better(const NodeCheck& a, const NodeCheck& b) const;

  const Lattice& lattice_;
  const LatticeMetric& metric_;
  SearchState& state_;
  const Run& run_;
};

}  // namespace privet
