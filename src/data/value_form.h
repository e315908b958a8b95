// SPDX-License-Identifier: Apache-2.0
// How the texts of a column that lies on a number line are read: with a decimal point or comma,
// with marks between thousands, or as dates. The text of a value never changes; this is only how it
// is understood.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/calendar.h"

namespace privet {

// Dates lie on the line of seconds (data/calendar.h), and are not numbers to average.
enum class ColumnType { Text, Numeric, Date };

// "text", "numeric", "date".
[[nodiscard]] std::string_view type_name(ColumnType type);
[[nodiscard]] std::optional<ColumnType> parse_type_name(std::string_view text);
// Whether the values have places on a line, so that ranges of them mean something.
[[nodiscard]] constexpr bool ordered(ColumnType type) {
  return type != ColumnType::Text;
}

// Parses a whole field as a finite decimal number; spaces around it are allowed. "1e3", "-.5" and
// "+2" are numbers; "0x10", "inf" and "nan" are not.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

struct ValueForm {
  enum class Kind : std::uint8_t {
    Point,         // 1234.5
    PointGrouped,  // 1,234.5
    Comma,         // 1234,5
    CommaGrouped,  // 1.234,5
    Date,
  };
  Kind kind = Kind::Point;
  DateOrder order = DateOrder::Ymd;  // of dates

  bool operator==(const ValueForm&) const = default;

  // The place of this text on the line; none if it is not of this form.
  [[nodiscard]] std::optional<double> read(std::string_view text) const {
    return kind == Kind::Point ? parse_number(text) : read_other(text);
  }
  [[nodiscard]] bool comma() const { return kind == Kind::Comma || kind == Kind::CommaGrouped; }
  // A number with a decimal point, as this form writes it.
  [[nodiscard]] std::string written(std::string number) const;

 private:
  [[nodiscard]] std::optional<double> read_other(std::string_view text) const;
};

// "point", "point-grouped", "comma", "comma-grouped", "ymd", "dmy", "mdy": for files.
[[nodiscard]] std::string_view form_name(const ValueForm& form);
[[nodiscard]] std::optional<ValueForm> parse_form_name(std::string_view text);

}  // namespace privet
