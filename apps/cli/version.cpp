// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "base/version.h"

namespace privet::cli {

Command version_command() {
  return {.path = "version",
          .summary = "Print the version.",
          .positionals = {},
          .options = {},
          .example = "privet version",
          .run = [](const Settings&, Console& console) {
            console.say(fmt::format("privet {}\n", kVersion));
            console.answer({{"version", kVersion}});
            return 0;
          }};
}

}  // namespace privet::cli
