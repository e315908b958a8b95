// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/paths.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"

namespace privet::cli {

bool same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return a == b;
  std::error_code failed;
  const auto kind = std::filesystem::status(a, failed).type();
  if (kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::not_found)
    return false;
  const auto whole = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(written_path(path), failed),
                                             failed);
  };
  return whole(a) == whole(b) && !failed;
}

void refuse_same(const Settings& settings, const char* written, const char* other,
                 const char* message) {
  if (!settings.given(written) || !settings.given(other) || settings.text(other) == "-") return;
  if (!same_file(settings.text(written), settings.text(other))) return;
  throw Error(ErrorCode::Usage, message, {.parameter = fmt::format("--{}", written)});
}

}  // namespace privet::cli
