// SPDX-License-Identifier: Apache-2.0
// What the jobs about quasi-identifiers share: the columns they look at, read whole from a file or
// as a sample from a stream, and numbers given to columns.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "data/formats/open_table.h"
#include "data/named_number.h"
#include "quasi/codes.h"

namespace privet::job {

struct QuasiSource {
  TableSource table;
  std::vector<std::string> columns = {};  // the columns to look at; empty: all

  [[nodiscard]] bool stream() const { return table.path == "-"; }
};

// The positional FILE of a command that samples standard input.
[[nodiscard]] Parameter sampled_file();
// --columns, and how to read the file.
[[nodiscard]] std::vector<Parameter> quasi_source_parameters();
[[nodiscard]] QuasiSource quasi_source(const Settings& settings);

struct QuasiRows {
  std::vector<std::string> names;           // of the columns looked at
  std::uint64_t population = 0;             // rows of the table
  std::unique_ptr<const Table> table = {};  // what the codes refer to; a stream leaves none
  std::optional<quasi::Codes> codes = {};

  [[nodiscard]] const quasi::Codes& rows() const { return *codes; }
  [[nodiscard]] std::vector<std::string> named(const std::vector<std::size_t>& columns) const;
};

// The columns that were asked for; all if none was. Throws Error{Usage} at --columns.
[[nodiscard]] std::vector<std::string> choose_names(const std::vector<std::string>& wanted,
                                                    const std::vector<std::string>& names);

// The whole table.
[[nodiscard]] QuasiRows read_quasi_rows(const QuasiSource& source, const Run& run);

// How many of `rows` rows a sample needs if the table has this many columns.
using SampleSize = std::function<std::uint64_t(std::size_t columns, std::uint64_t rows)>;
// A sample of standard input, drawn while it is read once.
[[nodiscard]] QuasiRows sample_quasi_rows(const QuasiSource& source, const SampleSize& size,
                                          std::uint64_t seed, const Run& run);

// "age=2,zip=5" of a setting; empty if it is not given. Throws Error{Usage} unless all are above 0.
[[nodiscard]] std::vector<NamedNumber> positive_numbers(const Settings& settings,
                                                        std::string_view name,
                                                        std::string_view word);
// One number for each of `names`, 1 for those not named; empty if none is given. Throws
// Error{Usage} at --`option` for a column that is not there.
[[nodiscard]] std::vector<double> numbers_of_columns(const std::vector<NamedNumber>& given,
                                                     const std::vector<std::string>& names,
                                                     std::string_view option);

// Throws Error{Usage} if any of these options is given: "has no effect <when>; leave it out".
void refuse_options(const Settings& settings, const std::vector<std::string_view>& options,
                    std::string_view when);

}  // namespace privet::job
