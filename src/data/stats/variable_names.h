// SPDX-License-Identifier: Apache-2.0
// The names that columns get in files of SPSS and Stata, which allow letters, digits and _ only, up
// to 64 and 32 of them, and know some words otherwise.
#pragma once

#include <string>
#include <vector>

#include "data/stats/read_stats.h"

namespace privet {

// One for each, all different (in any case of letters); a name that is allowed stays.
[[nodiscard]] std::vector<std::string> variable_names(StatsForm form,
                                                      const std::vector<std::string>& names);

}  // namespace privet
