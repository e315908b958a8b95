// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <string>

#include "data/xlsx/number_format_internal.h"

namespace privet::detail {
namespace {

constexpr double kDaySeconds = 86400;

// The first section of a code, without texts, colours, currencies and blanks; lengths of time in
// brackets ([h]) stay.
std::string bare_code(std::string_view code) {
  std::string out;
  for (std::size_t i = 0; i < code.size() && code[i] != ';'; ++i) {
    if (code[i] == '"') {
      i = std::min(code.find('"', i + 1), code.size());
    } else if (code[i] == '\\' || code[i] == '_' || code[i] == '*') {
      ++i;
    } else if (code[i] == '[') {
      const auto end = std::min(code.find(']', i), code.size());
      const std::string_view inside = code.substr(i + 1, end - i - 1);
      if (!inside.empty() && inside.find_first_not_of("hHmMsS") == std::string_view::npos) {
        out += "[h]";
      }
      i = end;
    } else if (code[i] != ' ') {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(code[i])));
    }
  }
  return out;
}

bool has(std::string_view text, std::string_view any) {
  return text.find_first_of(any) != std::string_view::npos;
}

CellLook number_look(std::string_view bare) {
  const auto zeros = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of('0') == std::string_view::npos;
  };
  if (has(bare, "%e/")) return {};
  if (zeros(bare) && bare.size() > 1 && bare.size() < 20) {
    return {.number = {.kind = NumberLook::Kind::Padded,
                       .digits = static_cast<std::uint8_t>(bare.size())}};
  }
  const auto point = bare.find('.');
  if (point == std::string_view::npos) return {};
  std::string_view decimals = bare.substr(point + 1);
  const auto other = decimals.find_first_not_of('0');
  if (other != std::string_view::npos) {
    if (has(decimals.substr(other, 1), "#?")) return {};
    decimals = decimals.substr(0, other);
  }
  if (decimals.empty() || decimals.size() > 15) return {};
  return {.number = {.kind = NumberLook::Kind::Decimals,
                     .digits = static_cast<std::uint8_t>(decimals.size())}};
}

}  // namespace

CellLook look_of_code(std::string_view code) {
  const std::string bare = bare_code(code);
  if (bare.empty() || bare == "general" || bare == "@") return {};
  if (bare.find("[h]") != std::string::npos) return {.kind = CellLook::Kind::Duration};
  std::string_view rest = bare;
  const bool half =
      rest.find("am/pm") != std::string_view::npos || rest.find("a/p") != std::string_view::npos;
  const bool clock = half || has(rest, "hs");
  const bool day = has(rest, "yd") || (has(rest, "m") && !clock);
  if (!clock && !day) return number_look(bare);
  // "#,##0 days" would be quoted; digits beside letters are fractions of seconds only.
  if (!clock && has(rest, "0#")) return number_look(bare);
  return {.kind = CellLook::Kind::Time,
          .time = day ? clock ? TimeLook::DateTime : TimeLook::Date : TimeLook::Clock};
}

std::optional<CellLook> look_of_builtin(unsigned id) {
  const auto time = [](TimeLook look) {
    return CellLook{.kind = CellLook::Kind::Time, .time = look};
  };
  const CellLook cents{.number = {.kind = NumberLook::Kind::Decimals, .digits = 2}};
  if (id == 22) return time(TimeLook::DateTime);
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id == 36 || (id >= 50 && id <= 54) ||
      id == 57 || id == 58) {
    return time(TimeLook::Date);
  }
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id == 45 || id == 47 || id == 55 ||
      id == 56) {
    return time(TimeLook::Clock);
  }
  if (id == 46) return CellLook{.kind = CellLook::Kind::Duration};
  if (id == 2 || id == 4 || id == 7 || id == 8 || id == 39 || id == 40 || id == 44) return cents;
  if (id <= 49) return CellLook{};
  return std::nullopt;
}

std::optional<double> excel_seconds(double days, bool since_1904) {
  constexpr double kDaysTo1900 = 25569;  // from 1899-12-30 to 1970-01-01
  constexpr double kDaysTo1904 = 24107;
  constexpr double kEnd = 2958466;  // 10000-01-01
  if (!(days >= 0 && days < kEnd)) return std::nullopt;
  if (since_1904) return (days - kDaysTo1904) * kDaySeconds;
  if (days < 1) return std::nullopt;
  if (days >= 60 && days < 61) return std::nullopt;
  return (days - kDaysTo1900 + (days < 60 ? 1 : 0)) * kDaySeconds;
}

}  // namespace privet::detail
