// SPDX-License-Identifier: Apache-2.0
#include "mining/numbers/column_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/error.h"

namespace privet::mining {
namespace {

// One column of a table as one or more columns of numbers, by code.
struct NumberTerm {
  const Column* column;
  std::vector<std::string> names;
  std::vector<double> of_code;  // code by name; only complete rows are looked up
  std::optional<Factor> factor = {};
};

NumberTerm numeric_term(const Column& column) {
  return {&column, {column.name}, numbers_of_codes(column), {}};
}

std::vector<std::uint64_t> occurrences(const Column& column, const std::vector<bool>& complete) {
  std::vector<std::uint64_t> out(column.dictionary.size(), 0);
  for (std::size_t row = 0; row < column.codes.size(); ++row) {
    if (complete[row]) ++out[column.codes[row]];
  }
  return out;
}

// Values that only incomplete rows have would be columns of zeros: they are none.
NumberTerm factor_term(const Column& column, std::span<const std::uint64_t> occurs) {
  const std::size_t missing = column.dictionary.missing_count();
  NumberTerm term{&column, {}, {}, Factor{column.name, {}, {}}};
  std::vector<std::size_t> levels;
  for (std::size_t code = missing; code < occurs.size(); ++code) {
    if (occurs[code] > 0) levels.push_back(code);
  }
  const std::size_t width = levels.empty() ? 0 : levels.size() - 1;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const std::string text(column.dictionary.text(static_cast<ValueId>(levels[l])));
    if (l == 0) {
      term.factor->reference = text;
      continue;
    }
    term.names.push_back(column.name + text);
    term.factor->values.push_back(text);
  }
  term.of_code.assign(occurs.size() * width, 0.0);
  for (std::size_t l = 1; l < levels.size(); ++l) term.of_code[levels[l] * width + l - 1] = 1.0;
  return term;
}

}  // namespace

std::vector<double> numbers_of_codes(const Column& column) {
  std::vector<double> out;
  std::vector<bool> bad(column.dictionary.size(), false);
  for (std::size_t code = 0; code < column.dictionary.size(); ++code) {
    const auto id = static_cast<ValueId>(code);
    const bool missing = column.dictionary.missing(id);
    const auto number = missing ? std::nullopt : parse_number(column.dictionary.text(id));
    out.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
    bad[code] = !missing && !number;
  }
  for (std::size_t row = 0; row < column.codes.size(); ++row) {
    if (!bad[column.codes[row]]) continue;
    throw Error(ErrorCode::Input,
                fmt::format("row {}, column {}: a number is needed, not {}", row + 1,
                            quote_for_message(column.name),
                            quote_for_message(column.text(static_cast<RowId>(row)))));
  }
  return out;
}

void check_squares(const Column& column, std::span<const double> of_codes) {
  bool beyond = false;
  for (const double x : of_codes) beyond = beyond || std::abs(x) > kLargestToSquare;
  for (std::size_t row = 0; beyond && row < column.codes.size(); ++row) {
    if (!(std::abs(of_codes[column.codes[row]]) > kLargestToSquare)) continue;
    throw Error(
        ErrorCode::Input,
        fmt::format("row {}, column {}: {} is too large to compute with; divide the "
                    "column's values by a constant so that they stay below {:.0e}",
                    row + 1, quote_for_message(column.name),
                    quote_for_message(column.text(static_cast<RowId>(row))), kLargestToSquare));
  }
}

void check_squares(const Table& table, std::span<const AttributeId> columns,
                   std::span<const AttributeId> factors) {
  for (const AttributeId c : columns) {
    const Column& column = table.column(c);
    const bool named = column.type() == ColumnType::Text ||
                       std::find(factors.begin(), factors.end(), c) != factors.end();
    if (!named) check_squares(column, numbers_of_codes(column));
  }
}

bool Spread::varies() const {
  return std::isfinite(distance) && distance > 1e-13 * std::abs(mean);
}

void check_spread(std::string_view column, const Spread& spread) {
  if (!spread.varies() || spread.distance >= kSmallestToSquare) return;
  throw Error(ErrorCode::Input,
              fmt::format("column {}: its values lie too close together to compute with, {:.1e} "
                          "from their mean; multiply them by a constant so that they lie more than "
                          "{:.0e} apart",
                          quote_for_message(column), spread.distance, kSmallestToSquare));
}

Matrix points_of(const Table& table, std::span<const AttributeId> columns) {
  Matrix out{table.rows(), columns.size(), std::vector<double>(table.rows() * columns.size())};
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Column& column = table.column(columns[c]);
    const auto numbers = numbers_of_codes(column);
    check_squares(column, numbers);
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const double x = numbers[column.codes[row]];
      if (std::isnan(x)) {
        throw Error(ErrorCode::Input,
                    fmt::format("row {}, column {}: the value is missing; fill it in or leave the "
                                "row out",
                                row + 1, quote_for_message(column.name)));
      }
      out.cells[row * out.columns + c] = x;
    }
  }
  return out;
}

Design design_of(const Table& table, std::span<const AttributeId> columns,
                 std::span<const AttributeId> factors, const std::vector<bool>& usable) {
  OwnCensus all;
  return design_of(table, columns, factors, usable, all);
}

Design design_of(const Table& table, std::span<const AttributeId> columns,
                 std::span<const AttributeId> factors, const std::vector<bool>& usable,
                 Census& census) {
  std::vector<bool> complete = usable;
  for (const AttributeId c : columns) {
    const Column& column = table.column(c);
    for (RowId row = 0; row < table.rows(); ++row) {
      complete[row] = complete[row] && !column.missing(row);
    }
  }
  const auto is_factor = [&](AttributeId c) {
    return table.column(c).type() == ColumnType::Text ||
           std::find(factors.begin(), factors.end(), c) != factors.end();
  };
  std::vector<std::uint64_t> occurs;  // of the values of all factors, one after the other
  for (const AttributeId c : columns) {
    if (!is_factor(c)) continue;
    const auto own = occurrences(table.column(c), complete);
    occurs.insert(occurs.end(), own.begin(), own.end());
  }
  if (!occurs.empty()) occurs = census.count(std::move(occurs));
  std::size_t next = 0;
  std::vector<NumberTerm> terms;
  Design out;
  for (const AttributeId c : columns) {
    const Column& column = table.column(c);
    if (is_factor(c)) {
      const auto values = column.dictionary.size();
      terms.push_back(factor_term(column, std::span(occurs).subspan(next, values)));
      next += values;
    } else {
      terms.push_back(numeric_term(column));
    }
    out.names.insert(out.names.end(), terms.back().names.begin(), terms.back().names.end());
    out.of_column.resize(out.names.size(), static_cast<std::uint32_t>(terms.size() - 1));
    if (terms.back().factor) out.factors.push_back(*terms.back().factor);
  }
  out.x.columns = out.names.size();
  std::vector<double> cells(out.x.columns);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (!complete[row]) {
      ++out.dropped;
      continue;
    }
    std::size_t at = 0;
    for (const auto& term : terms) {
      const std::size_t width = term.names.size();
      const ValueId code = term.column->codes[row];
      for (std::size_t w = 0; w < width; ++w) cells[at++] = term.of_code[code * width + w];
    }
    out.rows.push_back(static_cast<RowId>(row));
    out.x.cells.insert(out.x.cells.end(), cells.begin(), cells.end());
  }
  out.x.rows = out.rows.size();
  return out;
}

}  // namespace privet::mining
