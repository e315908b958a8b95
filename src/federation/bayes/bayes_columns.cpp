// SPDX-License-Identifier: Apache-2.0
#include "federation/bayes/bayes_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "federation/bayes/bayes_units.h"
#include "mining/numbers/column_numbers.h"

namespace privet::federation {
namespace {

constexpr unsigned kMostFraction = 24;

// Mean and deviation of the numbers in a column; 0 deviation for none or equal ones.
void measure(const Column& column, std::span<const double> of_codes, BayesColumns::Known& out) {
  long double sum = 0;
  std::size_t count = 0;
  for (const auto code : column.codes) {
    if (std::isnan(of_codes[code])) continue;
    sum += of_codes[code];
    ++count;
  }
  if (count == 0) return;
  const long double mean = sum / static_cast<long double>(count);
  long double squares = 0;
  bool differ = false;
  double first = std::numeric_limits<double>::quiet_NaN();
  for (const auto code : column.codes) {
    const double x = of_codes[code];
    if (std::isnan(x)) continue;
    if (std::isnan(first)) first = x;
    differ = differ || x != first;
    squares += (x - mean) * (x - mean);
  }
  out.mean = static_cast<double>(mean);
  if (differ)
    out.deviation = static_cast<double>(std::sqrt(squares / static_cast<long double>(count)));
}

}  // namespace

unsigned number_fraction(std::size_t rows) {
  PRIVET_CHECK(rows <= kMostBayesRows);
  const auto bits = static_cast<unsigned>(std::bit_width(rows));
  return std::min(kMostFraction, (61 - bits) / 2);
}

BayesColumns::BayesColumns(const Table& table, std::optional<AttributeId> class_column,
                           unsigned fraction)
    : fraction_(fraction) {
  for (std::size_t c = 0; c < table.columns(); ++c) {
    if (class_column && c == *class_column) continue;
    const auto& column = table.column(static_cast<AttributeId>(c));
    Known out;
    out.name = column.name;
    out.numeric = column.type() == ColumnType::Numeric;
    if (out.numeric) {
      const auto numbers = mining::numbers_of_codes(column);
      mining::check_squares(column, numbers);
      measure(column, numbers, out);
    } else {
      for (auto v = column.dictionary.missing_count(); v < column.dictionary.size(); ++v) {
        out.values.emplace_back(column.dictionary.text(static_cast<ValueId>(v)));
      }
    }
    columns_.push_back(std::move(out));
  }
  number_entries();
}

BayesColumns::BayesColumns(std::vector<Known> columns, unsigned fraction)
    : columns_(std::move(columns)), fraction_(fraction) {
  number_entries();
}

void BayesColumns::number_entries() {
  for (auto& column : columns_) {
    column.first = static_cast<std::uint32_t>(entries_);
    entries_ += column.numeric ? 1 : column.values.size();
  }
}

std::vector<std::uint64_t> BayesColumns::sizes() const {
  std::vector<std::uint64_t> out;
  for (const auto& column : columns_) out.push_back(column.numeric ? 0 : column.values.size());
  return out;
}

std::vector<std::uint64_t> BayesColumns::unit_constants() const {
  std::vector<std::uint64_t> out;
  for (const auto& column : columns_) {
    if (!column.numeric) continue;
    const double spread = column.deviation > 0 ? 2 * std::log(column.deviation) : 0.0;
    out.push_back(score_units(-std::log(2 * std::numbers::pi) - spread));
  }
  return out;
}

BayesRows BayesColumns::rows_of(const Table& table, std::string_view parameter) const {
  BayesRows out;
  const Place place{.parameter = std::string(parameter)};
  for (const auto& known : columns_) {
    const auto found = table.find(known.name);
    if (!found) {
      throw Error(ErrorCode::Input,
                  fmt::format("the rows to classify have no column {}, which the model knows",
                              quote_for_message(known.name)),
                  place);
    }
    const auto& column = table.column(*found);
    auto& entries = out.entries.emplace_back(table.rows(), kNoEntry);
    if (!known.numeric) {
      std::vector<std::uint32_t> of_code(column.dictionary.size(), kNoEntry);
      for (std::size_t v = 0; v < known.values.size(); ++v) {
        const auto code = column.dictionary.find(known.values[v]);
        if (code && !column.dictionary.missing(*code)) {
          of_code[*code] = known.first + static_cast<std::uint32_t>(v);
        }
      }
      for (std::size_t row = 0; row < table.rows(); ++row)
        entries[row] = of_code[column.codes[row]];
      continue;
    }
    const auto of_codes = mining::numbers_of_codes(column);
    auto& numbers = out.numbers.emplace_back(table.rows());
    auto& presences = out.presences.emplace_back(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const double x = of_codes[column.codes[row]];
      if (std::isnan(x)) continue;
      const double z = known.deviation > 0 ? (x - known.mean) / known.deviation : 0.0;
      if (!(std::abs(z) <= kFarthest)) {
        throw Error(ErrorCode::Input,
                    fmt::format("row {} has {} in column {}, which is more than {} deviations from "
                                "the mean of the rows that the model was learned from",
                                row + 1, x, quote_for_message(known.name), kFarthest),
                    place);
      }
      entries[row] = known.first;
      presences[row] = 1;
      numbers[row] =
          static_cast<std::uint64_t>(std::llround(std::ldexp(z, static_cast<int>(fraction_))));
    }
  }
  return out;
}

crypto::BitVector row_bits(const BayesRows& rows, std::size_t row, std::size_t entries) {
  crypto::BitVector out(entries);
  for (const auto& column : rows.entries) {
    if (column[row] != kNoEntry) out.put(column[row], 1);
  }
  return out;
}

}  // namespace privet::federation
