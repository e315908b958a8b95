// SPDX-License-Identifier: Apache-2.0
// Reads and writes a table in whatever form its file has: CSV, TSV, ARFF, SQLite, Excel, SPSS,
// Stata, SAS (read only), Parquet, and gzip of the text forms; reads one of a PostgreSQL database
// by its address (data/postgres/postgres_place.h). A file is recognised by its first bytes, a text
// by its name; what is none of these is read as CSV, unless it is known to be something else
// (data/foreign_file.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/csv/read_csv.h"
#include "data/csv/write_csv.h"
#include "data/stats/read_stats.h"

namespace privet {

enum class TableForm { Csv, Arff, Sqlite, Xlsx, Sav, Dta, Sas7bdat, Parquet, Postgres };

// By the end of the name: .arff, .sqlite, .sqlite3, .db, .xlsx, .sav, .zsav, .dta, .sas7bdat,
// .parquet, any other CSV; ".gz" after it is ignored. An address of a database is known by its
// beginning.
[[nodiscard]] TableForm table_form(std::string_view path);
// Whether a file of this form is a text, which may be packed with gzip.
[[nodiscard]] bool is_text_form(TableForm form);
// Whether such a file has but one way to say that a value is missing.
[[nodiscard]] bool has_one_missing(TableForm form);
// The ends of names of what can be written, for messages.
[[nodiscard]] std::string_view written_forms();

struct TableSource {
  std::string path;                                    // "-" is standard input
  std::optional<std::string> table_or_query = {};      // for SQLite only
  std::optional<std::string> sheet = {};               // of a workbook only
  LabelUse labels = LabelUse::Texts;                   // of SPSS and Stata only
  MissingCodes missing_codes = MissingCodes::Missing;  // of SPSS, Stata and SAS only
  CsvOptions csv = {};  // what it says of columns, for all; of rows and header, also for sheets
};

// `style` says how a CSV file was written; for other forms it is the usual one.
[[nodiscard]] CsvFile read_table(const TableSource& source, const Run& run);

// The table for those who know plain numbers and texts only: numbers get a decimal point, dates are
// texts, and nothing is asked about what could mean two things.
[[nodiscard]] CsvFile read_plain_table(TableSource source, const Run& run);

// The bytes of the form that this file's name asks for: CSV in this style (.tsv: with tabs), ARFF,
// gzip of either, a new SQLite database with this table, a workbook with this sheet. Nothing is
// written to the file itself. Throws Error{Usage} for a form that cannot be packed (.sqlite.gz),
// and Error{Output} for a table that the form cannot hold.
void write_table_bytes(const Table& table, const std::string& path, const CsvStyle& style,
                       const std::string& table_name, const Sink& sink, const Run& run);
// The same, and a form that is not a text is read back first and compared cell by cell.
void write_checked_bytes(const Table& table, const std::string& path, const CsvStyle& style,
                         const std::string& table_name, const Sink& sink, const Run& run);
// The only table of such bytes, each value its text; `path` says the form. `names` are those that
// the columns had before they were written, in place of what the form made of them.
[[nodiscard]] Table parse_table_bytes(std::string_view bytes, const std::string& path,
                                      const std::vector<std::string>& names, const Run& run);

// Writes the file, all at once or not at all; an SQLite database that is there gets a new table.
// Throws Error{Usage} for an address: only a checked release is written into a database
// (data/postgres/staged_table.h).
void write_table(const Table& table, const std::string& path, const CsvStyle& style,
                 const std::string& table_name, const Run& run);

}  // namespace privet
