// SPDX-License-Identifier: Apache-2.0
#include "federation/task/class_site.h"

#include <fmt/format.h>

#include <vector>

#include "base/error.h"

namespace privet::federation {

std::size_t class_site_of(std::span<const DataSet> parts, const std::string& name) {
  std::vector<std::size_t> found;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto* table = table_of(parts[p]);
    if (table != nullptr && table->find(name)) found.push_back(p);
  }
  if (found.empty()) {
    throw Error(ErrorCode::Input, fmt::format("no party has a column {}", quote_for_message(name)),
                {.parameter = "--class"});
  }
  if (found.size() > 1) {
    throw Error(ErrorCode::Input,
                fmt::format("party-{} and party-{} both have the class column {}: leave it out of "
                            "one",
                            found[0] + 1, found[1] + 1, quote_for_message(name)));
  }
  return found.front();
}

}  // namespace privet::federation
