// SPDX-License-Identifier: Apache-2.0
#include "report/text/terminal_style.h"

#include <fmt/format.h>

namespace privet {
namespace {

TextStyle& current() {
  static TextStyle style;
  return style;
}

std::string_view code_of(Ink ink) {
  switch (ink) {
    case Ink::Good:
      return "32";
    case Ink::Bad:
      return "1;31";
    case Ink::Warning:
      return "33";
    case Ink::Strong:
      return "1";
  }
  return "0";
}

}  // namespace

const TextStyle& terminal_style() {
  return current();
}

void set_terminal_style(const TextStyle& style) {
  current() = style;
}

std::string painted(std::string_view text, Ink ink, bool colour) {
  if (!colour) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code_of(ink), text);
}

std::string painted(std::string_view text, Ink ink) {
  return painted(text, ink, terminal_style().colour);
}

}  // namespace privet
