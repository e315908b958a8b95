// SPDX-License-Identifier: Apache-2.0
#include "perturb/coding.h"

#include <cmath>
#include <limits>

#include "base/error.h"
#include "perturb/replace_values.h"

namespace privet {

Column code_ends(const Column& column, std::optional<double> bottom, std::optional<double> top) {
  PRIVET_CHECK(column.type() == ColumnType::Numeric);
  constexpr std::size_t kEnd = 15;  // an end is written with all the decimals it has
  return replace_values(column, [&](RowId row) {
    const double number = column.number(row);
    if (bottom && number < *bottom) return number_text(*bottom, kEnd, column);
    if (top && number > *top) return number_text(*top, kEnd, column);
    return std::string(column.text(row));
  });
}

Column round_values(const Column& column, double base, std::size_t decimals) {
  PRIVET_CHECK(column.type() == ColumnType::Numeric && base > 0);
  return replace_values(column, [&](RowId row) {
    const double steps = std::round(column.number(row) / base);
    // Beyond this a number has no digits left that could be rounded.
    if (!(std::abs(steps) < 9007199254740992.0)) return std::string(column.text(row));
    return number_text(steps * base, decimals, column);
  });
}

}  // namespace privet
