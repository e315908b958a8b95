// SPDX-License-Identifier: Apache-2.0
// Standard output of the commands that can write a file there.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "apps/cli/console.h"

namespace privet::cli {

// Before the run: if a file is to go to standard output, texts go to standard error.
inline void claim_output(Console& console,
                         std::initializer_list<std::optional<std::string>> files) {
  for (const auto& file : files) {
    if (file == "-") console.claim_output();
  }
}

}  // namespace privet::cli
