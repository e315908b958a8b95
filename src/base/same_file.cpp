// SPDX-License-Identifier: Apache-2.0
#include "base/same_file.h"

#include <filesystem>

#include "base/atomic_file.h"

namespace privet {

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

}  // namespace privet
