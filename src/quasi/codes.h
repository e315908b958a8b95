// SPDX-License-Identifier: Apache-2.0
// The columns a question is about, as small integers: nothing here looks at a value, only at
// whether two rows have the same one. Idea: a view of a table's codes costs nothing; a sample is a
// copy whose codes are made dense, so that counters stay as small as the sample. Threads: immutable
// once built.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "data/table.h"

namespace privet::quasi {

class Codes {
 public:
  // Views these columns of `table`, which must outlive this.
  Codes(const Table& table, std::span<const AttributeId> columns);
  // Views all columns of `table`.
  explicit Codes(const Table& table);
  // Owns the columns; all must be of equal length. Codes need not be dense.
  explicit Codes(std::vector<std::vector<ValueId>> columns);

  Codes(Codes&&) = default;
  Codes& operator=(Codes&&) = default;
  Codes(const Codes&) = delete;
  Codes& operator=(const Codes&) = delete;
  ~Codes() = default;

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return views_.size(); }
  [[nodiscard]] std::span<const ValueId> column(std::size_t id) const { return views_[id]; }
  // Every code of the column is below this.
  [[nodiscard]] std::size_t limit(std::size_t id) const { return limits_[id]; }

  // A copy of these rows (repeats allowed), with dense codes.
  [[nodiscard]] Codes select(std::span<const RowId> rows) const;

 private:
  Codes() = default;

  std::vector<std::vector<ValueId>> owned_;
  std::vector<std::span<const ValueId>> views_;
  std::vector<std::size_t> limits_;
  std::size_t rows_ = 0;
};

}  // namespace privet::quasi
