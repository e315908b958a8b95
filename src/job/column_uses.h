// SPDX-License-Identifier: Apache-2.0
// What a column is for beside its role, and what has to be asked about columns that are for
// something.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "base/settings.h"
#include "data/csv/read_csv.h"
#include "data/table.h"
#include "job/policy.h"

namespace privet::job {

// Columns that a setting or the policy names without giving them a role: persons, masks.
[[nodiscard]] std::set<AttributeId> used_otherwise(const Table& table, const Settings& settings,
                                                   const std::optional<Policy>& policy);

// Throws Error{Input} for the first column that could mean two things, unless it is left out of the
// release: then nobody needs to know what it means.
void ask_about_columns(const CsvFile& file, const std::string& path, const Settings& settings,
                       const std::optional<Policy>& policy);

}  // namespace privet::job
