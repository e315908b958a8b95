// SPDX-License-Identifier: Apache-2.0
// What a release is to be, as plain data: flags and a job's caller fill the same struct.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "job/option_fields.h"
#include "job/release/release_summary.h"
#include "job/table_options.h"

namespace privet::job {

struct ReleaseOptions {
  std::string input = {};                      // the table
  std::string output = {};                     // "-": the outcome has the bytes
  std::optional<std::string> report = {};      // a page; "-": the outcome has it
  std::optional<std::string> summary = {};     // a page for outsiders
  std::optional<std::string> save_rules = {};  // the recoding, for new records
  std::optional<std::string> apply_rules = {};
  bool drop_suppressed = false;                // leave suppressed records out
  std::optional<std::string> engine = {};      // "database": the questions go to the table
  std::vector<std::string> shards = {};        // further servers with rows of it, by address
  bool long_sets = false;                      // write them, however long
  bool keep_order = false;                     // of the records; otherwise they are shuffled
  std::optional<std::string> save_order = {};  // which record of the table each record is
  std::optional<std::string> earlier = {};     // another release of the same people
  TableOptions table = {};
  std::optional<std::string> method = {};
  NamedValues parameters = {};  // of privacy models and methods
  std::optional<double> max_suppression = {};
  std::optional<double> sample = {};  // a share of the records
  // Columns to release as they are although records are unique with them.
  std::vector<std::string> accept_unchanged = {};
  std::vector<std::string> accept_sets = {};
  bool accept_links = false;                   // of the records of a person, by pseudonyms
  std::vector<std::string> pseudonym = {};     // columns
  std::vector<std::string> mask = {};          // "COLUMN=N"
  std::vector<std::string> shift_dates = {};   // columns of dates
  std::optional<std::string> shift_by = {};    // the column of the person
  std::optional<std::size_t> shift_days = {};  // how far at most
  std::vector<std::string> top_code = {};      // "COLUMN=NUMBER", and so the others
  std::vector<std::string> bottom_code = {};
  std::vector<std::string> round = {};
  std::vector<std::string> noise = {};
  bool correlated_noise = false;
  std::vector<std::string> rank_swap = {};
  std::vector<std::string> pram = {};
  std::vector<std::string> pram_matrix = {};
  std::vector<std::string> pram_invariant = {};  // columns
  std::optional<std::string> key = {};           // the key file of pseudonyms and shifted dates
  // The file of the passphrase, if there is one: no output may replace it.
  std::optional<std::string> passphrase_file = {};
  // Makes the page; required with `report`.
  std::function<std::string(const ReleaseSummary&)> page = {};
  // Makes the page for outsiders; required with `summary`.
  std::function<std::string(const ReleaseSummary&)> summary_page = {};
};

// The table.
[[nodiscard]] std::vector<Parameter> release_positionals();
// The files, roles, reading, models, method, suppression, measures.
[[nodiscard]] std::vector<Parameter> release_parameters(const Catalog& catalog);
// Throws Error{Usage} for a summary or rules without a file.
[[nodiscard]] ReleaseOptions release_options(const Settings& settings,
                                             const Catalog& catalog = builtin_catalog());
// The options as settings, for the policy and the catalog's entries. Throws Error{Usage} for a
// value that its parameter does not allow.
[[nodiscard]] Settings release_settings(const ReleaseOptions& options, const Catalog& catalog);

}  // namespace privet::job
