// SPDX-License-Identifier: Apache-2.0
// A new table of a PostgreSQL database that nobody sees before it was checked.
// Idea: one transaction. The rows are copied into a table with a name of its own, read back by
// whoever checks them, and the table gets its real name just before the transaction is committed.
// An error, Ctrl-C or a lost connection before that leaves nothing, because the server undoes what
// was not committed. Cost: one pass each way.
#pragma once

#include <string>

#include "base/run.h"
#include "data/postgres/postgres_place.h"
#include "data/postgres/postgres_session.h"
#include "data/table.h"

namespace privet {

class StagedTable {
 public:
  // Throws Error{Usage} if there is a table of that name (or a query is named), Error{Peer} and
  // Error{Input} as a session does.
  StagedTable(const PostgresPlace& place, const Run& run);

  // Every column as text, every value as it is, NULL for the missing value "".
  void write(const Table& table);
  // What is there now.
  [[nodiscard]] Table read_back(const Run& run);
  // Gives it its name, for all to see.
  void commit();
  // Drops it again after commit().
  void undo() noexcept;

 private:
  PostgresPlace place_;
  PostgresSession session_;
  std::string staging_;
  bool committed_ = false;
};

}  // namespace privet
