// SPDX-License-Identifier: Apache-2.0
// Writes a table as CSV in a given style, quoting only what must be quoted.
// Idea: each distinct text of a column is escaped once, with the delimiter or line end that follows
// it, so that a cell costs one copy; blocks of rows are made by all threads and handed out in
// order. Cost: linear in the bytes written; memory for a few blocks and the escaped dictionaries.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/run.h"
#include "base/sink.h"
#include "data/csv/read_csv.h"

namespace privet {

// One row of texts, with its line end; a field is quoted only where it must be.
void append_csv_row(std::string& out, std::span<const std::string> fields, char delimiter);

void write_csv(const Table& table, const CsvStyle& style, const Sink& sink, const Run& run);
[[nodiscard]] std::string csv_text(const Table& table, const CsvStyle& style, const Run& run);

}  // namespace privet
