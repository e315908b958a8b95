// SPDX-License-Identifier: Apache-2.0
// A table of a PostgreSQL server, or the rows of a query.
// Idea: one COPY in a read-only transaction, in which every value is the text that the server shows
// of it, so that this process holds the dictionary-encoded table only. NULL is read as the missing
// value "". Reference: libpq; the connection as in its manual ("host=... dbname=..." or an
// address), passwords from a .pgpass file. Cost: one pass, one thread.
#pragma once

#include <chrono>
#include <string>

#include "base/run.h"
#include "data/postgres/postgres_place.h"
#include "data/postgres/postgres_session.h"
#include "data/table.h"

namespace privet {

// Throws Error{Peer} if the server cannot be reached or fails, Error{Interrupted} when cancelled,
// Error{Input} for a query that it refuses, that is not one statement, or that gives no columns or
// two of one name.
[[nodiscard]] Table read_postgres(const std::string& connection, const std::string& query,
                                  const Run& run);
[[nodiscard]] Table read_postgres(const PostgresPlace& place, const Run& run);
// The same in a session, whatever transaction it is in.
[[nodiscard]] Table read_postgres(PostgresSession& session, const std::string& query,
                                  const Run& run);
// For a daemon: within `limit`, Error{Peer} after it; and no message has a value of the table.
[[nodiscard]] Table read_postgres(const std::string& connection, const std::string& query,
                                  std::chrono::seconds limit, const Run& run);

}  // namespace privet
