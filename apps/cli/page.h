// SPDX-License-Identifier: Apache-2.0
// The page of a command: what its outcome says, and what the run warned of until then, as on the
// terminal and in the JSON.
#pragma once

#include <functional>
#include <string>

#include "apps/cli/console.h"
#include "report/page/html.h"

namespace privet::cli {

// `console` must outlive what is returned.
template <class Outcome>
[[nodiscard]] std::function<std::string(const Outcome&)> page_of(
    const Console& console, std::string (*page)(const Outcome&)) {
  return [&console, page](const Outcome& outcome) {
    return with_warnings(page(outcome), console.warnings());
  };
}

}  // namespace privet::cli
