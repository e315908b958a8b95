// SPDX-License-Identifier: Apache-2.0
// A tree over a join as it lies at the sites that have the tables, and put together.
// Idea: all sites know the shape, the counts, the classes, and which table decides at a node. The
// test itself stands in its owner's part (its split list) only. Reference: Xu (Simon Fraser 2008),
// section 3.2.1.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "federation/task/task.h"
#include "mining/tree/tree_model.h"

namespace privet::federation {

using InstanceClasses = std::vector<std::optional<std::string>>;

// The model as it grew at a site: its own columns, then one for each table. `own` is how many there
// are of the former; all of them in the whole tree.
struct JoinAnswerOf {
  const mining::TreeModel& model;
  std::size_t own;
  std::vector<std::string> tables;  // of each column of the model
};
[[nodiscard]] Answer join_answer(const JoinAnswerOf& of,
                                 const std::optional<InstanceClasses>& classes);
// The parts put together. Throws Error{Internal} if they are not of one tree.
[[nodiscard]] Answer join_site_answers(std::span<const Answer> parts);

}  // namespace privet::federation
