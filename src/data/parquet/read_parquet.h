// SPDX-License-Identifier: Apache-2.0
// Reads and writes Parquet with DuckDB, which is loaded for it where it is installed
// (duckdb_library_internal.h). Integers, decimals and texts are read as they are, floating numbers
// as the shortest text that reads back, dates and times as in ISO 8601, a time with a zone in UTC
// (with a warning), NULL and not-a-number as missing. Lists, maps, structures and bytes are
// refused. What is written is read back as the very texts: a column is of integers, numbers, dates
// or times only where each of its texts comes back from its value. Cost: one pass, one thread;
// DuckDB holds the rows in memory beside the table.
#pragma once

#include <string>
#include <string_view>

#include "base/run.h"
#include "base/sink.h"
#include "data/csv/read_csv.h"

namespace privet {

// By the first bytes of a file.
[[nodiscard]] bool is_parquet(std::string_view start);

// `name` stands for the file in messages. Throws Error{Input}, and Error{Usage} without DuckDB.
[[nodiscard]] CsvFile parse_parquet(std::string_view bytes, const std::string& name,
                                    const ColumnWishes& wishes, const Run& run);

// Throws Error{Output}, and Error{Usage} without DuckDB.
void write_parquet(const Table& table, const std::string& path, const Sink& sink, const Run& run);

}  // namespace privet
