// SPDX-License-Identifier: Apache-2.0
// A condition that picks records, and what becomes of it on a release.
// Idea: a comparison of a column with constants is the set of the column's values that satisfy it;
// two of one column joined by AND or OR are again such a set, so that "age > 30 AND age < 40" is
// judged exactly. On a release a cell satisfies it for certain, not at all, or perhaps. Taking
// the records that perhaps match misses none but finds too many (precision); taking only the
// certain ones finds no wrong one but misses some (recall). A number that stands for its class
// (recoding/class_statistic.h) is all that the recipient sees, and is taken for what it says: there
// the records that match may be missed, and wrong ones taken for certain.
// Reference: Xiong and Rangachari, "Towards application-oriented data anonymization" (2008),
// section 4.3. Cost: one look-up per record and condition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "query/sql_tokens.h"
#include "recoding/recoding.h"
#include "recoding/recoding_context.h"

namespace privet {

struct Selection {
  enum class Kind { Values, All, Any };
  Kind kind = Kind::Values;
  AttributeId column = 0;                  // Values
  std::vector<std::uint8_t> matches = {};  // Values: 1 for the codes that satisfy it
  // Values of a numeric column: whether any other number would satisfy it; null if that is unknown.
  std::function<bool(double)> number = {};
  std::vector<Selection> parts = {};  // All, Any
};

// A condition as in a WHERE clause: comparisons of a column with constants, BETWEEN, IN, LIKE, IS
// NULL, AND, OR, NOT and parentheses. As in SQL a missing value satisfies only IS NULL. Throws
// Error{Usage} saying what it did not understand; the caller adds the place.
[[nodiscard]] Selection parse_selection(std::span<const SqlToken> tokens, const Table& table);
[[nodiscard]] Selection parse_selection(std::string_view condition, const Table& table);

struct SelectionQuality {
  std::size_t matching = 0;  // records of the original that satisfy it
  std::size_t possible = 0;  // records of the release that perhaps or certainly do
  std::size_t certain = 0;   // certainly
  double precision = 1;      // of the possible, who matches; 1 where nothing is possible
  double recall = 1;         // of the matching, who is certain; 1 where nothing matches
};

// Columns that the recoding does not touch are released as they are.
[[nodiscard]] SelectionQuality measure_selection(const Selection& selection,
                                                 const Recoding& recoding,
                                                 const RecodingContext& context);

// The column of this name, in any case if no other is so called; none if there is none.
[[nodiscard]] std::optional<AttributeId> find_sql_column(const Table& table, std::string_view name);
[[nodiscard]] std::vector<std::string> column_names(const Table& table);

}  // namespace privet
