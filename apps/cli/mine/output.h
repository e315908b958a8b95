// SPDX-License-Identifier: Apache-2.0
// Standard output of the commands that can write a file there.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <string>

#include "apps/cli/console.h"
#include "job/mining/mining_input.h"

namespace privet::cli {

// Before the run: if a file is to go to standard output, texts go to standard error.
inline void claim_output(Console& console,
                         std::initializer_list<std::optional<std::string>> files) {
  for (const auto& file : files) {
    if (file == "-") console.claim_output();
  }
}

// After the run: where the model and the report are.
inline void say_files(Console& console, const job::ModelFiles& files) {
  if (files.save && files.save != "-") {
    console.say(fmt::format("The model is {}.\n", *files.save));
  }
  if (files.report && files.report != "-") {
    console.say(fmt::format("The report is {}.\n", *files.report));
  }
}

}  // namespace privet::cli
