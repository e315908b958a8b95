// SPDX-License-Identifier: Apache-2.0
// Finds the node of the lattice with the least price among those that suppress few enough records.
// Idea: first a greedy descent from the top for a good price; then all nodes from the top down. A
// node is ruled out without looking at it if (1) a coarser node certainly loses more records than
// may be suppressed: what no union of classes can keep, none of its parts can (predictive tagging);
// or (2) its levels, with what the records certainly lost add, cost more than the best price so
// far. Both are sound for every model: one that says little about its parts prunes little. A
// lattice too large for that is searched for a given time by descents from random neighbours of the
// best node; the levels below which every attribute alone is infeasible then bound the optimum.
// Reference: predictive tagging after Kohlmayer, Prasser et al., "Flash: efficient, stable and
// optimal k-anonymity" (2012); the bounds are our own.
// Cost: checks of some hundred nodes where the whole lattice has ten thousand.
#pragma once

#include <cstddef>
#include <optional>

#include "anonymize/full_domain/node_checker.h"
#include "anonymize/search_account.h"

namespace privet {

struct LatticeLimits {
  std::size_t suppressed = 0;     // at most this many records
  std::optional<double> seconds;  // for the search; none: until the optimum is found
};

struct LatticeOptimum {
  std::optional<Levels> node;  // none: no node within the limits was found
  double price = 0;
  std::size_t suppressed = 0;
};

// Lattices of more nodes are searched only with a time limit.
inline constexpr double kLargestLattice = 4e6;

// Fills in what the account has to say of the search. Throws Error{Usage} for a lattice that is too
// large and no time limit.
[[nodiscard]] LatticeOptimum search_lattice(const Lattice& lattice, NodeChecker& checker,
                                            const LatticeMetric& metric,
                                            const LatticeLimits& limits, SearchAccount& account,
                                            const Run& run);

}  // namespace privet
