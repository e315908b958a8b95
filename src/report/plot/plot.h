// SPDX-License-Identifier: Apache-2.0
// Plots as SVG from plain structs: bars, histograms, and lines, points or steps against two axes.
// Idea: every plot is laid out from the measured size of its own labels, so nothing overlaps or is
// cut. Colours are CSS custom properties with a fallback: a page (report/page/html.h) gives them
// for light, dark and print; an SVG on its own uses the light ones. The palette can be told apart
// by colour-blind readers, and lines differ by marker too. Values that cannot be drawn (NaN, beyond
// ±1e300, not above 0 on a log axis) are skipped, and the plot says below how many. A bar of 0 is
// drawable on any axis. Reference: M. Okabe, K. Ito, Color universal design, 2008 (palette). Cost:
// linear in the marks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/text/numbers.h"

namespace privet {

// Finished markup, made only by this folder: the one thing HtmlPage takes unescaped.
struct Svg {
  std::string markup = {};
  std::string narrow = {};  // the same drawn for a phone; empty: the plot is small or cannot be
};

// Widths that fill a page's column, and half of it for figures side by side.
inline constexpr double kFullWidth = 880;
inline constexpr double kHalfWidth = 410;
inline constexpr double kPhoneWidth = 300;

enum class Scale { Linear, Log };

struct Axis {
  std::string label = {};  // with its unit: "rows", "time (s)"
  NumberStyle style = NumberStyle::Plain;
  Scale scale = Scale::Linear;
  // The axis reaches at least this far, and ends exactly here when no value lies beyond.
  std::optional<double> min = {};
  std::optional<double> max = {};
};

enum class Direction { Horizontal, Vertical };

// A line across the values, such as what guessing would reach.
struct ReferenceLine {
  double value = 0;
  std::string label = {};
};

// A line between two categories.
struct CategoryCut {
  std::size_t before = 0;  // the category right of it
  std::string label = {};
};

struct BarSeries {
  std::string name = {};
  std::vector<double> values = {};  // one for each category
  std::vector<double> errors = {};  // half lengths of error bars, or empty
};

// One series: plain bars; more: grouped bars with a legend (before and after).
struct BarChart {
  std::string title = {};
  std::string description = {};  // for who cannot see the plot; from the data when empty
  std::vector<std::string> categories = {};
  std::vector<BarSeries> series = {};
  std::string category_label = {};
  Axis values = {};
  Direction direction = Direction::Horizontal;  // Vertical suits short, ordered labels
  bool show_values = true;                      // the number at the end of each bar, where it fits
  std::optional<ReferenceLine> reference = {};  // of horizontal bars
  std::optional<CategoryCut> cut = {};          // of vertical bars
  double width = kFullWidth;
};
[[nodiscard]] Svg draw(const BarChart& chart);

// Bars over intervals of a number: bin i lies between edges[i] and edges[i + 1].
struct HistogramChart {
  std::string title = {};
  std::string description = {};
  std::vector<double> edges = {};      // ascending, one more than counts
  std::vector<BarSeries> series = {};  // one; or two to overlay (the second as an outline)
  Axis x = {};
  Axis y = {.label = "count"};
  double width = kFullWidth;
  double height = 320;
};
[[nodiscard]] Svg draw(const HistogramChart& chart);
// Counts `values` in `bins` equal intervals with round edges (about `bins` of them).
[[nodiscard]] HistogramChart histogram_of(const std::vector<double>& values, int bins = 20);

enum class Mark {
  Line,        // joined in the order given
  LinePoints,  // and a marker at each point
  Points,
  Step,      // the level of a point holds until the next x: fronts and distributions
  StepLine,  // the same without markers: curves with many steps
};

struct XyPoint {
  double x = 0;
  double y = 0;
  double error = 0;        // half length of a vertical error bar
  std::string label = {};  // for the tooltip
  // Of StepLine: a band that is shaded from low to high; none where they are equal.
  double low = 0;
  double high = 0;
};

struct XySeries {
  std::string name = {};
  std::vector<XyPoint> points = {};
  Mark mark = Mark::LinePoints;
};

struct XyChart {
  std::string title = {};
  std::string description = {};
  std::vector<XySeries> series = {};
  Axis x = {};
  Axis y = {};
  double width = kFullWidth;
  double height = 360;
};
[[nodiscard]] Svg draw(const XyChart& chart);

}  // namespace privet
