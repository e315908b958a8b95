// SPDX-License-Identifier: Apache-2.0
// A table of text cells, for the terminal (to_text) and for a page (HtmlPage::table).
// Idea: columns keep their natural width while they fit; otherwise the widest columns shrink first,
// text before numbers, and their cells wrap or are cut. When even that does not fit, the columns
// are dealt into several panels, each starting with the first column.
// Cost: linear in the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace privet {

enum class Align { Left, Right };
enum class Overflow { Wrap, Truncate };

struct TextColumn {
  std::string heading = {};
  Align align = Align::Left;  // Right for numbers
  Overflow overflow = Overflow::Wrap;
};

struct TextTable {
  std::string title = {};  // empty: none
  std::vector<TextColumn> columns = {};
  std::vector<std::vector<std::string>> rows = {};  // a short row is filled with empty cells
  std::vector<std::string> totals = {};             // a last row below a rule; empty: none

  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
};

struct TextStyle {
  std::size_t width = 100;  // at least kMinTextWidth; no line is wider
  bool ascii = false;       // rules and tree branches of ASCII characters only
  bool colour = false;      // headings in bold
};
inline constexpr std::size_t kMinTextWidth = 20;

// The style where none is named (report/text/terminal_style.h sets it).
[[nodiscard]] const TextStyle& terminal_style();

[[nodiscard]] inline TextColumn number_column(std::string heading) {
  return {.heading = std::move(heading), .align = Align::Right};
}

// Ends with a line break. Throws Error{Internal} for a row with more cells than columns.
[[nodiscard]] std::string to_text(const TextTable& table,
                                  const TextStyle& style = terminal_style());

// Lines of at most `width` columns, broken at spaces where possible. Never empty.
[[nodiscard]] std::vector<std::string> wrap_text(std::string_view text, std::size_t width);

}  // namespace privet
