// SPDX-License-Identifier: Apache-2.0
// Reads settings that give quasi-identifiers numbers: "age=5,sex=1".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "anonymize/problem.h"
#include "base/settings.h"
#include "data/named_number.h"

namespace privet {

// One entry for each quasi-identifier, none for those not named; empty if the setting is not given.
// Throws Error{Usage} for a column that is not a quasi-identifier or appears twice, and a text that
// does not have the form.
[[nodiscard]] std::vector<std::optional<double>> read_attribute_numbers(
    const Settings& settings, std::string_view name, const Problem& problem,
    const NumberForm& form = {});
// Weights: 1 for those not named. Throws Error{Usage} if all are 0.
[[nodiscard]] std::vector<double> read_weights(const Settings& settings, std::string_view name,
                                               const Problem& problem);
// Levels: whole numbers.
[[nodiscard]] std::vector<std::optional<std::size_t>> read_level_numbers(const Settings& settings,
                                                                         std::string_view name,
                                                                         const Problem& problem);
// "10s", "500ms", "2m", "1h", or seconds as a plain number; none if it is not given.
[[nodiscard]] std::optional<double> read_seconds(const Settings& settings, std::string_view name);

}  // namespace privet
