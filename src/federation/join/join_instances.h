// SPDX-License-Identifier: Apache-2.0
// Classifying instances by a tree whose tests lie at several sites.
// Reference: Xu (Simon Fraser 2008), section 3.2.2 (deployment).
// Idea: an instance is a record of each table, known to all sites by the records' numbers. The site
// that decides at a node looks at its own record and tells all others which branch is taken. All
// instances walk at the same time. Discloses: to all sites, the path of every instance and its
// class; no value. Cost: a round per level, 8 bytes for each instance and other site.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "data/table.h"
#include "federation/join/join_answer.h"
#include "mining/tree/tree_model.h"
#include "protocol/setting.h"

namespace privet::federation {

// The rows of a table that the instances name, from 0. Throws Error{Input} for a number that is
// none of a record, and if there is no column for the table.
[[nodiscard]] std::vector<RowId> instance_rows(const Table& instances, const std::string& table,
                                               std::size_t rows);

struct InstanceWalk {
  const mining::TreeModel& model;  // own columns first, then one for each party
  std::size_t own_columns;
  const Table& table;                    // the site's own
  std::span<const AttributeId> columns;  // what the own columns of the model are there
  const std::vector<RowId>& rows;        // of each instance
  const mining::TreeOptions& options;
  const std::vector<std::string>& parties;
};
[[nodiscard]] InstanceClasses walk_instances(const protocol::Setting& setting,
                                             const InstanceWalk& walk);

// The same where all tables are: `rows` by table.
struct WholeInstances {
  const mining::TreeModel& model;
  const std::vector<Table>& tables;
  const std::vector<std::vector<AttributeId>>& columns;  // by table
  const std::vector<std::vector<RowId>>& rows;
  const mining::TreeOptions& options;
};
[[nodiscard]] InstanceClasses walk_whole_instances(const WholeInstances& whole);

}  // namespace privet::federation
