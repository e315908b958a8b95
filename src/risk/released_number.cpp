// SPDX-License-Identifier: Apache-2.0
#include "risk/released_number.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "risk/released_date.h"

namespace privet {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double read_released_number(std::string_view text, const ValueForm& form) {
  if (form.kind == ValueForm::Kind::Date) return read_released_date(text, form.order);
  std::string copy;
  const char decimal = form.comma() ? ',' : '.';
  const bool grouped = form.kind != ValueForm::Kind::Point && form.kind != ValueForm::Kind::Comma;
  for (const char c : text) {
    const bool mark = c == '.' || c == ',';
    if (mark && c != decimal && !grouped) return kNoNumber;
    if (!mark || c == decimal) copy += mark ? '.' : c;
  }
  if (copy.empty()) return kNoNumber;
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  while (*end == ' ') ++end;
  return *end == '\0' && std::isfinite(value) ? value : kNoNumber;
}

}  // namespace privet
