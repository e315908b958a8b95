// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/paths.h"

#include <fmt/format.h>

#include "base/error.h"

namespace privet::cli {

void refuse_same(const Settings& settings, const char* written, const char* other,
                 const char* message) {
  if (!settings.given(written) || !settings.given(other) || settings.text(other) == "-") return;
  if (!same_file(settings.text(written), settings.text(other))) return;
  throw Error(ErrorCode::Usage, message, {.parameter = fmt::format("--{}", written)});
}

}  // namespace privet::cli
