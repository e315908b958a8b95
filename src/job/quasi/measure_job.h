// SPDX-License-Identifier: Apache-2.0
// privet quasi measure: how well columns tell the rows of a table apart, all together or in every
// set.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/postgres/postgres_place.h"
#include "job/quasi/quasi_rows.h"
#include "quasi/ratios.h"

namespace privet::job {

struct QuasiMeasureOptions {
  QuasiSource source;
  bool subsets = false;
  std::optional<std::size_t> max_size = {};  // of a subset; none: any size
  std::vector<PostgresPlace> engine = {};    // where the rows stay; empty: they are read
};

[[nodiscard]] std::vector<Parameter> quasi_measure_parameters();
[[nodiscard]] QuasiMeasureOptions quasi_measure_options(const Settings& settings);

struct MeasuredColumns {
  std::vector<std::string> columns;
  quasi::Ratios ratios;
};

struct QuasiMeasureOutcome {
  std::uint64_t rows = 0;
  bool subsets = false;
  std::vector<MeasuredColumns> sets;  // one without subsets
};

[[nodiscard]] QuasiMeasureOutcome run_quasi_measure(const QuasiMeasureOptions& options,
                                                    const Run& run);

}  // namespace privet::job
