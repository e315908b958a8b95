// SPDX-License-Identifier: Apache-2.0
// Where a job's table comes from and how its file is read. The options of a job hold a TableSource
// and read_table() reads it; this is the way from settings to one.
#pragma once

#include <string>
#include <vector>

#include "base/settings.h"
#include "data/formats/open_table.h"

namespace privet::job {

// The positional FILE.
[[nodiscard]] Parameter table_file();
// --delimiter, --no-header, --encoding, --skip-lines, --skip-last-lines, --type, --decimal,
// --date-format, --missing-mark, --table, --sheet, --labels, --missing-codes: how to read the file.
[[nodiscard]] std::vector<Parameter> input_parameters();
// What these say of a CSV file. Throws Error{Usage} for a delimiter that cannot be one, and for a
// type that is not written COLUMN=KIND.
[[nodiscard]] CsvOptions csv_options(const Settings& settings);
// The file at `path`, to be read as those options say.
[[nodiscard]] TableSource table_source(const Settings& settings, std::string path);

// One list of parameters after the other.
[[nodiscard]] std::vector<Parameter> joined(const std::vector<std::vector<Parameter>>& groups);

}  // namespace privet::job
