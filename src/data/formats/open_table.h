// SPDX-License-Identifier: Apache-2.0
// Reads and writes a table in whatever form its file has: CSV, TSV, ARFF, SQLite, and gzip of the
// text forms; reads one of a PostgreSQL database by its address (data/postgres/postgres_place.h). A
// file is recognised by its first bytes (SQLite, gzip) and its name; what is neither ARFF nor
// SQLite is read as CSV, unless it is known to be something else (data/foreign_file.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/run.h"
#include "data/csv/read_csv.h"
#include "data/csv/write_csv.h"

namespace privet {

enum class TableForm { Csv, Arff, Sqlite, Postgres };

// By the end of the name: .arff, .sqlite, .sqlite3, .db, any other CSV; ".gz" after it is ignored.
// An address of a database is known by its beginning.
[[nodiscard]] TableForm table_form(std::string_view path);

struct TableSource {
  std::string path;                                // "-" is standard input
  std::optional<std::string> table_or_query = {};  // for SQLite only
  CsvOptions csv = {};                             // for CSV only, except what it says of columns
};

// `style` says how a CSV file was written; for other forms it is the usual one.
[[nodiscard]] CsvFile read_table(const TableSource& source, const Run& run);

// The table for those who know plain numbers and texts only: numbers get a decimal point, dates are
// texts, and nothing is asked about what could mean two things.
[[nodiscard]] CsvFile read_plain_table(TableSource source, const Run& run);

// The bytes of a text form by the name of the file they are for: CSV in this style (.tsv: with
// tabs), ARFF, gzip of either. Nothing is written to the file itself. Throws Error{Usage} for
// SQLite.
void write_table_text(const Table& table, const std::string& path, const CsvStyle& style,
                      const Sink& sink, const Run& run);

// Writes the file: a text form all at once or not at all; an SQLite database gets a new table named
// `table_name`. Throws Error{Usage} for an address: only a checked release is written into a
// database (data/postgres/staged_table.h).
void write_table(const Table& table, const std::string& path, const CsvStyle& style,
                 const std::string& table_name, const Run& run);

}  // namespace privet
