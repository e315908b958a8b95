// SPDX-License-Identifier: Apache-2.0
// privet quasi find: few columns that tell (almost) all rows apart, or every minimal set of such
// columns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/postgres/postgres_place.h"
#include "job/quasi/quasi_rows.h"
#include "quasi/search/find.h"
#include "quasi/sets/minimal_sets.h"

namespace privet::job {

struct QuasiFindOptions {
  QuasiSource source;
  bool all = false;                // every minimal set instead of one set
  quasi::FindOptions find = {};    // for one set; the job fills in its weights
  quasi::MinimalSetsOptions sets;  // for all; the job fills in max_size
  std::optional<std::size_t> max_size = {};
  std::vector<NamedNumber> costs = {};
  // Of --engine database: where the rows stay; empty: they are read.
  std::vector<PostgresPlace> engine = {};
};

[[nodiscard]] std::vector<Parameter> quasi_find_parameters();
[[nodiscard]] QuasiFindOptions quasi_find_options(const Settings& settings);

struct FoundColumns {
  std::vector<std::string> columns;
  std::optional<double> separation = {};  // measured on all rows
  double cost = 0;
};

struct QuasiFindOutcome {
  bool all = false;
  bool reached = false;  // whether there is what was asked for
  bool costs = false;    // whether costs were given
  std::size_t columns = 0;
  std::vector<FoundColumns> sets;  // the cheapest first; one unless all
  std::optional<quasi::Ratios> ratios = {};
  quasi::SampleUse sample = {};
  std::string guarantee;
  std::size_t max_size = 0;  // with all
  double epsilon = 0;        // with all
};

[[nodiscard]] QuasiFindOutcome run_quasi_find(const QuasiFindOptions& options, const Run& run);

}  // namespace privet::job
