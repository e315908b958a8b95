// SPDX-License-Identifier: Apache-2.0
// A tree for a phone: one node to a line, indented by its level, so that nothing has to be scrolled
// sideways.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "report/plot/svg_canvas.h"
#include "report/plot/tree_outline_internal.h"
#include "report/text/unicode.h"

namespace privet::detail {
namespace {

constexpr double kStep = 10;          // pixels a level is further in
constexpr std::size_t kDeepest = 10;  // levels that are: deeper ones stay there
constexpr double kLine = 18;
constexpr double kTextSize = 11;

struct Line {
  std::string edge;
  std::string label;
  std::string sublabel;
  std::size_t level = 0;
  bool leaf = false;
};

// Depth first, as a reader goes through it. Returns how many nodes there was no room for.
std::size_t add_lines(const DrawnNode& node, std::size_t level, std::size_t most,
                      std::vector<Line>& out) {
  std::size_t left_out = out.size() < most ? 0 : 1;
  if (left_out == 0) {
    out.push_back({clean_text(node.edge_label), clean_text(node.label), clean_text(node.sublabel),
                   level, node.children.empty()});
  }
  for (const auto& child : node.children) left_out += add_lines(child, level + 1, most, out);
  return left_out;
}

}  // namespace

std::string draw_outline(const TreeDrawing& drawing) {
  SvgCanvas canvas(kPhoneWidth);
  double y = 0;
  for (const auto& line : wrap_to_pixels(drawing.title, kTitleSize, kPhoneWidth, true)) {
    canvas.text(0, y + kTitleSize, line, {.colour = kInk, .size = kTitleSize, .bold = true});
    y += 21;
  }
  y += drawing.title.empty() ? 0 : 6;
  std::vector<Line> lines;
  const std::size_t left_out =
      add_lines(drawing.root, 0, std::max<std::size_t>(drawing.max_nodes, 1), lines);
  for (const Line& line : lines) {
    y += kLine;
    const double x = kStep * static_cast<double>(std::min(line.level, kDeepest)) + 2;
    if (line.level > 0) {
      canvas.line(x - 6, y - kLine + 6, x - 6, y + 2, kAxisLine);
    }
    double at = x;
    const auto write = [&](const std::string& text, const TextLook& look) {
      const double room = kPhoneWidth - at;
      if (text.empty() || room < 12) return;
      const std::string shown = truncate_to_pixels(text, look.size, room);
      canvas.text(at, y, shown, look);
      at += text_width(shown, look.size, look.bold) + 5;
    };
    write(line.edge, {.size = kTextSize});
    write(line.label,
          {.colour = line.leaf ? kInk : series_colour(0), .size = kLabelSize, .bold = true});
    write(line.sublabel, {.size = kTextSize});
  }
  if (left_out > 0) {
    y += kLine;
    canvas.text(
        2, y, fmt::format("and {} more; a wider window shows the drawing", format_count(left_out)),
        {.size = kTextSize});
  }
  return std::move(canvas).finish(y + 8, drawing.title, drawing.description).markup;
}

}  // namespace privet::detail
