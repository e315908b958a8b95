// SPDX-License-Identifier: Apache-2.0
#include "report/plot/plot_frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "report/text/unicode.h"

namespace privet {
namespace {

constexpr double kTitleLine = 21;
constexpr double kLegendLine = 22;

void draw_swatch(SvgCanvas& canvas, double x, double y, const LegendEntry& entry) {
  const auto colour = series_colour(entry.index);
  if (entry.swatch == Swatch::Block) {
    canvas.bar({x, y - 10, 12, 12}, Toward::Up, colour, {});
    return;
  }
  if (entry.swatch != Swatch::Marker) canvas.line(x, y - 4, x + 20, y - 4, colour, 2);
  if (entry.swatch != Swatch::Line) canvas.marker(x + 10, y - 4, entry.index, colour);
}

double draw_legend(SvgCanvas& canvas, double y, const std::vector<LegendEntry>& legend) {
  constexpr double kBetween = 22;
  double x = 0;
  y += kLegendLine - 6;
  for (const auto& entry : legend) {
    const double swatch = entry.swatch == Swatch::Block ? 18 : 26;
    const std::string name =
        truncate_to_pixels(clean_text(entry.name), kLabelSize, canvas.width() - swatch);
    const double width = swatch + text_width(name, kLabelSize);
    if (x > 0 && x + width > canvas.width()) {
      x = 0;
      y += kLegendLine;
    }
    draw_swatch(canvas, x, y, entry);
    canvas.text(x + swatch, y, name, {.colour = kInk});
    x += width + kBetween;
  }
  return y + 6;
}

}  // namespace

double draw_header(SvgCanvas& canvas, std::string_view title,
                   const std::vector<LegendEntry>& legend, std::string_view y_label) {
  double y = 0;
  for (const auto& line : wrap_to_pixels(title, kTitleSize, canvas.width(), true)) {
    canvas.text(0, y + kTitleSize, line, {.colour = kInk, .size = kTitleSize, .bold = true});
    y += kTitleLine;
  }
  if (legend.size() > 1) y = draw_legend(canvas, y + 4, legend);
  if (!y_label.empty()) {
    y += 20;
    canvas.text(0, y, truncate_to_pixels(clean_text(y_label), kLabelSize, canvas.width()));
  }
  return y + (y_label.empty() ? 14 : 18);
}

void draw_y_axis(SvgCanvas& canvas, const AxisScale& y, const PlotArea& area) {
  for (std::size_t i = 0; i < y.ticks().size(); ++i) {
    const double at = y.at(y.ticks()[i]);
    canvas.line(area.left, at, area.right, at, kGrid);
    canvas.text(area.left - 8, at + 4, y.labels()[i], {.anchor = "end"});
  }
}

double draw_x_axis(SvgCanvas& canvas, const AxisScale& x, const PlotArea& area,
                   std::string_view label, bool grid) {
  double free_from = -1;  // a label that would touch the one before is left out
  for (std::size_t i = 0; i < x.ticks().size(); ++i) {
    const double at = x.at(x.ticks()[i]);
    canvas.line(at, grid ? area.top : area.bottom, at, area.bottom + (grid ? 0 : 4),
                grid ? kGrid : kAxisLine);
    const double half = text_width(x.labels()[i], kLabelSize) / 2;
    if (at - half < free_from) continue;
    canvas.text(at, area.bottom + 19, x.labels()[i], {.anchor = "middle"});
    free_from = at + half + 6;
  }
  return draw_x_label(canvas, area, area.bottom + 23, label);
}

double draw_x_label(SvgCanvas& canvas, const PlotArea& area, double y, std::string_view label) {
  if (label.empty()) return y;
  const std::string text = truncate_to_pixels(clean_text(label), kLabelSize, canvas.width());
  const double half = text_width(text, kLabelSize) / 2;
  const double middle = std::clamp((area.left + area.right) / 2, half, canvas.width() - half);
  canvas.text(middle, y + 18, text, {.anchor = "middle"});
  return y + 22;
}

double draw_footer(SvgCanvas& canvas, double y, std::size_t skipped) {
  if (skipped == 0) return y + 4;
  canvas.text(0, y + 20,
              skipped == 1
                  ? "1 value cannot be drawn and is left out."
                  : fmt::format("{} values cannot be drawn and are left out.", grouped(skipped)),
              {.size = 11});
  return y + 28;
}

void draw_error_bar(SvgCanvas& canvas, double x1, double y1, double x2, double y2) {
  constexpr double kCap = 4;
  const double dx = x1 == x2 ? kCap : 0;
  const double dy = x1 == x2 ? 0 : kCap;
  canvas.line(x1, y1, x2, y2, kInk, 1.25);
  canvas.line(x1 - dx, y1 - dy, x1 + dx, y1 + dy, kInk, 1.25);
  canvas.line(x2 - dx, y2 - dy, x2 + dx, y2 + dy, kInk, 1.25);
}

void draw_nothing(SvgCanvas& canvas, const PlotArea& area) {
  canvas.text((area.left + area.right) / 2, (area.top + area.bottom) / 2, "nothing to draw",
              {.anchor = "middle"});
}

std::string tooltip_text(std::string_view name, std::string_view place, std::string_view value) {
  std::string out(name);
  if (!name.empty() && !place.empty()) out += ", ";
  out += place;
  return out.empty() ? std::string(value) : fmt::format("{}: {}", out, value);
}

}  // namespace privet
