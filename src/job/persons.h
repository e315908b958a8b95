// SPDX-License-Identifier: Apache-2.0
// Who the records are about: --person, --household, and the pseudonyms that imply a person.
// Idea: where a person has several records, a class of five records may be one person. The column
// that names the person (or the household, whose members know each other) says what to count.
#pragma once

#include <optional>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "job/policy.h"
#include "job/population.h"
#include "job/prepare.h"

namespace privet {

// --person, --household and --rows-are-persons.
[[nodiscard]] std::vector<Parameter> person_parameters();

// Finds the column of the persons and leaves it out of the release unless it gets pseudonyms.
// Throws Error{Usage} for a column with another role, a person in two households, several
// pseudonymised columns of which none is named, and pseudonyms that several persons share. In a
// table that is only checked, a column that is not there is passed over with a warning.
void find_persons(PreparedTable& prepared, const Settings& settings,
                  const std::optional<Policy>& policy, Purpose purpose, const Run& run);

// What the rows of a population are counted by.
[[nodiscard]] PopulationUnit population_unit(const PreparedTable& prepared,
                                             const Settings& settings);

}  // namespace privet
