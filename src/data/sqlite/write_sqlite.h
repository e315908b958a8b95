// SPDX-License-Identifier: Apache-2.0
// Writes a table into an SQLite database. The missing value "" is written as NULL; every other
// value keeps its text: a column is declared integer or real only where SQLite gives back the very
// text that was stored. Cost: one pass, one thread.
#pragma once

#include <string>

#include "base/run.h"
#include "data/table.h"

namespace privet {

// Makes a new table in the database, and the database if there is none, in one transaction: if
// anything fails, the file is as before. Throws Error{Output}, also if the table exists.
void write_sqlite(const Table& table, const std::string& path, const std::string& table_name,
                  const Run& run);

// The bytes of a new database with this one table.
[[nodiscard]] std::string sqlite_bytes(const Table& table, const std::string& table_name,
                                       const Run& run);

}  // namespace privet
