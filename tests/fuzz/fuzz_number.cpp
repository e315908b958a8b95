// SPDX-License-Identifier: Apache-2.0
// parse_number takes exactly the decimal numbers: judged by a grammar written out here and by
// strtod.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "data/dictionary.h"

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  text.remove_prefix(count);
  return count;
}

bool take_sign(std::string_view& text) {
  if (text.empty() || (text.front() != '+' && text.front() != '-')) return false;
  text.remove_prefix(1);
  return true;
}

// [sign] digits [. digits] [e [sign] digits], with a digit on at least one side of the point.
bool is_decimal(std::string_view text) {
  take_sign(text);
  std::size_t digits = take_digits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    digits += take_digits(text);
  }
  if (digits == 0) return false;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    take_sign(text);
    if (take_digits(text) == 0) return false;
  }
  return text.empty();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t first = text.find_first_not_of(' ');
  const std::size_t last = text.find_last_not_of(' ');
  const std::string core = first == std::string::npos ? "" : text.substr(first, last - first + 1);
  const auto parsed = privet::parse_number(text);
  if (parsed && !is_decimal(core)) std::abort();
  if (!is_decimal(core)) return 0;
  const double value = std::strtod(core.c_str(), nullptr);
  // Numbers too large for a double are none; what becomes of those too small is left open.
  if (std::fpclassify(value) == FP_NORMAL && (!parsed || *parsed != value)) std::abort();
  if (std::isinf(value) && parsed) std::abort();
  return 0;
}
