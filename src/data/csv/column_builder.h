// SPDX-License-Identifier: Apache-2.0
// Collects the texts of a column, row after row, for readers that see one value at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "data/text_pool.h"

namespace privet {

class ColumnBuilder {
 public:
  // The text is copied if it is new.
  void add(std::string_view text) { codes_.push_back(pool_.intern_copy(text)); }
  [[nodiscard]] std::size_t rows() const { return codes_.size(); }
  // The column, of the type given or else inferred as in read_csv. Empties the builder. A numeric
  // type requires that every text that is not missing is a number.
  [[nodiscard]] Column finish(std::string name, std::optional<ColumnType> type, const Run& run);

 private:
  TextPool pool_;
  std::vector<ValueId> codes_;
};

}  // namespace privet
