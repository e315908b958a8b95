// SPDX-License-Identifier: Apache-2.0
#include "job/quasi/measure_job.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "base/error.h"
#include "engine/counts.h"
#include "job/input/engine_input.h"
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
                   .max = 256}},
                 database_parameters()});
}

QuasiMeasureOptions quasi_measure_options(const Settings& settings) {
  QuasiMeasureOptions out{.source = quasi_source(settings), .subsets = settings.flag("subsets")};
  if (!out.subsets) refuse_options(settings, {"max-size"}, "without --subsets");
  if (settings.given("max-size")) out.max_size = settings.count("max-size");
  if (wants_engine(settings)) {
    out.engine = engine_places(out.source.table.path, settings.list("shard"));
    refuse_reading_settings(settings);
    static constexpr std::array<std::string_view, 3> kOther{"type", "decimal", "date-format"};
    refuse_settings(settings, kOther);
  }
  return out;
}

namespace {

// Every set of at most `size` of the columns, smaller sets first, then in their order.
void each_set(std::size_t columns, std::size_t size,
              const std::function<void(const std::vector<std::size_t>&)>& visit) {
  for (std::size_t members = 1; members <= std::min(size, columns); ++members) {
    std::vector<std::size_t> set(members);
    std::iota(set.begin(), set.end(), std::size_t{0});
    for (;;) {
      visit(set);
      std::size_t last = members;
      while (last > 0 && set[last - 1] == columns - members + last - 1) --last;
      if (last == 0) break;
      ++set[last - 1];
      for (std::size_t m = last; m < members; ++m) set[m] = set[m - 1] + 1;
    }
  }
}

QuasiMeasureOutcome measure_in_engine(const QuasiMeasureOptions& options, const Run& run) {
  engine::ShardSet shards(options.engine, run);
  const auto names = choose_names(options.source.columns, shards.columns());
  QuasiMeasureOutcome out{
      .rows = engine::count_rows(shards), .subsets = options.subsets, .sets = {}};
  const auto add = [&](const std::vector<std::string>& columns) {
    run.check_cancelled();
    const engine::GroupCounts counts = engine::count_groups(shards, columns);
    out.sets.push_back({columns,
                        {.rows = out.rows,
                         .tally = {.unseparated = counts.equal_pairs, .groups = counts.groups}}});
  };
  if (!options.subsets) {
    add(names);
    return out;
  }
  // Each set is a pass over the rows.
  constexpr std::size_t kMostSets = 4096;
  std::size_t sets = 0;
  each_set(names.size(), options.max_size.value_or(names.size()), [&](const auto& set) {
    if (++sets > kMostSets) {
      throw Error(ErrorCode::Usage,
                  "there are more than 4,096 sets, each a pass over the rows; choose fewer columns "
                  "or a smaller --max-size",
                  {.parameter = "--subsets"});
    }
    std::vector<std::string> columns;
    for (const std::size_t c : set) columns.push_back(names[c]);
    add(columns);
  });
  return out;
}

}  // namespace

QuasiMeasureOutcome run_quasi_measure(const QuasiMeasureOptions& options, const Run& run) {
  if (!options.engine.empty()) return measure_in_engine(options, run);
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
