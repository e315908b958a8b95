// SPDX-License-Identifier: Apache-2.0
// A release inside the engine: a table on every shard that nobody sees before its guard's yes.
// Idea: the table is made in the run's transactions under a name of its own; only EngineGuard turns
// a StagedRelease into a CheckedRelease, and only that can be given its name and be committed. So
// nothing unchecked gets out, as with Release (release/release.h), and whatever ends the run before
// leaves no table. PostgreSQL commits each server for itself: between the first commit and the last
// a lost server leaves the release on some shards, which is undone where that can be done, and
// said.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "anonymize/problem.h"
#include "engine/shard_set.h"

namespace privet::engine {

// A column of the release: one of the table as it is, or what classes show of a quasi-identifier.
struct StagedColumn {
  std::string name;
  std::optional<std::size_t> attribute = {};  // which quasi-identifier; none: unchanged
};

struct StagedName {
  std::string schema;
  std::string table;
};

// "release" or "clinic.release"; no schema: the first of each shard's search path. Throws
// Error{Usage} if a shard has such a table already and for an address, Error{Input} where the right
// to make one is missing.
[[nodiscard]] StagedName release_name(const std::string& text, ShardSet& shards);

class StagedRelease {
 public:
  [[nodiscard]] const std::string& staging() const { return staging_; }
  [[nodiscard]] std::span<const StagedColumn> columns() const { return columns_; }

 private:
  friend class CheckedRelease;
  friend StagedRelease stage_release(ShardSet& shards, const StagedName& name,
                                     std::vector<StagedColumn> columns, bool keep_order);
  StagedRelease() = default;
  StagedName name_;
  std::string staging_;  // as it stands in a statement
  std::vector<StagedColumn> columns_;
};

// Writes the release from "members" and "classes" (engine/recode.h), its rows in random order by
// numbers from the server's generator for keys unless the order is kept. The scratch table "placed"
// (place tid, at int8) says which row of the table each row is.
[[nodiscard]] StagedRelease stage_release(ShardSet& shards, const StagedName& name,
                                          std::vector<StagedColumn> columns, bool keep_order);

// What a guard has approved.
class CheckedRelease {
 public:
  // Gives it its name on all shards, for all to see.
  void commit(ShardSet& shards);

 private:
  friend class EngineGuard;  // engine/engine_guard.h
  explicit CheckedRelease(StagedRelease staged) : staged_(std::move(staged)) {}
  StagedRelease staged_;
};

}  // namespace privet::engine
