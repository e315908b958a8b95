// SPDX-License-Identifier: Apache-2.0
// From flags and a policy to a table whose columns have their roles and hierarchies: what every
// command on one table begins with.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "catalog/catalog.h"
#include "data/csv/read_csv.h"
#include "data/schema.h"
#include "hierarchy/bind.h"
#include "job/input/table_input.h"
#include "job/policy.h"
#include "perturb/perturbation.h"
#include "privacy/population.h"
#include "publish/rules.h"

namespace privet {

enum class Purpose {
  Release,   // from the original table
  Original,  // the table that a release was made from: as for a release, but what it lacks is its
             // own fault, not the policy's
  // Of any table, released or not: identifiers may be gone, and types and hierarchies say nothing
  // of released cells.
  Check,
};

using job::csv_options;
using job::input_parameters;

// --policy, --quasi, --sensitive, --identifier, --class, --plain, --hierarchy: what its columns
// are.
[[nodiscard]] std::vector<Parameter> role_parameters(Purpose purpose);

// --person, --household, --population, --missing, --exact-text: what the privacy models are judged
// by.
[[nodiscard]] std::vector<Parameter> matching_parameters();
// Whether a missing quasi-identifier matches every value.
[[nodiscard]] bool missing_matches(const Settings& settings);
// Of the page with plots.
[[nodiscard]] Parameter report_parameter();

struct PreparedTable {
  std::string path;
  CsvFile file;
  Schema schema{0};
  std::vector<char> decided = {};  // [column] whether a flag or the policy says its role
  std::vector<std::unique_ptr<BoundHierarchy>> hierarchies;  // [column]; null: none
  std::optional<Population> population;                      // of --population, for a release
  std::optional<Rules> rules;                                // of --apply-rules, for a release
  // Which column says who a record is about: what the models count; none: records.
  std::optional<AttributeId> unit = {};
  std::string unit_word = {};  // "person" or "household"
  bool unit_implied = false;   // by a pseudonym: nobody said that it is the person
  // Of text columns, as the policy says: their values from low to high.
  struct ValueOrder {
    std::vector<std::string> values = {};
    Place place = {};
  };
  std::map<AttributeId, ValueOrder> orders = {};
  std::vector<PerturbedColumn> perturbed = {};  // what became of columns before all else
  std::set<AttributeId> shifted = {};           // dates that were moved, person by person
  std::size_t sampled_from = 0;  // how many records the file has; 0: all of them are here

  [[nodiscard]] const Table& table() const { return file.table; }
  // The column of the unit as it was, where the release shows masks of it: two persons may have one
  // mask. Null: the table has it.
  [[nodiscard]] const Column* unmasked_unit() const {
    const auto masked = unit ? schema.masked().find(*unit) : schema.masked().end();
    return masked == schema.masked().end() ? nullptr : masked->second.original.get();
  }
  // Who each record is about. Requires a unit.
  [[nodiscard]] const Column& unit_column() const {
    return unmasked_unit() != nullptr ? *unmasked_unit() : table().column(*unit);
  }
};

// What may stand in a policy's sections: how to read the file, the privacy models, the method.
[[nodiscard]] std::vector<Parameter> policy_parameters(const Catalog& catalog);

// The policy named by the settings, if any; what it sets fills what the flags left open.
[[nodiscard]] std::optional<Policy> load_policy(Settings& settings, const Catalog& catalog,
                                                const Run& run);

// Changes the values of a table whose columns have their roles and types, before hierarchies are
// bound to them.
using TableChange = std::function<void(PreparedTable&)>;

// Reads the table and gives its columns their roles: a role's flag replaces what the policy says of
// that role. Throws Error{Usage} for unknown columns (Error{Input} naming the file for an original)
// and contradicting roles.
[[nodiscard]] PreparedTable prepare_table(const std::string& path, const Settings& settings,
                                          const std::optional<Policy>& policy, Purpose purpose,
                                          const Run& run, const TableChange& change = {});

// The same where the rows stay in a database: the columns' names are known at once, and `read`
// gives the values of a column, without rows, once it is a quasi-identifier, sensitive or a class;
// the others stay empty. Boundaries are taken from the policy, and nothing is asked. The purpose is
// a release or a check.
struct ValueSource {
  std::vector<std::string> names;
  std::function<Column(const std::string& name)> read;
};
[[nodiscard]] PreparedTable prepare_values(const std::string& path, const Settings& settings,
                                           const std::optional<Policy>& policy,
                                           const ValueSource& source, Purpose purpose,
                                           const Run& run);

// Gives quasi-identifiers that are dates and have no hierarchy the one of the calendar
// (hierarchy/build_dates.h).
void add_date_hierarchies(PreparedTable& prepared);

// Gives quasi-identifiers that are times of day and have no hierarchy the one of hours and parts of
// the day (hierarchy/build_times.h).
void add_time_hierarchies(PreparedTable& prepared);

// The quasi-identifiers; Error{Usage} saying how to name some if there are none.
[[nodiscard]] std::vector<AttributeId> require_quasi(const Schema& schema);

}  // namespace privet
