// SPDX-License-Identifier: Apache-2.0
// Builds a profile from documents, top down.
// Idea: among the documents of a node, terms are taken by falling frequency. A term that covers
// nearly the same documents as one that made a child node joins its label; one that seldom comes
// without it goes below; any other makes a child node. A document shares its weight evenly over
// the children it supports; what supports none is left in "others".
// Reference: Figure 33 (Split, BuildUP) of the thesis named in profile/profile.h. Where it is open:
// a term is compared with the terms that made a node (line 3 read literally contradicts its
// Example 19); when several match, the first by frequency wins; terms of equal frequency are taken
// in the order of their stems; the terms of all nodes above are left out.
// Cost: for each node, the sum over its documents of (frequent terms) * (nodes they made).
// Threads: the result does not depend on their number.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/run.h"
#include "profile/profile.h"

namespace privet::profile {

struct BuildOptions {
  std::uint64_t minsup = 5;  // documents that make a term frequent; at least 1
  double delta = 0.6;        // how alike is the same, and how seldom without is below; in (0, 1)
  // A node with less support is not split. At 0 the tree is the figure's to the last node, which
  // for long documents are as many as their frequent itemsets.
  double min_split = 0;
};

inline constexpr std::size_t kMostNodes = 4'000'000;

// Throws Error{Usage} for options out of range, Error{Input} for a corpus without documents,
// Error{Infeasible} for more than kMostNodes nodes.
[[nodiscard]] Profile build_profile(const Corpus& corpus, const BuildOptions& options,
                                    const Run& run);

}  // namespace privet::profile
