// SPDX-License-Identifier: Apache-2.0
// What the values of a column are, judged by their texts: numbers with a decimal point or comma,
// dates in one of their orders, or texts.
// Idea: the first value that is not a plain number says what to try; a form is taken only if every
// value fits it. Where two forms fit and would mean different things (1,234 or 05/06/1951), or one
// fits all but a few values ("unbekannt" among ages), nothing is guessed: the question is handed to
// the caller, with the option that answers it.
// Cost: a column of plain numbers or of words costs what it did without dates and commas.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/run.h"
#include "data/value_form.h"

namespace privet {

enum class DecimalMark : unsigned char { Point, Comma };

// What somebody says of the columns of a file.
struct ColumnWishes {
  std::vector<std::pair<std::string, ColumnType>> types = {};
  std::vector<std::pair<std::string, DateOrder>> dates = {};
  std::vector<std::string> texts = {};  // columns that are text unless `types` says otherwise
  std::optional<DecimalMark> decimal = {};
  std::vector<std::string> missing = {};  // texts that stand for missing values (missing_marks.h)
  bool ask = true;  // refuse what could mean two things; otherwise such a column is text
};

// What is said of one column.
struct ColumnWish {
  std::optional<ColumnType> type = {};
  std::optional<DateOrder> order = {};
  std::optional<DecimalMark> decimal = {};
  std::vector<std::string> missing = {};
};
[[nodiscard]] ColumnWish wish_for(const ColumnWishes& wishes, std::string_view column);

// What must be decided about a column that could mean two things.
struct ColumnQuestion {
  std::string column;
  std::string text;
};

struct InferredColumn {
  ColumnType type = ColumnType::Text;
  ValueForm form = {};
  std::string question = {};  // two forms fit; "" otherwise
  std::string note = {};      // what should be known about how it is read
  // A value that contradicts what was asked for.
  std::optional<std::size_t> wrong = {};
};

// Of these distinct values, of which some stand for missing ones.
[[nodiscard]] InferredColumn infer_column(std::string_view name,
                                          const std::vector<std::string_view>& values,
                                          const std::vector<bool>& missing, const ColumnWish& wish,
                                          const Run& run);

// Whether every value that has a point could also have it between thousands (1.234), and one has:
// in a file whose other columns have decimal commas this is worth a warning.
[[nodiscard]] bool points_could_group(const std::vector<std::string_view>& values,
                                      const std::vector<bool>& missing);

}  // namespace privet
