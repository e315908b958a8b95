// SPDX-License-Identifier: Apache-2.0
#include "federation/join/join_instances.h"

#include <fmt/format.h>

#include <charconv>

#include "base/error.h"
#include "federation/join/join_openings.h"
#include "mining/tree/column_ranks.h"
#include "protocol/tell.h"

namespace privet::federation {
namespace {

using mining::ColumnRanks;
using mining::NodeId;

std::vector<ColumnRanks> ranks_of(const Table& table, std::span<const AttributeId> columns,
                                  const mining::TreeOptions& options) {
  std::vector<ColumnRanks> out;
  for (const auto column : columns) out.emplace_back(table.column(column), options);
  return out;
}

InstanceClasses classes_at(const mining::TreeModel& model, std::span<const NodeId> leaves) {
  InstanceClasses out;
  for (const auto leaf : leaves) {
    const auto label = model.nodes[leaf].label;
    if (label < model.classes.size()) {
      out.emplace_back(model.classes[label]);
    } else {
      out.emplace_back(std::nullopt);
    }
  }
  return out;
}

}  // namespace

std::vector<RowId> instance_rows(const Table& instances, const std::string& table,
                                 std::size_t rows) {
  const auto& column = instances.column(instances.require(table, "--predict"));
  std::vector<RowId> out;
  for (std::size_t i = 0; i < instances.rows(); ++i) {
    const auto text = column.text(static_cast<RowId>(i));
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 1 || number > rows) {
      throw Error(ErrorCode::Input,
                  fmt::format("instance {}: {} is not the number of a record of {}, which has 1 to "
                              "{}",
                              i + 1, quote_for_message(text), table, rows),
                  {.parameter = "--predict"});
    }
    out.push_back(static_cast<RowId>(number - 1));
  }
  return out;
}

InstanceClasses walk_instances(const protocol::Setting& setting, const InstanceWalk& walk) {
  using namespace join_openings;  // NOLINT(google-build-using-namespace)
  const auto own = setting.own().index();
  const auto ranks = ranks_of(walk.table, walk.columns, walk.options);
  std::vector<NodeId> at(walk.rows.size(), 0);
  setting.ledger.add_to_size(kInstances, at.size());
  const auto& nodes = walk.model.nodes;
  for (std::size_t level = walk.model.depth(); level > 0; --level) {
    setting.ledger.add_to_size(kLevels, 1);
    std::vector<std::uint64_t> mine;
    std::vector<std::size_t> told(setting.mesh.ids(), 0);
    const auto owner = [&](const mining::Split& split) {
      return split.column < walk.own_columns ? own : split.column - walk.own_columns;
    };
    for (std::size_t i = 0; i < at.size(); ++i) {
      const auto& split = nodes[at[i]].split;
      if (!split) continue;
      ++told[owner(*split)];
      if (owner(*split) == own) mine.push_back(ranks[split->column].branch(*split, walk.rows[i]));
    }
    const auto branches = protocol::tell_numbers(setting, mine, told, kPath);
    std::vector<std::size_t> next(told.size(), 0);
    for (auto& node : at) {
      const auto& split = nodes[node].split;
      if (!split) continue;
      const auto site = owner(*split);
      const auto branch = branches[site][next[site]++];
      if (branch >= split->branches) {
        throw Error(ErrorCode::Peer, fmt::format("{} sent a branch: expected one below {}, got {}",
                                                 walk.parties[site], split->branches, branch));
      }
      node = nodes[node].child(static_cast<std::uint32_t>(branch));
    }
  }
  return classes_at(walk.model, at);
}

InstanceClasses walk_whole_instances(const WholeInstances& whole) {
  std::vector<ColumnRanks> ranks;
  std::vector<std::size_t> table_of;
  for (std::size_t t = 0; t < whole.tables.size(); ++t) {
    for (auto& one : ranks_of(whole.tables[t], whole.columns[t], whole.options)) {
      ranks.push_back(std::move(one));
      table_of.push_back(t);
    }
  }
  std::vector<NodeId> at(whole.rows.front().size(), 0);
  for (std::size_t i = 0; i < at.size(); ++i) {
    while (const auto& split = whole.model.nodes[at[i]].split) {
      const auto row = whole.rows[table_of[split->column]][i];
      at[i] = whole.model.nodes[at[i]].child(ranks[split->column].branch(*split, row));
    }
  }
  return classes_at(whole.model, at);
}

}  // namespace privet::federation
