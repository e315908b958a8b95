// SPDX-License-Identifier: Apache-2.0
// A tree that lies at several parties: what each has of it, and the parts put together.
// Idea: nodes are numbered breadth-first, and all parties know the shape and who goes on at each
// node. The test at a node and the values of its branches stand in its owner's part only, the class
// of a leaf in that of the class site. Reference: Vaidya (Purdue 2004), figure 3.6.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "federation/task/task.h"
#include "federation/tree/tree_walk.h"
#include "mining/tree/tree_model.h"

namespace privet::federation {

// Whose part it is.
struct PartOwner {
  std::size_t party = 0;
  std::size_t columns = 0;  // how many it has
  bool class_site = false;
};
// One party's part: the model as it grew over federation/vertical_tree.h, whose columns are the own
// ones and then one for each party; with the classes of rows, if some were to be classified.
[[nodiscard]] Answer tree_part(const mining::TreeModel& model, std::span<const std::string> parties,
                               const PartOwner& owner, const std::optional<Predictions>& classes);
// The same tree in one piece.
[[nodiscard]] Answer whole_tree(const mining::TreeModel& model,
                                const std::optional<Predictions>& classes);
// The parts put together. Throws Error{Internal} if they are not of one tree.
[[nodiscard]] Answer join_tree_parts(std::span<const Answer> parts);

}  // namespace privet::federation
