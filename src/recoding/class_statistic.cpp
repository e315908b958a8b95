// SPDX-License-Identifier: Apache-2.0
#include "recoding/class_statistic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"

namespace privet {
namespace {

// Decimals of a number as it is written: 2 in "1.25", 3 in "12.5e-2", 0 in "1.5e3".
std::size_t decimals_of(std::string_view text, char decimal) {
  const auto exponent_at = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, exponent_at);
  const std::size_t point = std::min(mantissa.find(decimal), mantissa.size());
  long places = std::count_if(mantissa.begin() + static_cast<std::ptrdiff_t>(point), mantissa.end(),
                              [](char c) { return c >= '0' && c <= '9'; });
  if (exponent_at != std::string_view::npos) {
    const auto exponent = parse_number(text.substr(exponent_at + 1));
    if (exponent) places -= std::lround(std::clamp(*exponent, -400.0, 400.0));
  }
  return static_cast<std::size_t>(std::max(0L, places));
}

// The records of each class, class after class.
struct ClassRows {
  std::vector<RowId> rows;
  std::vector<std::size_t> begin;  // one more at the end

  ClassRows(const std::vector<ClassId>& class_of, std::size_t classes) : begin(classes + 1) {
    for (const ClassId cls : class_of) {
      if (cls != kSuppressed) ++begin[cls + std::size_t{1}];
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    rows.resize(begin.back());
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    for (std::size_t r = 0; r < class_of.size(); ++r) {
      if (class_of[r] != kSuppressed) rows[next[class_of[r]]++] = static_cast<RowId>(r);
    }
  }
  [[nodiscard]] std::span<const RowId> of(std::size_t cls) const {
    return std::span(rows).subspan(begin[cls], begin[cls + 1] - begin[cls]);
  }
};

}  // namespace

std::string_view statistic_name(Statistic statistic) {
  return statistic == Statistic::Mean ? "mean" : "median";
}

double statistic_of(Statistic statistic, std::span<double> values) {
  PRIVET_CHECK(!values.empty());
  const std::size_t count = values.size();
  if (statistic == Statistic::Median) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(count / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (count % 2 == 1) return *middle;
    const double below = *std::max_element(values.begin(), middle);
    return below / 2 + *middle / 2;
  }
  // Whole numbers add up exactly. A sum that leaves the range of doubles is taken in shares.
  const auto size = static_cast<long double>(count);
  long double sum = 0;
  for (const double value : values) sum += value;
  if (std::isfinite(sum)) return static_cast<double>(sum / size);
  sum = 0;
  for (const double value : values) sum += value / size;
  return static_cast<double>(sum);
}

std::size_t statistic_decimals(const Column& column) {
  std::size_t most = 0;
  const char decimal = column.dictionary.form().comma() ? ',' : '.';
  for (std::size_t v = column.dictionary.missing_count(); v < column.dictionary.size(); ++v) {
    most = std::max(most, decimals_of(column.dictionary.text(static_cast<ValueId>(v)), decimal));
  }
  return most + 1;
}

std::string statistic_text(double number, std::size_t decimals) {
  constexpr std::size_t kDigits = 15;  // what a double can distinguish
  if (number == 0) return "0";         // and not "-0"
  const double magnitude = std::abs(number);
  const bool fits =
      decimals <= kDigits && magnitude < std::pow(10.0, static_cast<double>(kDigits - decimals));
  if (!fits) return fmt::format("{}", number);
  std::string out = fmt::format("{:.{}f}", number, decimals);
  if (decimals > 0) {
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.') out.pop_back();
  }
  return out == "-0" ? "0" : out;
}

RecodedAttribute show_statistic(const Table& table, AttributeId column, Statistic statistic,
                                const std::vector<ClassId>& class_of, std::size_t classes,
                                std::size_t least) {
  using Kind = GeneralizedValue::Kind;
  const Column& original = table.column(column);
  const std::size_t decimals = statistic_decimals(original);
  const ClassRows contents(class_of, classes);
  RecodedAttribute out{.column = column, .values = {}, .value_of_class = {}};
  std::vector<double> numbers;
  for (std::size_t c = 0; c < classes; ++c) {
    GeneralizedValue value{.kind = Kind::Range};
    numbers.clear();
    for (const RowId row : contents.of(c)) {
      const ValueId code = original.codes[row];
      if (original.dictionary.missing(code)) {
        value.members.push_back(code);
        continue;
      }
      value.low = numbers.empty() ? code : std::min(value.low, code);
      value.high = numbers.empty() ? code : std::max(value.high, code);
      numbers.push_back(original.dictionary.number(code));
    }
    std::sort(value.members.begin(), value.members.end());
    value.members.erase(std::unique(value.members.begin(), value.members.end()),
                        value.members.end());
    if (!numbers.empty() && numbers.size() < least) {
      value = {.kind = Kind::Any};
    } else if (!numbers.empty()) {
      value.statistic = original.dictionary.form().written(
          statistic_text(statistic_of(statistic, numbers), decimals));
    } else if (value.members.size() == 1) {
      value = {.kind = Kind::Value, .low = value.members[0], .high = value.members[0]};
    } else {
      value.kind = Kind::Set;
    }
    out.value_of_class.push_back(static_cast<std::uint32_t>(out.values.size()));
    out.values.push_back(std::move(value));
  }
  return out;
}

}  // namespace privet
