// SPDX-License-Identifier: Apache-2.0
#include "job/quasi/measure_job.h"

#include <numeric>

#include "job/input/table_input.h"

namespace privet::job {

std::vector<Parameter> quasi_measure_parameters() {
  return joined({quasi_source_parameters(),
                 {{.name = "subsets",
                   .kind = ParameterKind::Flag,
                   .summary = "Measure every set of the columns, not only all of them together."},
                  {.name = "max-size",
                   .kind = ParameterKind::Count,
                   .summary = "With --subsets: measure sets of at most N columns.",
                   .placeholder = "N",
                   .min = 1,
                   .max = 256}}});
}

QuasiMeasureOptions quasi_measure_options(const Settings& settings) {
  QuasiMeasureOptions out{.source = quasi_source(settings), .subsets = settings.flag("subsets")};
  if (!out.subsets) refuse_options(settings, {"max-size"}, "without --subsets");
  if (settings.given("max-size")) out.max_size = settings.count("max-size");
  return out;
}

QuasiMeasureOutcome run_quasi_measure(const QuasiMeasureOptions& options, const Run& run) {
  const QuasiRows input = read_quasi_rows(options.source, run);
  QuasiMeasureOutcome out{.rows = input.population, .subsets = options.subsets, .sets = {}};
  if (options.subsets) {
    const std::size_t size = options.max_size.value_or(input.names.size());
    for (const auto& set : quasi::measure_subsets(input.rows(), size, run)) {
      out.sets.push_back({input.named(set.columns), set.ratios});
    }
    return out;
  }
  std::vector<std::size_t> columns(input.names.size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  out.sets.push_back({input.names, quasi::measure(input.rows(), columns, run)});
  return out;
}

}  // namespace privet::job
