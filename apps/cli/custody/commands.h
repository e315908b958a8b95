// SPDX-License-Identifier: Apache-2.0
// The subcommands of `privet custody`, each in the file of its name.
#pragma once

#include "apps/cli/command.h"

namespace privet::cli {

[[nodiscard]] Command custody_advise_command();
[[nodiscard]] Command custody_attack_command();
[[nodiscard]] Command custody_decode_command();
[[nodiscard]] Command custody_decode_values_command();
[[nodiscard]] Command custody_encode_command();

}  // namespace privet::cli
