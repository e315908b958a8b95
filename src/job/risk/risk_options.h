// SPDX-License-Identifier: Apache-2.0
// What is to be measured of a table's risk, as plain data: flags and a job's caller fill the same
// struct.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "job/option_fields.h"
#include "job/risk/risk_summary.h"
#include "job/table_options.h"

namespace privet::job {

struct RiskOptions {
  std::string input = {};                  // the table
  std::optional<std::string> report = {};  // a page; "-": the outcome has it
  TableOptions table = {};
  NamedValues parameters = {};                      // of privacy models
  std::optional<double> threshold = {};             // a record of a higher risk is at risk
  std::optional<std::size_t> worst = {};            // how many violating classes are shown
  std::optional<std::size_t> population_size = {};  // the table is a sample of this many
  std::optional<double> sampling_fraction = {};     // the same as a share
  std::optional<std::string> survey_weights = {};   // a column
  std::optional<std::string> records = {};          // a file: the risk of every record
  std::optional<std::size_t> suda_size = {};        // the largest set of columns looked at
  std::optional<std::string> earlier = {};          // another release of the same people
  std::optional<std::string> against = {};          // another table, to link with
  std::optional<std::string> original = {};         // the table that the release was made of
  std::optional<std::string> original_order = {};   // of a shuffled release: a saved order
  std::optional<std::string> priority = {};         // weights of quasi-identifiers, "A=W,B=W"
  std::optional<std::string> engine = {};           // "database": the questions go to the table
  std::vector<std::string> shards = {};             // further servers with rows of it, by address
  bool boundaries = false;                          // check the generalization boundaries
  // Makes the page; required with `report`.
  std::function<std::string(const RiskSummary&)> page = {};
};

// The table.
[[nodiscard]] std::vector<Parameter> risk_positionals();
// Report, threshold, roles, models, other tables, reading.
[[nodiscard]] std::vector<Parameter> risk_parameters(const Catalog& catalog);
[[nodiscard]] RiskOptions risk_options(const Settings& settings,
                                       const Catalog& catalog = builtin_catalog());
// The options as settings, for the policy and the catalog's entries. Throws Error{Usage} for a
// value that its parameter does not allow.
[[nodiscard]] Settings risk_settings(const RiskOptions& options, const Catalog& catalog);

}  // namespace privet::job
