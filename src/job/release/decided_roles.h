// SPDX-License-Identifier: Apache-2.0
// What must be decided about the columns before a release is searched for.
#pragma once

#include <optional>
#include <set>

#include "base/run.h"
#include "base/settings.h"
#include "data/table.h"
#include "job/policy.h"
#include "job/prepare.h"
#include "job/release/unchanged_column.h"
#include "roles/suggest.h"

namespace privet::job {

// --accept-unchanged, --accept-sets
[[nodiscard]] std::vector<Parameter> acceptance_parameters();

// The columns that --accept-unchanged or the policy names. Error{Usage} for unknown ones and for
// those that are not released as they are.
[[nodiscard]] std::set<AttributeId> accepted_columns(const PreparedTable& prepared,
                                                     const Settings& settings,
                                                     const std::optional<Policy>& policy);

// What the columns look like that somebody left as they are.
struct ColumnLooks {
  // [column] why it looks like the name or number of a person; empty: it does not.
  std::vector<std::string> person;
  std::vector<roles::RoleSuggestion> suggestions = {};
};

// Throws Error{Usage} if a column that is to be released is undecided, by the policy or because
// nothing gives it a role and its kind is not known, and if names or free text would be released
// as sets.
[[nodiscard]] ColumnLooks require_decided_roles(const PreparedTable& prepared,
                                                const Settings& settings,
                                                const std::optional<Policy>& policy,
                                                const Run& run);

// Of one column, by its looks: throws Error{Usage} if names or free text would be released as sets;
// returns why it looks like the name or number of a person. Empty: it does not.
[[nodiscard]] std::string judge_looks(const PreparedTable& prepared,
                                      const roles::RoleSuggestion& looks, const Settings& settings,
                                      const std::optional<Policy>& policy);

// Warns of sensitive columns and classes that others may know, judging by their names or values,
// and that make records unique beside the quasi-identifiers: no model counts them as known.
void warn_of_known(const std::vector<UnchangedColumn>& unchanged, const PreparedTable& prepared,
                   const std::vector<roles::RoleSuggestion>& suggestions, const Run& run);

// Throws Error{Usage} if records are counted and may not be one person each, with the way out;
// warns instead of a table that is only checked.
void doubt_records(const PreparedTable& prepared, const Settings& settings,
                   const std::vector<roles::RoleSuggestion>& suggestions, Purpose purpose,
                   const Run& run);

}  // namespace privet::job
