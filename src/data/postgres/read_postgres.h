// SPDX-License-Identifier: Apache-2.0
// The rows of a query to a PostgreSQL server.
// Idea: one statement in a read-only transaction, read row by row, so that the server sends what is
// asked for and this process holds the dictionary-encoded table only. NULL is read as the missing
// value ""; every other value keeps the text that the server gives it.
// Reference: libpq; the connection string as in its manual ("host=... dbname=..."), passwords best
// in a .pgpass file. Cost: one pass, one thread.
#pragma once

#include <chrono>
#include <string>

#include "base/run.h"
#include "data/table.h"

namespace privet {

// `limit` is for all of it. Throws Error{Peer} if the server cannot be reached, fails or takes
// longer, Error{Interrupted} when cancelled, Error{Input} for a query that it
// refuses, that is not one statement, or that gives no columns or two of one name.
[[nodiscard]] Table read_postgres(const std::string& connection, const std::string& query,
                                  std::chrono::seconds limit, const Run& run);

}  // namespace privet
