// SPDX-License-Identifier: Apache-2.0
#include "job/column_list.h"

#include <algorithm>
#include <cctype>

namespace privet::job {

std::string flag_list(const std::vector<std::string>& names) {
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ",") + name;
  const bool harmless = std::all_of(list.begin(), list.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' ||
           c == ',';
  });
  if (harmless) return list;
  std::string out = "'";
  for (const char c : list) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace privet::job
