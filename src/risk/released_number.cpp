// SPDX-License-Identifier: Apache-2.0
#include "risk/released_number.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "risk/released_date.h"

namespace privet {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double read_released_number(std::string_view text, const ValueForm& form) {
  if (form.kind == ValueForm::Kind::Date) return read_released_date(text, form.order);
  std::string copy;
  const char decimal = form.comma() ? ',' : '.';
  const bool grouped = form.kind != ValueForm::Kind::Point && form.kind != ValueForm::Kind::Comma;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool mark = c == '.' || c == ',';
    if (mark && c != decimal && !grouped) return kNotANumber;
    // Between thousands: also spaces, in all their forms, and apostrophes.
    const bool inside = !copy.empty() && i + 1 < text.size();
    const bool gap = c == ' ' || c == '\'' || static_cast<unsigned char>(c) >= 0x80;
    if (grouped && inside && gap) continue;
    if (!mark || c == decimal) copy += mark ? '.' : c;
  }
  if (copy.empty()) return kNotANumber;
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  while (*end == ' ') ++end;
  return *end == '\0' && std::isfinite(value) ? value : kNotANumber;
}

}  // namespace privet
