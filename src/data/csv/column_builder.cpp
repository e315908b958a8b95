// SPDX-License-Identifier: Apache-2.0
#include "data/csv/column_builder.h"

#include <utility>

#include "data/infer_column.h"

namespace privet {

Column ColumnBuilder::finish(std::string name, std::optional<ColumnType> type, const Run& run) {
  const TextPool pool = std::exchange(pool_, TextPool());
  std::vector<ValueId> codes = std::exchange(codes_, {});
  std::vector<bool> missing;
  missing.reserve(pool.size());
  for (const auto& text : pool.texts()) missing.push_back(is_missing_text(text));
  // A reader of another format asks no questions: what could mean two things is text.
  const InferredColumn found =
      type ? InferredColumn{.type = *type} : infer_column(name, pool.texts(), missing, {}, run);
  std::vector<ValueId> order;
  Dictionary dictionary(found.type, pool.texts(), missing, &order, found.form);
  for (ValueId& code : codes) code = order[code];
  return {std::move(name), std::move(dictionary), std::move(codes)};
}

}  // namespace privet
