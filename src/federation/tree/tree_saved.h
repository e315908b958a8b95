// SPDX-License-Identifier: Apache-2.0
// A tree over columns that was saved in parts, and rows classified by them in a later run.
// Idea: a party's part has the shape of the tree and who goes on at each node, which all know, and
// of names and values its own only: docs/format/model-part.md. A row walks from site to site as
// after learning (federation/tree/tree_walk.h); nothing is learned again.
// Discloses: what tree_walk.h does, in the ledger.
#pragma once

#include <string>

#include "federation/task/column_cuts.h"
#include "federation/task/model_part.h"
#include "mining/tree/tree_model.h"

namespace privet::federation {

// The party's part as a file: the model as it grew over federation/tree/vertical_tree.h, of whose
// columns the first `own` are the party's; of the thresholds, those of its columns.
[[nodiscard]] std::string save_tree_part(const mining::TreeModel& model, std::size_t own,
                                         const std::vector<ColumnCuts>& cuts,
                                         const ModelPartHead& head);

// "mine tree --saved".
[[nodiscard]] Task tree_saved_task();

}  // namespace privet::federation
