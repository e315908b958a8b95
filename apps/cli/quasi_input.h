// SPDX-License-Identifier: Apache-2.0
// What the commands about quasi-identifiers share: the columns they look at, read whole from a file
// or as a sample from a stream, the weights, and how answers are written.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/console.h"
#include "base/json.h"
#include "base/settings.h"
#include "job/prepare.h"
#include "quasi/answer.h"
#include "quasi/codes.h"

namespace privet::cli {

struct QuasiInput {
  std::vector<std::string> names;      // of the columns looked at
  std::uint64_t population = 0;        // rows of the table
  std::optional<PreparedTable> table;  // a stream leaves none
  std::optional<quasi::Codes> codes;

  [[nodiscard]] const quasi::Codes& rows() const { return *codes; }
  [[nodiscard]] bool sampled() const { return codes->rows() < population; }
  [[nodiscard]] std::vector<std::string> named(const std::vector<std::size_t>& columns) const;
};

// The file as a positional, "-" being standard input.
[[nodiscard]] Parameter quasi_file(std::string_view summary);
// --columns, and how to read the file.
[[nodiscard]] std::vector<Parameter> quasi_input_options();

// The whole table.
[[nodiscard]] QuasiInput read_quasi_table(const Settings& settings, const Run& run);
// A sample of standard input: wanted(columns, n) of n rows.
[[nodiscard]] QuasiInput sample_quasi_stream(
    const Settings& settings,
    const std::function<std::uint64_t(std::size_t, std::uint64_t)>& wanted, const Run& run);

// --weights for these columns: empty if not given, 1 for a column not named.
[[nodiscard]] std::vector<double> quasi_weights(const Settings& settings,
                                                const std::vector<std::string>& names);

// Error{Usage} if any of these flags is given: `why` it says nothing here.
void refuse_flags(const Settings& settings, const std::vector<std::string_view>& flags,
                  std::string_view why);

// "{age, zip}"
[[nodiscard]] std::string braced(const std::vector<std::string>& names);
// Adds "distinct_ratio" and "separation_ratio": null if they were not measured.
void add_ratios(Json& object, const std::optional<quasi::Ratios>& ratios);
[[nodiscard]] std::string ratios_text(const quasi::Ratios& ratios);
[[nodiscard]] Json sample_json(const quasi::SampleUse& sample);
// A line on the sample, empty if there was none.
[[nodiscard]] std::string sample_text(const quasi::SampleUse& sample);

}  // namespace privet::cli
