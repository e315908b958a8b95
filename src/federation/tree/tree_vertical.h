// SPDX-License-Identifier: Apache-2.0
// ID3 over columns at several parties, the class column at one of them.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section 3.5, algorithms 8 to 15.
// Idea: the learner of mining/tree/tree.h over the oracle of federation/vertical_tree.h. The result
// lies at the parties in parts (federation/tree_parts.h). Columns count in the order of parties.
// Adversary: semi-honest; see federation/tree_ways.h. Discloses, to every party: how many columns
// each other party has, how many values each of them has, how many classes there are, the shape of
// the tree and whose column splits each node; to the class site also the majority class of every
// node. Not: names, values, counts, gains, or which column of another party splits a node (beyond
// that it has as many values as the node has branches).
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task tree_vertical_task();

}  // namespace privet::federation
