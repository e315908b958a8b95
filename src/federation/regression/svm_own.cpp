// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/svm_own.h"

#include <fmt/format.h>

#include "base/error.h"

namespace privet::federation {

OwnSvm own_svm(const DataSet& data, const Settings& settings) {
  const auto* found_table = table_of(data);  // with rows to classify or without
  if (found_table == nullptr) {
    throw Error(ErrorCode::Usage, "a support vector machine needs a table, not baskets");
  }
  const auto& table = *found_table;
  const auto name = settings.text("class");
  OwnSvm out;
  out.part.columns = svm_columns_of(table, name);
  out.part.model.columns = number_names(out.part.columns);
  out.x = out.part.numbers_of(table, "");
  mining::set_ranges(out.part.model.map, mining::svm_ranges(out.x), out.part.model.columns);
  const auto found = table.find(name);
  if (!found) return out;
  const auto classes = mining::class_column(table, *found);
  std::vector<std::size_t> rows(classes.classes.size());
  for (std::size_t r = 0; r < table.rows(); ++r) {
    if (classes.labels[r] >= rows.size()) {
      throw Error(ErrorCode::Input, fmt::format("row {} has no class: leave such rows out", r + 1));
    }
    ++rows[classes.labels[r]];
  }
  std::vector<std::size_t> present;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    if (rows[c] > 0) present.push_back(c);
  }
  if (present.size() != 2) {
    throw Error(ErrorCode::Infeasible,
                fmt::format("a support vector machine needs exactly two classes; there are {} in "
                            "column {}",
                            present.size(), quote_for_message(name)),
                {.parameter = "--class"});
  }
  out.part.model.class_name = name;
  for (const auto c : present) out.part.model.classes.push_back(classes.classes[c]);
  for (const auto label : classes.labels) out.labels.emplace_back(label == present[1] ? 1U : 0U);
  return out;
}

}  // namespace privet::federation
