// SPDX-License-Identifier: Apache-2.0
#include "report/text/numbers.h"
#include "base/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace privet {
namespace {

// What a value that has no digits shows as; empty for all others.
std::string_view without_digits(double value) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value > 0 ? "∞" : "-∞";
  return {};
}

// Puts commas between groups of three digits before the point.
std::string with_thousands(std::string_view digits) {
  const std::size_t start = digits.starts_with('-') ? 1 : 0;
  const std::size_t end = std::min(digits.find('.'), digits.size());
  std::string out(digits.substr(0, start));
  for (std::size_t i = start; i < end; ++i) {
    if (i > start && (end - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out.append(digits.substr(end));
}

std::string drop_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// The power of ten of the value once rounded to `digits` significant digits.
int exponent_of(double value, int digits) {
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  return std::atoi(text.c_str() + text.find('e') + 1);
}

// Three significant digits of `value` in the first unit that keeps it below `next`.
struct Unit {
  double size;
  std::string_view name;
};

template <std::size_t N>
std::string in_units(double value, const std::array<Unit, N>& ascending) {
  const Unit* unit = ascending.data();
  for (const Unit& candidate : ascending) {
    // 999.6 of a unit would print as 1000: it belongs to the next.
    if (std::abs(value) >= candidate.size * 0.9995) unit = &candidate;
  }
  return format_real(value / unit->size, 3) + std::string(unit->name);
}

}  // namespace

std::string format_count(std::uint64_t count) {
  return grouped(count);
}

std::string format_real(double value, int digits) {
  if (const auto name = without_digits(value); !name.empty()) return std::string(name);
  if (value == 0) return "0";
  const int exponent = exponent_of(value, digits);
  if (exponent < -5 || exponent > 15) {
    std::string mantissa = fmt::format("{:.{}e}", value, digits - 1);
    mantissa.erase(mantissa.find('e'));
    return fmt::format("{}e{}", drop_trailing_zeros(mantissa), exponent);
  }
  // Whole digits are never rounded away: 1,234,567 rather than 1,235,000.
  const int decimals = std::max(0, digits - 1 - exponent);
  return with_thousands(drop_trailing_zeros(fmt::format("{:.{}f}", value, decimals)));
}

std::string format_exact(double value) {
  if (const auto name = without_digits(value); !name.empty()) return std::string(name);
  const std::string digits = fmt::format("{}", value);
  return digits.find('e') == std::string::npos ? with_thousands(digits) : digits;
}

std::string format_fixed(double value, int decimals) {
  if (const auto name = without_digits(value); !name.empty()) return std::string(name);
  if (std::abs(value) >= 1e16) return format_real(value, decimals + 1);
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.starts_with('-') && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return with_thousands(text);
}

std::string format_percent(double fraction, int decimals) {
  if (const auto name = without_digits(fraction); !name.empty()) return std::string(name);
  const std::string shown = format_fixed(fraction * 100, decimals);
  const double step = std::pow(10.0, -decimals);
  if (fraction > 0 && shown == format_fixed(0, decimals)) {
    return fmt::format("<{:.{}f}%", step, decimals);
  }
  if (fraction < 1 && shown == format_fixed(100, decimals)) {
    return fmt::format(">{:.{}f}%", 100 - step, decimals);
  }
  return shown + "%";
}

std::string format_seconds(double seconds) {
  if (const auto name = without_digits(seconds); !name.empty()) return std::string(name);
  if (seconds < 0) return fmt::format("-{}", format_seconds(-seconds));
  if (seconds == 0) return "0 s";
  if (seconds >= 59.95) {
    if (seconds >= 1e12) return format_real(seconds, 3) + " s";
    const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    const std::uint64_t minutes = (whole + 30) / 60;
    return fmt::format("{} h {:02} min", format_count(minutes / 60), minutes % 60);
  }
  constexpr std::array kUnits = {Unit{1e-9, " ns"}, Unit{1e-6, " µs"}, Unit{1e-3, " ms"},
                                 Unit{1, " s"}};
  return in_units(seconds, kUnits);
}

std::string format_bytes(double bytes) {
  if (const auto name = without_digits(bytes); !name.empty()) return std::string(name);
  constexpr std::array kUnits = {Unit{1, " B"},    Unit{1e3, " kB"},  Unit{1e6, " MB"},
                                 Unit{1e9, " GB"}, Unit{1e12, " TB"}, Unit{1e15, " PB"}};
  return in_units(bytes, kUnits);
}

std::string format_short(double value) {
  if (const auto name = without_digits(value); !name.empty()) return std::string(name);
  constexpr std::array kUnits = {Unit{1, ""}, Unit{1e3, "k"}, Unit{1e6, "M"}, Unit{1e9, "G"},
                                 Unit{1e12, "T"}};
  return in_units(value, kUnits);
}

std::string format_number(double value, NumberStyle style) {
  switch (style) {
    case NumberStyle::Plain:
      return format_real(value);
    case NumberStyle::Short:
      return format_short(value);
    case NumberStyle::Percent:
      return format_percent(value);
    case NumberStyle::Seconds:
      return format_seconds(value);
    case NumberStyle::Bytes:
      return format_bytes(value);
  }
  return format_real(value);
}

}  // namespace privet
