// SPDX-License-Identifier: Apache-2.0
// The distinct values of one column, in order, each with its exact text.
// Order: missing values first (by text), then numbers ascending in a numeric column, dates in a
// column of dates, or bytes ascending in a text column. So a code comparison is a value comparison,
// and text never changes: "7", "7.0" and "07" stay three values. Threads: immutable after
// construction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "data/value_form.h"

namespace privet {

using ValueId = Id<struct ValueTag>;          // a code: index of a value in its column's dictionary
using RowId = Id<struct RowTag>;              // a record
using AttributeId = Id<struct AttributeTag>;  // a column of a table

class Dictionary {
 public:
  Dictionary() = default;
  // The values may come in any order, and more than once. `missing` says which stand for "not
  // known". Unless it is of texts, a dictionary requires that every other text is of its form.
  // `codes`, if given, becomes the map from position in `values` to code, so that a reader can
  // translate what it has.
  Dictionary(ColumnType type, const std::vector<std::string_view>& values,
             const std::vector<bool>& missing, std::vector<ValueId>* codes = nullptr,
             const ValueForm& form = {});

  [[nodiscard]] ColumnType type() const { return type_; }
  // How its texts are read, unless they are just texts.
  [[nodiscard]] const ValueForm& form() const { return form_; }
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::string_view text(ValueId id) const {
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return std::string_view(arena_).substr(begin, ends_[id] - begin);
  }
  // The codes [0, missing_count()) are the missing values.
  [[nodiscard]] std::size_t missing_count() const { return missing_count_; }
  [[nodiscard]] bool missing(ValueId id) const { return id < missing_count_; }
  // The value as a number, or a date as seconds; not a number for missing values and in text
  // columns.
  [[nodiscard]] double number(ValueId id) const;
  // The code of exactly this text.
  [[nodiscard]] std::optional<ValueId> find(std::string_view text) const;

 private:
  ColumnType type_ = ColumnType::Text;
  ValueForm form_ = {};
  std::string arena_;
  std::vector<std::uint64_t> ends_;
  std::vector<double> numbers_;  // empty in text columns
  std::size_t missing_count_ = 0;
};

}  // namespace privet
