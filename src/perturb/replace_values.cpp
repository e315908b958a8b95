// SPDX-License-Identifier: Apache-2.0
#include "perturb/replace_values.h"

#include "data/text_pool.h"
#include "recoding/class_statistic.h"

namespace privet {
Column replace_values(const Column& column, const std::function<std::string(RowId)>& text) {
  TextPool pool;
  std::vector<ValueId> codes;
  codes.reserve(column.codes.size());
  std::vector<bool> missing;
  for (std::size_t r = 0; r < column.codes.size(); ++r) {
    const auto row = static_cast<RowId>(r);
    const bool gone = column.missing(row);
    codes.push_back(gone ? pool.intern_copy(column.text(row)) : pool.intern_copy(text(row)));
    if (codes.back() == missing.size()) missing.push_back(gone);
  }
  std::vector<ValueId> order;
  Column out{column.name,
             Dictionary(column.type(), pool.texts(), missing, &order, column.dictionary.form()),
             std::move(codes)};
  for (ValueId& code : out.codes) code = order[code];
  return out;
}

std::size_t most_decimals(const Column& column) {
  return statistic_decimals(column) - 1;
}

std::string number_text(double number, std::size_t decimals, const Column& column) {
  return column.dictionary.form().written(statistic_text(number, decimals));
}

}  // namespace privet
