// SPDX-License-Identifier: Apache-2.0
// What --dp asks of a release beside groups of k records: everything that could depend on the
// records, except the sample and the groups, is fixed or refused.
// Idea: the theorem is about a random sample, a generalization that does not look at the records,
// and groups of fewer than k left out. So the records are drawn one by one with the operating
// system's randomness; every column that is shown has a fixed level of a hierarchy that was written
// down beforehand; spellings are not merged; the limit on suppression, which would tell how many
// were left out, is off, and the records left out leave no trace. Other models, perturbation,
// pseudonyms and further columns are refused: no proof covers them.
// Reference: privacy/differential_privacy.h.
#pragma once

#include <optional>

#include "anonymize/problem.h"
#include "base/settings.h"
#include "job/policy.h"
#include "job/prepare.h"

namespace privet {

[[nodiscard]] bool wants_dp(const Settings& settings);
// Refuses settings that the proof does not cover, and sets what it asks for. Nothing without --dp.
void settle_dp(Settings& settings);
// Leaves each record with this chance, drawn by the operating system.
void draw_each(PreparedTable& prepared, double chance);
// Refuses columns and hierarchies that the proof does not cover.
void check_dp_columns(const PreparedTable& prepared, const Settings& settings,
                      const std::optional<Policy>& policy);
// The fixed levels, for the guard; refuses where some are not. Nothing without --dp.
void fix_scheme(const Settings& settings, Problem& problem);

}  // namespace privet
