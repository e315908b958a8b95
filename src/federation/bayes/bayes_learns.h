// SPDX-License-Identifier: Apache-2.0
// Who learns the classes of rows that a shared naive Bayes model classifies: the party with the
// class column, another one, or all.
#pragma once

#include <string>
#include <vector>

#include "federation/bayes/vertical_bayes.h"
#include "federation/task/task.h"

namespace privet::federation {

// --learns.
[[nodiscard]] Parameter learns_parameter();
// Throws Error{Usage} for a party that there is not.
[[nodiscard]] std::vector<PartyId> recipients_of(const Job& job, const Settings& settings);
// The classes, and their names if somebody else than the class site learns them.
[[nodiscard]] protocol::Forecast classes_forecast(const Job& job, const Settings& settings);
// The class of each row by its name, where this party learns it. All parties call it; `names` are
// those of the class site, empty elsewhere.
[[nodiscard]] std::optional<std::vector<std::string>> learned_classes(
    session::Session& session, const protocol::Setting& setting, const BayesSites& sites,
    const std::vector<std::string>& names, std::span<const mining::ClassLabel> labels);

}  // namespace privet::federation
