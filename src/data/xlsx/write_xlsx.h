// SPDX-License-Identifier: Apache-2.0
// Writes a table as an Excel workbook with one sheet, so that read_xlsx gives back the very texts.
// A number is written as one where its text comes back from it (12.50 with a format of two
// decimals), an ISO date or time likewise; every other value is a text cell, which no program takes
// for a formula. A missing value "" is an empty cell. The bytes depend on the table alone.
// Cost: one pass, one thread; each distinct value is judged once. libxlsxwriter keeps the rows in a
// temporary file without a name, and the finished file in memory.
#pragma once

#include <string>

#include "base/run.h"
#include "base/sink.h"
#include "data/table.h"

namespace privet {

// Throws Error{Output} for what a sheet cannot hold: too many rows, columns or characters in a
// cell, bytes that are not UTF-8, a last record that is empty.
void write_xlsx(const Table& table, const std::string& sheet, const std::string& path,
                const Sink& sink, const Run& run);

}  // namespace privet
