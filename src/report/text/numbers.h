// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them, the same in text, tables, cards and plots. A value that is not a
// number shows as an en dash, infinities as ∞ and -∞.
// Cost: constant.
#pragma once

#include <cstdint>
#include <string>

namespace privet {

enum class NumberStyle {
  Plain,    // 12,345.6
  Short,    // 12k, 3.4M: for axes and cards
  Percent,  // of a fraction: 0.123 -> 12.3%
  Seconds,  // 850 µs, 12.3 ms, 4.21 s, 2 min 05 s
  Bytes,    // 1.2 MB (powers of 1000)
};

[[nodiscard]] std::string format_count(std::uint64_t count);  // 1,234,567
// `digits` significant digits without trailing zeros: 0.00123, 1,234,567, 1.5e-9, 2.1e18.
[[nodiscard]] std::string format_real(double value, int digits = 4);
// As many digits as distinguish the value from every other: for numbers that others are compared
// with.
[[nodiscard]] std::string format_exact(double value);
// Exactly `decimals` digits after the point, with thousands separators: columns that line up.
[[nodiscard]] std::string format_fixed(double value, int decimals);
// A fraction: 0.1234 -> 12.3%. What is neither 0 nor 1 never rounds to look so: <0.1%, >99.9%.
[[nodiscard]] std::string format_percent(double fraction, int decimals = 1);
[[nodiscard]] std::string format_seconds(double seconds);
[[nodiscard]] std::string format_bytes(double bytes);
[[nodiscard]] std::string format_short(double value);
[[nodiscard]] std::string format_number(double value, NumberStyle style);

}  // namespace privet
