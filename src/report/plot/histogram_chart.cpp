// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.h"
#include "base/error.h"
#include "report/plot/plot.h"
#include "report/plot/plot_frame.h"

namespace privet {
namespace {

class HistogramPlot {
 public:
  explicit HistogramPlot(const HistogramChart& chart)
      : chart_(chart), canvas_(chart.width), x_range_(chart.x.scale), y_range_(chart.y.scale) {
    PRIVET_CHECK(std::is_sorted(chart.edges.begin(), chart.edges.end()));
    for (const double edge : chart.edges) PRIVET_CHECK(x_range_.add(edge));
    for (const auto& series : chart.series) {
      PRIVET_CHECK(series.values.size() + 1 == chart.edges.size());
      for (const double value : series.values) {
        if (value != 0 && !y_range_.add(value)) ++skipped_;
      }
    }
  }

  Svg draw() {
    std::vector<LegendEntry> legend;
    legend.reserve(chart_.series.size());
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
      legend.push_back({chart_.series[s].name, s, s == 0 ? Swatch::Block : Swatch::Line});
    }
    PlotArea area;
    area.top = draw_header(canvas_, chart_.title, legend, chart_.y.label);
    area.bottom = std::max(area.top + 120, chart_.height - 50);
    AxisScale y(chart_.y, y_range_, 6, true);
    y.place(area.bottom, area.top);
    area.left = y.widest_label() + 12;
    area.right = canvas_.width();
    AxisScale x = fit_horizontal(exact_ends(), x_range_, false, area.right - area.left);
    area.right -= text_width(x.labels().back(), kLabelSize) / 2;
    area.left = std::max(area.left, text_width(x.labels().front(), kLabelSize) / 2);
    x.place(area.left, area.right);
    draw_y_axis(canvas_, y, area);
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
      s == 0 ? draw_bars(x, y) : draw_outline(s, x, y);
    }
    canvas_.line(area.left, area.bottom, area.right, area.bottom, kAxisLine);
    if (chart_.series.empty() || chart_.edges.empty()) draw_nothing(canvas_, area);
    const double bottom = draw_x_axis(canvas_, x, area, chart_.x.label, false);
    const double height = draw_footer(canvas_, bottom, skipped_);
    return std::move(canvas_).finish(height, chart_.title, description());
  }

 private:
  // Bins fill the axis: it ends with the outer edges, wherever its ticks are.
  [[nodiscard]] Axis exact_ends() const {
    Axis axis = chart_.x;
    if (!axis.min && !x_range_.empty()) axis.min = x_range_.low();
    if (!axis.max && !x_range_.empty()) axis.max = x_range_.high();
    return axis;
  }

  [[nodiscard]] std::string interval(std::size_t bin) const {
    return fmt::format("{} to {}", format_number(chart_.edges[bin], chart_.x.style),
                       format_number(chart_.edges[bin + 1], chart_.x.style));
  }

  void draw_bars(const AxisScale& x, const AxisScale& y) {
    const BarSeries& series = chart_.series[0];
    for (std::size_t bin = 0; bin < series.values.size(); ++bin) {
      const double value = series.values[bin];
      if (value == 0 || !y_range_.drawable(value)) continue;
      const double left = x.at(chart_.edges[bin]);
      const double full = x.at(chart_.edges[bin + 1]) - left;
      const double gap = std::min(1.0, full / 6);
      const double top = std::min(y.at(value), y.at(y.base()));
      canvas_.bar({left + gap / 2, top, full - gap, std::abs(y.at(value) - y.at(y.base()))},
                  Toward::Up, series_colour(0),
                  tooltip_text(series.name, interval(bin), format_number(value, chart_.y.style)));
    }
  }

  void draw_outline(std::size_t s, const AxisScale& x, const AxisScale& y) {
    if (chart_.edges.empty()) return;
    const BarSeries& series = chart_.series[s];
    std::string steps =
        fmt::format("M{} {}", pixels(x.at(chart_.edges[0])), pixels(y.at(y.base())));
    for (std::size_t bin = 0; bin < series.values.size(); ++bin) {
      const double value = y_range_.drawable(series.values[bin]) ? series.values[bin] : y.base();
      steps += fmt::format("V{}H{}", pixels(y.at(value)), pixels(x.at(chart_.edges[bin + 1])));
    }
    steps += fmt::format("V{}", pixels(y.at(y.base())));
    canvas_.path(steps, series_colour(s));
  }

  [[nodiscard]] std::string description() const {
    if (!chart_.description.empty()) return chart_.description;
    if (chart_.series.empty() || chart_.edges.empty()) return "Histogram without data.";
    const auto& values = chart_.series[0].values;
    if (values.empty()) return "Histogram without data.";
    const auto most = std::max_element(values.begin(), values.end()) - values.begin();
    return fmt::format("Histogram of {} from {} to {}; the highest, {}, from {}.",
                       counted(values.size(), "bin"),
                       format_number(chart_.edges.front(), chart_.x.style),
                       format_number(chart_.edges.back(), chart_.x.style),
                       format_number(values[static_cast<std::size_t>(most)], chart_.y.style),
                       interval(static_cast<std::size_t>(most)));
  }

  const HistogramChart& chart_;
  SvgCanvas canvas_;
  DataRange x_range_;
  DataRange y_range_;
  std::size_t skipped_ = 0;
};

}  // namespace

Svg draw(const HistogramChart& chart) {
  return draw_for_both_widths<HistogramPlot>(chart, true);
}

HistogramChart histogram_of(const std::vector<double>& values, int bins) {
  HistogramChart chart;
  DataRange range(Scale::Linear);
  for (const double value : values) range.add(value);
  if (range.empty()) return chart;
  chart.edges = linear_ticks(range.low(), range.high(), bins + 1);
  std::vector<double> counts(chart.edges.size() - 1, 0.0);
  for (const double value : values) {
    if (!range.drawable(value)) continue;
    // The last bin is closed on both sides.
    const auto after = std::upper_bound(chart.edges.begin(), chart.edges.end(), value);
    const auto bin =
        static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - chart.edges.begin(), 1)) - 1;
    counts[std::min(bin, counts.size() - 1)] += 1;
  }
  chart.series.push_back({.values = std::move(counts)});
  return chart;
}

}  // namespace privet
