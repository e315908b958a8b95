// SPDX-License-Identifier: Apache-2.0
// What the tasks that go by distances share: how distances are counted, who compares them, and a
// party's own columns as numbers.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "federation/task/task.h"
#include "mining/distance/fixed_distance.h"
#include "mining/distance/kmeans.h"
#include "protocol/replicated/trio.h"

namespace privet::federation {

// --range, --unit and --helper.
[[nodiscard]] std::vector<Parameter> distance_parameters();
// The measure that they agree on. Throws Error{Usage} for one that cannot be.
[[nodiscard]] mining::FixedDistance measure_of(const Settings& settings, double p);

// Who compares distances.
using Three = std::array<protocol::PartyId, protocol::replicated::kParties>;
// The parties that compute by replicated shares: all three of an honest majority, or the helper and
// the first two others; none where two referees compare. Throws Error{Usage} for a helper that is
// none of the parties, needs more of them, or has nothing to do.
[[nodiscard]] std::optional<Three> three_of(const Job& job, const Settings& settings);
// The party that a setting names, by its number from 1. Throws Error{Usage} if there is none.
[[nodiscard]] protocol::PartyId party_of(const Job& job, const Settings& settings,
                                         std::string_view name);
// Whether these compare, in words, for the agreement.
[[nodiscard]] std::string referees_text(const Job& job, const Settings& settings);
// What the three see masked, unless every job with an honest majority has it already.
void add_masked(const Job& job, const std::optional<Three>& three, protocol::Forecast& forecast);

// A table's columns as points.
struct OwnPoints {
  std::vector<std::string> names;
  std::vector<double> units;  // that distances are taken in; empty: as the columns are
  mining::Matrix points;      // in these units
};
// Throws Error{Input} if a cell is not a number, Error{Usage} for baskets.
[[nodiscard]] OwnPoints own_points(const DataSet& part, mining::KMeansScale scale);
// check(part) for each part, without the key column if there is one; an error names the party.
void check_parts(std::span<const DataSet> parts, const std::string& key,
                 const std::function<void(const DataSet&)>& check);

}  // namespace privet::federation
