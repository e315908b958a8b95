// SPDX-License-Identifier: Apache-2.0
// What all plots share around their marks: title, legend, axes, and the line that says what was
// left out. Laid out from top to bottom; each function returns how far down it got.
// Cost: linear in the labels.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/plot/axis_scale.h"
#include "report/plot/plot.h"
#include "report/plot/svg_canvas.h"

namespace privet {

struct PlotArea {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

enum class Swatch { Block, Line, LineMarker, Marker };

struct LegendEntry {
  std::string name;
  std::size_t index;  // of the series: its colour and marker
  Swatch swatch;
};

// Title, legend (for two entries or more) and the vertical axis's label, which stands level above
// the axis where it needs no turning of the head. Returns the top of the plot area.
double draw_header(SvgCanvas& canvas, std::string_view title,
                   const std::vector<LegendEntry>& legend, std::string_view y_label);
// Grid lines and labels left of the area.
void draw_y_axis(SvgCanvas& canvas, const AxisScale& y, const PlotArea& area);
// Tick labels below the area, then the axis's label; `grid` adds vertical lines.
double draw_x_axis(SvgCanvas& canvas, const AxisScale& x, const PlotArea& area,
                   std::string_view label, bool grid);
double draw_x_label(SvgCanvas& canvas, const PlotArea& area, double y, std::string_view label);
// Returns the height of the whole picture.
double draw_footer(SvgCanvas& canvas, double y, std::size_t skipped);
// An I-shaped bar from (x1, y1) to (x2, y2), level or upright.
void draw_error_bar(SvgCanvas& canvas, double x1, double y1, double x2, double y2);
void draw_nothing(SvgCanvas& canvas, const PlotArea& area);

// "name, place: value" without the parts that are empty.
[[nodiscard]] std::string tooltip_text(std::string_view name, std::string_view place,
                                       std::string_view value);

// The chart in its own width and, where that is more than a phone has and `narrows` says that it
// can be drawn so, once more for a phone.
template <class Plot, class Chart>
[[nodiscard]] Svg draw_for_both_widths(const Chart& chart, bool narrows) {
  Svg out = Plot(chart).draw();
  if (!narrows || chart.width <= kPhoneWidth || chart.width > kFullWidth) return out;
  Chart small = chart;
  small.width = kPhoneWidth;
  out.narrow = Plot(small).draw().markup;
  return out;
}

}  // namespace privet
