// SPDX-License-Identifier: Apache-2.0
// Reads a table that lies in memory (data/memory_input.h) as a CSV file of the same texts would be
// read: the same types, the same questions about what could mean two things.
// Cost: the distinct texts of each column, and a copy of the codes.
#pragma once

#include <string>

#include "base/run.h"
#include "data/csv/read_csv.h"
#include "data/memory_input.h"

namespace privet {

// `name` stands for the table in messages; lines count its records from 1. Throws Error{Usage} for
// options that are about a file's form, Error{Input} as read_csv does.
[[nodiscard]] CsvFile read_loaned_table(const MemoryTable& table, const std::string& name,
                                        const CsvOptions& options, const Run& run);

}  // namespace privet
