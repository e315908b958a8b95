// SPDX-License-Identifier: Apache-2.0
// The forms that a release is written in, and how the guard reads them back: as the delimited text
// that it understands itself. What reads a form back is not what wrote it (data/arff/read_arff.h,
// data/sqlite/read_sqlite.h, data/xlsx/read_xlsx.h, data/stats/read_stats.h,
// data/parquet/read_parquet.h).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "anonymize/problem.h"
#include "data/csv/read_csv.h"
#include "data/csv/write_csv.h"
#include "data/schema.h"

namespace privet::detail {

// By the end of the path.
void write_form(const Table& table, const std::string& path, const CsvStyle& style,
                const Sink& sink, const Run& run);

// From the bytes of a finished file to delimited text in the style that write_form was given; none
// for delimited text. Where a form has one way to write a missing value, that is read as the one
// that the column of the original has.
[[nodiscard]] std::function<std::string(std::string_view)> decoder(const std::string& path,
                                                                   const Problem& problem,
                                                                   const Schema& schema,
                                                                   const Run& run);

}  // namespace privet::detail
