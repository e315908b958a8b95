// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "base/names.h"
#include "data/csv/csv_header_internal.h"

namespace privet::detail {

void check_names(const std::vector<std::string>& names, const Place& header) {
  std::unordered_map<std::string_view, std::size_t> seen;
  Place place = header;
  for (std::size_t i = 0; i < names.size(); ++i) {
    place.column = i + 1;
    if (names[i].empty()) {
      throw Error(ErrorCode::Input,
                  "this column has no name; name it, or read the file as one without a header",
                  place);
    }
    const auto [it, fresh] = seen.try_emplace(names[i], i);
    if (fresh) continue;
    throw Error(ErrorCode::Input,
                fmt::format("two columns are named {} (fields {} and {})",
                            quote_for_message(names[i]), it->second + 1, i + 1),
                place);
  }
}

void check_wishes(const ColumnWishes& wishes, const std::vector<std::string>& names,
                  const std::string& file) {
  const auto check = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    const auto near = nearest_name(name, names);
    throw Error(
        ErrorCode::Usage,
        fmt::format("a type is given for column {}, which is not there{}", quote_for_message(name),
                    near ? fmt::format("; did you mean {}?", quote_for_message(*near)) : ""),
        {.file = file});
  };
  for (const auto& [name, type] : wishes.types) check(name);
  for (const auto& [name, order] : wishes.dates) check(name);
}

void number_names(std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = fmt::format("c{}", i + 1);
}

}  // namespace privet::detail
