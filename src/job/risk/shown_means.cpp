// SPDX-License-Identifier: Apache-2.0
#include "job/risk/shown_means.h"

#include "recoding/class_statistic.h"

namespace privet {
namespace {

// The number that a cell shows alone or beside missing values, "37.4" and "{?,37.4}"; or nothing.
std::string_view shown_number(std::string_view cell, const ValueForm& form) {
  if (cell.starts_with('{') && cell.ends_with('}')) {
    cell = cell.substr(1, cell.size() - 2);
    const bool quoted = cell.ends_with('"');  // {?,"37,4"}
    if (quoted) cell.remove_suffix(1);
    cell = cell.substr(cell.find_last_of(quoted ? '"' : ',') + 1);
  }
  return form.read(cell) ? cell : std::string_view();
}

}  // namespace

bool shows_means(const Column& released, const Column& outside, bool known) {
  if (outside.type() != ColumnType::Numeric) return false;
  const std::size_t finer = statistic_decimals(outside);
  for (std::size_t v = 0; v < released.dictionary.size(); ++v) {
    const auto number =
        shown_number(released.dictionary.text(static_cast<ValueId>(v)), outside.dictionary.form());
    if (number.empty()) continue;
    const auto point = number.find(outside.dictionary.form().comma() ? ',' : '.');
    const bool fine = point != std::string_view::npos && number.size() - point - 1 >= finer &&
                      number.find_first_of("eE") == std::string_view::npos;
    if (known || fine) return true;
  }
  return false;
}

}  // namespace privet
