// SPDX-License-Identifier: Apache-2.0
// Tables in SQLite databases: read a table or the rows of a query, write a new table.
// Reading opens the database read-only and runs one statement. NULL is read as the missing value ""
// and "" is written as NULL; every other value keeps its text: an integer or real column is
// declared only where SQLite gives back the very text that was stored. Cost: one pass, one thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/run.h"
#include "data/table.h"

namespace privet {

// `table_or_query` is the name of a table or view, or a statement that begins with SELECT, WITH or
// VALUES; not given, the database must have one table. Throws Error{Input}.
[[nodiscard]] Table read_sqlite(const std::string& path,
                                const std::optional<std::string>& table_or_query, const Run& run);

// The only table of a database whose bytes are these; `name` stands for the file in messages.
[[nodiscard]] Table parse_sqlite(std::string_view bytes, const std::string& name, const Run& run);

}  // namespace privet
