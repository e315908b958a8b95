// SPDX-License-Identifier: Apache-2.0
#include "job/column_list.h"

#include "base/shell_word.h"

namespace privet::job {

std::string flag_list(const std::vector<std::string>& names) {
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ",") + name;
  return shell_word(list);
}

}  // namespace privet::job
