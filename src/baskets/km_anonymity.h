// SPDX-License-Identifier: Apache-2.0
// k^m-anonymity by generalization: any m items that occur together are in at least k baskets, after
// items were replaced by nodes of a taxonomy, each item by the same node throughout.
// Idea: find the minimal sets of at most m nodes that are too rare, lift in each the node that is
// cheapest to lift (with all its siblings), and look again, until none is left.
// Reference: Terrovitis, Mamoulis and Kalnis, "Privacy-preserving anonymization of set-valued
// data", VLDB 2008; the cost is their normalized certainty penalty. Cost: a level-wise search for
// each round; at most as many rounds as the taxonomy has nodes.
#pragma once

#include <cstddef>
#include <vector>

#include "base/run.h"
#include "data/baskets/baskets.h"
#include "hierarchy/hierarchy.h"

namespace privet::baskets {

struct KmAnonymity {
  std::size_t k = 2;      // the fewest baskets, at least 2
  std::size_t m = 1;      // the most items that an attacker knows, at least 1
  bool any_cost = false;  // as Coherence's
};

struct GeneralizedBaskets {
  Baskets baskets;                // items named by the labels of nodes
  std::vector<NodeId> published;  // original item -> node
  std::size_t rounds = 0;
  std::size_t rare_sets = 0;  // minimal sets below k before anything was generalized
  double loss = 0.0;          // 0: nothing generalized, 1: everything to the root
};

// Throws Error{Usage} for k below 2 or m below 1, Error{Input} for an item that is not a leaf of
// the taxonomy, and Error{Infeasible} if fewer than k baskets hold anything at all.
[[nodiscard]] GeneralizedBaskets generalize_km(const Baskets& baskets, const Hierarchy& taxonomy,
                                               const KmAnonymity& wanted, const Run& run);

}  // namespace privet::baskets
