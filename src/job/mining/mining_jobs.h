// SPDX-License-Identifier: Apache-2.0
// The mining commands and their parameters, for whoever takes the name of one.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/description.h"

namespace privet::job {

struct MiningJob {
  std::string_view name;  // "mine rules"
  std::vector<Parameter> (*parameters)();
};

[[nodiscard]] std::span<const MiningJob> mining_jobs();

}  // namespace privet::job
