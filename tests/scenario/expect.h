// SPDX-License-Identifier: Apache-2.0
// What a scenario may expect of the last run and of the files after it.
#pragma once

#include <optional>
#include <string>

#include "tests/scenario/case_file.h"
#include "tests/scenario/world.h"

namespace privet::scenario {

// Nothing if the expectation is met, else how it is not. Throws CaseError for a verb that is none
// or is used wrongly.
[[nodiscard]] std::optional<std::string> unmet(const Step& step, const World& world);

}  // namespace privet::scenario
