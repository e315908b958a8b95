// SPDX-License-Identifier: Apache-2.0
#include "report/text/text_table.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "report/text/terminal_style.h"
#include "report/text/unicode.h"

namespace privet {
namespace {

using Lines = std::vector<std::string>;
using Cells = std::vector<std::string>;

constexpr std::size_t kMargin = 2;     // before each line
constexpr std::size_t kGap = 2;        // between columns
constexpr std::size_t kNarrowest = 8;  // a column is not shrunk further; there are panels instead

Lines split_lines(std::string_view text) {
  Lines lines;
  while (true) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

std::size_t widest(const Lines& lines) {
  std::size_t width = 0;
  for (const auto& line : lines) width = std::max(width, display_width(line));
  return width;
}

// The longest start of `text` within `width` columns, but at least one character.
std::size_t fitting_bytes(std::string_view text, std::size_t width) {
  std::string_view rest = text;
  std::size_t used = 0;
  while (!rest.empty()) {
    std::string_view after = rest;
    used += display_width(next_character(after));
    if (used > width && rest.size() != text.size()) break;
    rest = after;
    if (used > width) break;
  }
  return text.size() - rest.size();
}

void wrap_line(std::string_view line, std::size_t width, Lines& out) {
  while (display_width(line) > width) {
    std::size_t cut = fitting_bytes(line, width);
    std::size_t next = cut;
    if (cut < line.size() && line[cut] == ' ') {
      next = cut + 1;
    } else if (const auto space = line.substr(0, cut).rfind(' ');
               space != std::string_view::npos && space > 0) {
      cut = space;
      next = space + 1;
    }
    out.emplace_back(line.substr(0, cut));
    line.remove_prefix(next);
    if (line.empty()) return;
  }
  out.emplace_back(line);
}

// The table with all text clean and every row of full length.
TextTable cleaned(const TextTable& table) {
  TextTable out;
  out.title = clean_text(table.title);
  out.columns = table.columns;
  for (auto& column : out.columns) column.heading = clean_text(column.heading);
  const auto clean_row = [&](const Cells& row) {
    PRIVET_CHECK(row.size() <= table.columns.size());
    Cells cells(table.columns.size());
    std::transform(row.begin(), row.end(), cells.begin(), [](auto& c) { return clean_text(c); });
    return cells;
  };
  for (const auto& row : table.rows) out.rows.push_back(clean_row(row));
  if (!table.totals.empty()) out.totals = clean_row(table.totals);
  return out;
}

std::vector<std::size_t> natural_widths(const TextTable& table) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t width = widest(split_lines(table.columns[c].heading));
    for (const auto& row : table.rows) width = std::max(width, widest(split_lines(row[c])));
    if (!table.totals.empty()) width = std::max(width, widest(split_lines(table.totals[c])));
    widths.push_back(std::max<std::size_t>(width, 1));
  }
  return widths;
}

std::size_t total_width(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), kMargin) + kGap * (widths.size() - 1);
}

// Takes columns off the widest of the chosen ones until the panel fits or none can give more.
template <class Chosen>
void shrink(std::vector<std::size_t>& widths, std::size_t limit, Chosen&& chosen) {
  std::size_t total = total_width(widths);
  while (total > limit) {
    std::size_t best = widths.size();
    std::size_t second = kNarrowest;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (!chosen(i) || widths[i] <= kNarrowest) continue;
      if (best == widths.size() || widths[i] > widths[best]) {
        if (best != widths.size()) second = std::max(second, widths[best]);
        best = i;
      } else {
        second = std::max(second, widths[i]);
      }
    }
    if (best == widths.size()) return;
    const std::size_t level = std::max(second, kNarrowest);
    const std::size_t give = std::clamp<std::size_t>(widths[best] - level, 1, total - limit);
    widths[best] -= give;
    total -= give;
  }
}

// Groups of columns that fit beside each other, each starting with column 0.
std::vector<std::vector<std::size_t>> deal_panels(const TextTable& table,
                                                  const std::vector<std::size_t>& natural,
                                                  std::size_t limit) {
  // A number is not broken as long as it fits beside a narrow first column.
  const auto least = [&](std::size_t c) {
    const bool number = c > 0 && table.columns[c].align == Align::Right;
    return std::min(natural[c], number ? limit - kMargin - kGap - kNarrowest : kNarrowest);
  };
  std::vector<std::vector<std::size_t>> panels;
  std::size_t used = 0;
  for (std::size_t c = 0; c < natural.size(); ++c) {
    if (panels.empty() || (used + kGap + least(c) > limit && panels.back().size() > 1)) {
      panels.push_back({0});
      used = kMargin + least(0);
      if (c == 0) continue;
    }
    panels.back().push_back(c);
    used += kGap + least(c);
  }
  return panels;
}

class Panel {
 public:
  Panel(const TextTable& table, std::vector<std::size_t> columns,
        const std::vector<std::size_t>& natural, const TextStyle& style)
      : table_(table), columns_(std::move(columns)), ascii_(style.ascii), colour_(style.colour) {
    for (const std::size_t c : columns_) widths_.push_back(natural[c]);
    shrink(widths_, style.width,
           [&](std::size_t i) { return table_.columns[columns_[i]].align == Align::Left; });
    shrink(widths_, style.width, [](std::size_t) { return true; });
  }

  std::string text() {
    Cells headings;
    for (const auto& column : table_.columns) headings.push_back(column.heading);
    add_row(headings, true);
    add_rule();
    for (const auto& row : table_.rows) add_row(row, false);
    if (!table_.totals.empty()) {
      add_rule();
      add_row(table_.totals, false);
    }
    return std::move(out_);
  }

 private:
  // Headings stand at the bottom of their row, cells at the top.
  void add_row(const Cells& row, bool at_bottom) {
    std::vector<Lines> cells;
    std::size_t height = 1;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      cells.push_back(fit(row[columns_[i]], i));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t line = 0; line < height; ++line) {
      std::string text(kMargin, ' ');
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t skipped = at_bottom ? height - cells[i].size() : 0;
        const bool has = line >= skipped && line - skipped < cells[i].size();
        add_cell(text, has ? cells[i][line - skipped] : std::string(), i);
      }
      add_line(std::move(text), at_bottom);
    }
  }

  Lines fit(const std::string& cell, std::size_t i) const {
    if (table_.columns[columns_[i]].overflow == Overflow::Wrap) return wrap_text(cell, widths_[i]);
    Lines lines = split_lines(cell);
    for (auto& line : lines) line = truncate_to_width(line, widths_[i]);
    return lines;
  }

  void add_cell(std::string& line, const std::string& cell, std::size_t i) const {
    if (i > 0) line.append(kGap, ' ');
    const std::size_t width = display_width(cell);
    const std::string pad(widths_[i] - std::min(width, widths_[i]), ' ');
    const bool right = table_.columns[columns_[i]].align == Align::Right;
    line += right ? pad + cell : cell + pad;
  }

  void add_rule() {
    std::string line(kMargin, ' ');
    for (std::size_t i = 0; i < widths_.size(); ++i) {
      if (i > 0) line.append(kGap, ' ');
      for (std::size_t n = 0; n < widths_[i]; ++n) line += ascii_ ? "-" : "─";
    }
    add_line(std::move(line), false);
  }

  void add_line(std::string line, bool heading) {
    line.erase(line.find_last_not_of(' ') + 1);
    out_ += painted(line, Ink::Strong, heading && colour_ && !line.empty()) + '\n';
  }

  const TextTable& table_;
  std::vector<std::size_t> columns_;
  std::vector<std::size_t> widths_;
  bool ascii_;
  bool colour_;
  std::string out_;
};

}  // namespace

std::vector<std::string> wrap_text(std::string_view text, std::size_t width) {
  PRIVET_CHECK(width > 0);
  Lines out;
  for (const auto& line : split_lines(text)) wrap_line(line, width, out);
  return out;
}

std::string to_text(const TextTable& table, const TextStyle& style) {
  PRIVET_CHECK(style.width >= kMinTextWidth);
  const TextTable clean = cleaned(table);
  std::string out;
  if (!clean.title.empty()) {
    for (const auto& line : wrap_text(clean.title, style.width)) out += line + '\n';
  }
  if (clean.columns.empty()) return out;
  const auto natural = natural_widths(clean);
  bool first = true;
  for (auto& columns : deal_panels(clean, natural, style.width)) {
    if (!first) out += '\n';
    first = false;
    out += Panel(clean, std::move(columns), natural, style).text();
  }
  return out;
}

}  // namespace privet
