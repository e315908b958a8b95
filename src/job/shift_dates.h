// SPDX-License-Identifier: Apache-2.0
// Moves the dates of each person by a number of days that only the key knows.
// Idea: a keyed hash of the person's identifier gives one offset for all dates of all records of
// the person, so intervals between them stay exact, to the minute; the time of day stays too. With
// the same key the same person has the same offset in every release. Reference: Hripcsak et al.,
// "Preserving temporal relations in clinical data while maintaining privacy" (2016). What it does
// not protect: the order and the distances of a person's dates, which may be as rare as a
// fingerprint; anybody who knows one true date of a person learns them all; the true date lies
// within the range of the offsets. Dates that others know still belong among the quasi-identifiers.
#pragma once

#include <vector>

#include "job/identifiers.h"
#include "job/prepare.h"

namespace privet {

// --shift-dates, --shift-by, --shift-days
[[nodiscard]] std::vector<Parameter> shift_parameters();

// Shifts what the settings ask for. Throws Error{Usage} for a column that has no dates and if it is
// not clear whose they are, Error{Input} for a date without a day and a record without a person.
void shift_dates(PreparedTable& prepared, const Settings& settings,
                 const std::optional<Policy>& policy, ReleaseKey& key);

}  // namespace privet
