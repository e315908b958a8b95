// SPDX-License-Identifier: Apache-2.0
// What tables from outside say about the classes of a measured one: --population and --against of
// risk.
// Idea: people are counted, not rows. Where somebody has several rows in the register, or several
// records in the table, these are one person (job/population.h says how that is noticed).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "catalog/catalog.h"
#include "data/group_rows.h"
#include "job/policy.h"
#include "job/prepare.h"
#include "job/risk/risk_summary.h"

namespace privet {

struct MeasuredTable {
  const PreparedTable& prepared;
  std::span<const AttributeId> quasi;
  const RowGroups& groups;  // by the quasi-identifiers
  const Settings& settings;
  const std::optional<Policy>& policy;
  const Catalog& catalog;
  bool means_measured = false;  // a comparison with the original found means or medians
};

struct PopulationMatch {
  std::size_t people = 0;
  std::vector<std::size_t> people_of_group = {};  // [group]
  std::size_t uncovered = 0;                      // people that no group covers
};

// The people of --population. Columns that seem to show means are added to `means`, with a warning.
[[nodiscard]] PopulationMatch match_population(const MeasuredTable& measured,
                                               std::vector<std::string>& means, const Run& run);

// The rows of --against, by the quasi-identifiers that both tables have: an outsider may know
// fewer. Throws Error{Usage} if there is none. `means` as above.
[[nodiscard]] LinkageSummary link_with(const MeasuredTable& measured,
                                       std::vector<std::string>& means, const Run& run);

}  // namespace privet
