// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/plot/plot.h"
#include "report/plot/plot_frame.h"

namespace privet {
namespace {

class XyPlot {
 public:
  explicit XyPlot(const XyChart& chart)
      : chart_(chart), canvas_(chart.width), x_range_(chart.x.scale), y_range_(chart.y.scale) {
    for (const auto& series : chart.series) {
      for (const auto& point : series.points) add_to_ranges(point);
    }
  }

  Svg draw() {
    PlotArea area;
    area.top = draw_header(canvas_, chart_.title, legend(), chart_.y.label);
    area.bottom = std::max(area.top + 120, chart_.height - 50);
    AxisScale y(chart_.y, y_range_, 6, false);
    y.place(area.bottom, area.top);
    area.left = y.widest_label() + 12;
    area.right = canvas_.width();
    AxisScale x = fit_horizontal(chart_.x, x_range_, false, area.right - area.left - 20);
    area.right -= std::max(8.0, text_width(x.labels().back(), kLabelSize) / 2);
    area.left = std::max(area.left, text_width(x.labels().front(), kLabelSize) / 2);
    x.place(area.left, area.right);
    draw_y_axis(canvas_, y, area);
    canvas_.line(area.left, area.bottom, area.right, area.bottom, kAxisLine);
    for (std::size_t s = 0; s < chart_.series.size(); ++s) draw_series(s, x, y);
    if (x_range_.empty()) draw_nothing(canvas_, area);
    const double bottom = draw_x_axis(canvas_, x, area, chart_.x.label, false);
    const double height = draw_footer(canvas_, bottom, skipped_);
    return std::move(canvas_).finish(height, chart_.title, description());
  }

 private:
  [[nodiscard]] bool drawable(const XyPoint& point) const {
    return x_range_.drawable(point.x) && y_range_.drawable(point.y);
  }

  void add_to_ranges(const XyPoint& point) {
    if (!drawable(point)) {
      ++skipped_;
      return;
    }
    x_range_.add(point.x);
    y_range_.add(point.y);
    if (point.low < point.high) {
      y_range_.add(point.low);
      y_range_.add(point.high);
    }
    if (point.error > 0) {
      y_range_.add(point.y + point.error);
      y_range_.add(point.y - point.error);
    }
  }

  [[nodiscard]] std::vector<LegendEntry> legend() const {
    std::vector<LegendEntry> entries;
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
      const Mark mark = chart_.series[s].mark;
      entries.push_back({chart_.series[s].name, s,
                         mark == Mark::Line || mark == Mark::StepLine ? Swatch::Line
                         : mark == Mark::Points                       ? Swatch::Marker
                                                                      : Swatch::LineMarker});
    }
    return entries;
  }

  void draw_series(std::size_t s, const AxisScale& x, const AxisScale& y) {
    const XySeries& series = chart_.series[s];
    if (series.mark == Mark::StepLine) {
      if (const auto steps = band(series, x, y); !steps.empty()) {
        canvas_.area(steps, series_colour(s));
      }
    }
    if (series.mark != Mark::Points) canvas_.path(joined(series, x, y), series_colour(s));
    for (const auto& point : series.points) {
      if (drawable(point) && point.error > 0) draw_error(point, x, y);
    }
    if (series.mark == Mark::Line || series.mark == Mark::StepLine) return;
    for (const auto& point : series.points) {
      if (!drawable(point)) continue;
      canvas_.marker(x.at(point.x), y.at(point.y), s, series_colour(s), tooltip(series, point));
    }
  }

  void draw_error(const XyPoint& point, const AxisScale& x, const AxisScale& y) {
    const double at = x.at(point.x);
    // A lower end that a log axis cannot show runs down to the axis.
    const double low =
        y_range_.drawable(point.y - point.error) ? y.at(point.y - point.error) : y.at(y.base());
    const double high =
        y_range_.drawable(point.y + point.error) ? y.at(point.y + point.error) : y.at(point.y);
    draw_error_bar(canvas_, at, low, at, high);
  }

  // The outline of the band: along the upper ends, and back along the lower ones. Where a point has
  // no band (before the first step) it is as thin as the line. Empty: no point has one.
  [[nodiscard]] std::string band(const XySeries& series, const AxisScale& x,
                                 const AxisScale& y) const {
    const auto banded = [](const XyPoint& point) { return point.low < point.high; };
    if (std::ranges::none_of(series.points, banded)) return {};
    std::vector<XyPoint> points;
    for (const auto& point : series.points) {
      if (drawable(point)) points.push_back(point);
    }
    std::string out;
    for (const auto& point : points) {
      const double level = y.at(banded(point) ? point.high : point.y);
      out += out.empty() ? fmt::format("M{} {}", pixels(x.at(point.x)), pixels(level))
                         : fmt::format("H{}V{}", pixels(x.at(point.x)), pixels(level));
    }
    for (std::size_t i = points.size(); i-- > 0;) {
      const XyPoint& point = points[i];
      const double level = y.at(banded(point) ? point.low : point.y);
      out += i + 1 == points.size() ? fmt::format("V{}", pixels(level))
                                    : fmt::format("V{}H{}", pixels(level), pixels(x.at(point.x)));
    }
    return out;
  }

  // A point that cannot be drawn leaves a gap in the line.
  [[nodiscard]] std::string joined(const XySeries& series, const AxisScale& x,
                                   const AxisScale& y) const {
    std::string steps;
    bool pen_down = false;
    for (const auto& point : series.points) {
      if (!drawable(point)) {
        pen_down = false;
        continue;
      }
      const std::string px = pixels(x.at(point.x));
      const std::string py = pixels(y.at(point.y));
      if (!pen_down) {
        steps += fmt::format("M{} {}", px, py);
      } else if (series.mark == Mark::Step || series.mark == Mark::StepLine) {
        steps += fmt::format("H{}V{}", px, py);
      } else {
        steps += fmt::format("L{} {}", px, py);
      }
      pen_down = true;
    }
    return steps;
  }

  [[nodiscard]] std::string tooltip(const XySeries& series, const XyPoint& point) const {
    std::string value = fmt::format("({}, {}", format_number(point.x, chart_.x.style),
                                    format_number(point.y, chart_.y.style));
    if (point.error > 0) value += fmt::format(" ± {}", format_number(point.error, chart_.y.style));
    return tooltip_text(series.name, point.label, value + ")");
  }

  [[nodiscard]] std::string description() const {
    if (!chart_.description.empty()) return chart_.description;
    if (x_range_.empty()) return "Chart without data.";
    std::string out =
        fmt::format("Chart of {} series; {} from {} to {}, {} from {} to {}.", chart_.series.size(),
                    chart_.x.label.empty() ? "x" : chart_.x.label,
                    format_number(x_range_.low(), chart_.x.style),
                    format_number(x_range_.high(), chart_.x.style),
                    chart_.y.label.empty() ? "y" : chart_.y.label,
                    format_number(y_range_.low(), chart_.y.style),
                    format_number(y_range_.high(), chart_.y.style));
    for (const auto& series : chart_.series) {
      if (series.points.empty() || series.name.empty()) continue;
      out += fmt::format(" {}: from {} to {}.", series.name,
                         format_number(series.points.front().y, chart_.y.style),
                         format_number(series.points.back().y, chart_.y.style));
    }
    return out;
  }

  const XyChart& chart_;
  SvgCanvas canvas_;
  DataRange x_range_;
  DataRange y_range_;
  std::size_t skipped_ = 0;
};

}  // namespace

Svg draw(const XyChart& chart) {
  return draw_for_both_widths<XyPlot>(chart, true);
}

}  // namespace privet
