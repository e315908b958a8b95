// SPDX-License-Identifier: Apache-2.0
// The servers that hold a table's rows, one connection to each: one server is a set of one.
// Idea: a statement is sent to all before the first answer is awaited, so that they work at the
// same time. All that a run makes lies in one transaction of each server, so that an error, Ctrl-C
// or a lost connection leaves nothing; scratch tables are temporary ones. In one transaction of a
// coordinator each shard would be seen as it was at its first touch. Here the table is locked
// against changes on all shards until each has taken its snapshot, and then unlocked: the snapshots
// are of one moment, and later changes are not seen. The transaction holds the columns and types of
// the table as they are until it ends.
// Reference: PostgreSQL manual, "Transaction Isolation", "LOCK". Threads: one.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/run.h"
#include "data/postgres/postgres_place.h"
#include "data/postgres/postgres_session.h"

namespace privet::engine {

// A row to upload: texts, or numbers in binary.
using UploadRow = std::span<const std::optional<std::string_view>>;

class ShardSet {
 public:
  // Connects, checks that the tables can be read and have the same columns, and takes the
  // snapshots. If the only place is a table that is partitioned over foreign servers, its
  // partitions are asked instead (engine/find_shards.h).
  ShardSet(std::vector<PostgresPlace> places, const Run& run);

  [[nodiscard]] std::size_t size() const { return shards_.size(); }
  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  // Where a new table without one goes; empty: nowhere.
  [[nodiscard]] const std::string& schema() const { return schema_; }
  // A scratch table's name in a statement.
  [[nodiscard]] static std::string scratch(std::string_view name);

  // Makes a statement for the shard whose table has this name.
  using Statement = std::function<std::string(const std::string& origin)>;

  void execute(const std::string& statement);
  void execute(const Statement& statement);
  // What each shard answers, in few rows.
  std::vector<std::vector<SqlRow>> ask(const std::string& statement);
  std::vector<std::vector<SqlRow>> ask(const Statement& statement);
  // The rows of a query, shard after shard; all work at the same time.
  using Take = std::function<void(std::size_t shard, SqlFields fields)>;
  void stream(const std::string& query, const Take& take);
  void stream(const Statement& query, const Take& take);
  // An empty scratch table on every shard. One that was made before is emptied, not made anew:
  // every table that a transaction has made counts in the server's table of locks until its end.
  void empty(std::string_view table, const std::string& columns);
  // The same without rows or use for it.
  void clear(std::string_view table);
  // A scratch table on every shard with the same rows.
  using Put = std::function<void(UploadRow row)>;
  void upload(std::string_view table, const std::string& columns,
              const std::function<void(const Put& put)>& rows);
  // The same rows into a scratch table that has some already.
  void append(std::string_view table, const std::function<void(const Put& put)>& rows);
  // As upload, with rows of each shard's own.
  void upload_each(std::string_view table, const std::string& columns,
                   const std::function<void(std::size_t shard, const Put& put)>& rows);
  // Makes what the run made visible on all shards; if one fails, what the others have is dropped
  // again by these statements. Throws Error{Peer} naming what could not be undone.
  void commit(const std::string& undo);

  // Every different statement so far, in the order of the first of each.
  [[nodiscard]] const std::vector<std::string>& statements() const { return statements_; }
  // Called before each statement, for tests: they look at its plan, or end a server.
  using Watch = std::function<void(ShardSet& shards, std::size_t shard, const std::string& text)>;
  void watch(Watch watch) { watch_ = std::move(watch); }
  // The plan of a query, line by line.
  [[nodiscard]] std::vector<std::string> explain(std::size_t shard, const std::string& query);

 private:
  struct Shard {
    PostgresPlace place;
    std::string origin;
    std::string database;
    PostgresSession session;
  };
  void take_snapshots(const Run& run);
  void check_rights(Shard& shard) const;
  void put_rows(std::string_view table,
                const std::function<void(std::size_t shard, const Put& put)>& rows);
  void note(std::size_t shard, const std::string& statement);

  std::vector<Shard> shards_;
  std::vector<std::string> columns_;
  std::string schema_;
  std::vector<std::string> statements_;
  std::map<std::string, std::size_t, std::less<>> known_;
  Watch watch_;
  std::map<std::string, std::string, std::less<>> made_;  // scratch tables, and their columns
};

}  // namespace privet::engine
