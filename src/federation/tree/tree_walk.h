// SPDX-License-Identifier: Apache-2.0
// Classifying rows by a tree that lies at several parties.
// Reference: Vaidya (Purdue 2004), section 3.5.2, algorithm 15, theorem 3.5.2.
// Idea: the party that has a node's test looks at its own value of the row and passes the row on to
// the party that has the next node, and at a leaf to the class site. All rows walk at the same
// time, in as many steps as the tree is deep. A value that the tree does not know leads nowhere:
// the row gets no class. Discloses: to a party, that a row reaches one of its nodes, and so how the
// tests above turned out, whose ever they are; to the class site, the leaf (or that there is none);
// to all, the classes of the rows. In the ledger.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/table.h"
#include "federation/task/task.h"
#include "mining/tree/tree_model.h"
#include "protocol/setting.h"

namespace privet::federation {

using Predictions = std::vector<std::optional<std::string>>;

// One party's part: its model, as it grew, and its columns of the rows. Throws Error{Input} if one
// of its columns is missing there.
struct TreeWalker {
  const mining::TreeModel& model;  // own columns first, then one for each party
  std::size_t own_columns;
  protocol::PartyId class_site;
  const Table& rows;
  std::size_t count;  // of the rows: a party with no column of them knows it too
};
[[nodiscard]] Predictions walk_tree(const protocol::Setting& setting, const TreeWalker& walker,
                                    std::uint32_t largest_frame);
// What it opens among this many parties.
[[nodiscard]] protocol::Forecast walk_forecast(std::size_t parties);
// The same with the whole tree and all columns.
[[nodiscard]] Predictions walk_whole_tree(const mining::TreeModel& model, const Table& rows);

inline constexpr protocol::Opening kReached{
    "that a row to classify reaches one of its nodes, or which leaf",
    "classification goes from site to site (Vaidya 2004, theorem 3.5.2)"};
inline constexpr protocol::Opening kPassedTests{
    "how a row to classify passed tests above its node or leaf, from the party below them",
    "all know whose test each node is (Vaidya 2004, theorem 3.5.2)"};
inline constexpr protocol::Opening kPredicted{"the class of a row to classify",
                                              "what was asked for"};
inline constexpr protocol::Opening kClassNames{"the names of the classes", "to name the answer"};
inline constexpr std::string_view kRowsToClassify = "rows to classify";
inline constexpr std::string_view kLevels = "levels of the tree";
inline constexpr std::string_view kClassCount = "classes";

}  // namespace privet::federation
