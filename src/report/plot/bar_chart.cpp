// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/counted.h"
#include "base/error.h"
#include "report/plot/plot.h"
#include "report/plot/plot_frame.h"
#include "report/text/unicode.h"

namespace privet {
namespace {

constexpr double kValueGap = 6;
constexpr double kLongestSlanted = 130;

// The part of drawing that both directions share.
class Bars {
 public:
  explicit Bars(const BarChart& chart)
      : chart_(chart), canvas_(chart.width), range_(chart.values.scale) {
    for (const auto& category : chart.categories) {
      categories_.push_back(clean_text(category));
      widest_category_ = std::max(widest_category_, text_width(categories_.back(), kLabelSize));
    }
    for (const auto& series : chart.series) {
      PRIVET_CHECK(series.values.size() == categories_.size());
      PRIVET_CHECK(series.errors.empty() || series.errors.size() == categories_.size());
      for (std::size_t i = 0; i < categories_.size(); ++i) add_to_range(series, i);
    }
    if (chart.reference) range_.add(chart.reference->value);
  }

  Svg draw() {
    std::vector<LegendEntry> legend;
    legend.reserve(chart_.series.size());
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
      legend.push_back({chart_.series[s].name, s, Swatch::Block});
    }
    const bool level = chart_.direction == Direction::Horizontal;
    area_.top = draw_header(canvas_, chart_.title, legend,
                            level ? chart_.category_label : chart_.values.label);
    const double bottom = level ? draw_horizontal() : draw_vertical();
    if (shown_ == 0) draw_nothing(canvas_, area_);
    const double height = draw_footer(canvas_, bottom, skipped_);
    return std::move(canvas_).finish(height, chart_.title, description());
  }

 private:
  void add_to_range(const BarSeries& series, std::size_t i) {
    const double value = series.values[i];
    if (value == 0) {
      ++shown_;  // a bar of no length; its label says 0
    } else if (range_.add(value)) {
      ++shown_;
      widest_value_ = std::max(widest_value_, text_width(value_label(value), kLabelSize));
      any_negative_ = any_negative_ || value < 0;
      if (const double error = error_of(series, i); error > 0) {
        range_.add(value + error);
        range_.add(value - error);
      }
    } else {
      ++skipped_;
    }
  }

  [[nodiscard]] static double error_of(const BarSeries& series, std::size_t i) {
    return series.errors.empty() || !std::isfinite(series.errors[i]) ? 0 : series.errors[i];
  }

  [[nodiscard]] std::string value_label(double value) const {
    return format_number(value, chart_.values.style);
  }

  [[nodiscard]] std::string tooltip(const BarSeries& series, std::size_t i) const {
    std::string value = value_label(series.values[i]);
    if (const double error = error_of(series, i); error > 0) {
      value += fmt::format(" ± {}", value_label(error));
    }
    return tooltip_text(series.name, chart_.categories[i], value);
  }

  // Where bar and error bar of one value lie along the value axis, in pixels.
  struct Extent {
    double from;
    double to;
    double low;
    double high;
    [[nodiscard]] double outer(bool toward_smaller) const {
      return toward_smaller ? std::min({to, low, high}) : std::max({to, low, high});
    }
  };
  [[nodiscard]] Extent extent(const AxisScale& axis, const BarSeries& series, std::size_t i) const {
    const double value = series.values[i];
    const double from = axis.at(axis.base());
    const double to = value == 0 ? from : axis.at(value);
    const double error = error_of(series, i);
    if (error <= 0) return {from, to, to, to};
    const double low = range_.drawable(value - error) ? axis.at(value - error) : from;
    return {from, to, low, axis.at(value + error)};
  }

  double draw_horizontal() {
    const double label_room = std::min(widest_category_ + 2, canvas_.width() * 0.32);
    // Bars come first: values that would take most of their room stay in the tooltips.
    const bool with_values = chart_.show_values && widest_value_ < canvas_.width() * 0.2;
    const double value_room = with_values ? widest_value_ + kValueGap : 0;
    const double count = static_cast<double>(std::max<std::size_t>(chart_.series.size(), 1));
    const double thickness = count > 1 ? 13 : 18;
    const double slot = thickness * count + 2 * (count - 1) + (count > 1 ? 16 : 12);
    area_.left = label_room + 12 + (any_negative_ ? value_room : 0);
    area_.bottom =
        area_.top + slot * static_cast<double>(std::max<std::size_t>(categories_.size(), 2));
    area_.right = canvas_.width() - std::max(value_room, 20.0);
    AxisScale axis = fit_horizontal(chart_.values, range_, true, area_.right - area_.left);
    area_.right = canvas_.width() -
                  std::max(value_room, text_width(axis.labels().back(), kLabelSize) / 2 + 2);
    area_.left = std::max(area_.left, text_width(axis.labels().front(), kLabelSize) / 2);
    axis.place(area_.left, area_.right);
    const double bottom = draw_x_axis(canvas_, axis, area_, chart_.values.label, true);
    const double used = thickness * count + 2 * (count - 1);
    for (std::size_t i = 0; i < categories_.size(); ++i) {
      const double top = area_.top + slot * static_cast<double>(i);
      canvas_.text(label_room, top + slot / 2 + 4,
                   truncate_to_pixels(categories_[i], kLabelSize, label_room + 1),
                   {.anchor = "end", .colour = kInk});
      for (std::size_t s = 0; s < chart_.series.size(); ++s) {
        draw_level_bar(axis, s, i,
                       top + (slot - used) / 2 + static_cast<double>(s) * (thickness + 2),
                       thickness);
      }
    }
    canvas_.line(axis.at(axis.base()), area_.top, axis.at(axis.base()), area_.bottom, kAxisLine);
    if (chart_.cut && chart_.cut->before <= categories_.size()) {
      const double at = area_.top + slot * static_cast<double>(chart_.cut->before);
      canvas_.dashed_line(0, at, canvas_.width(), at, kInk);
      canvas_.text(canvas_.width(), at - 4, clean_text(chart_.cut->label),
                   {.anchor = "end", .colour = kInk, .halo = true});
    }
    const double below = draw_reference(axis, bottom);
    for (std::size_t i = 0; with_values && i < categories_.size(); ++i) {
      const double first = area_.top + slot * static_cast<double>(i) + (slot - used) / 2;
      for (std::size_t s = 0; s < chart_.series.size(); ++s) {
        draw_level_value(axis, s, i,
                         first + static_cast<double>(s) * (thickness + 2) + thickness / 2);
      }
    }
    return below;
  }

  // The line itself, and below the axis what it is. Returns how far down it got.
  double draw_reference(const AxisScale& axis, double bottom) {
    if (!chart_.reference || !range_.drawable(chart_.reference->value)) return bottom;
    const double at = axis.at(chart_.reference->value);
    canvas_.dashed_line(at, area_.top, at, area_.bottom, kInk);
    const std::string label =
        truncate_to_pixels(clean_text(chart_.reference->label), kLabelSize, canvas_.width() - 26);
    canvas_.dashed_line(0, bottom + 14, 20, bottom + 14, kInk);
    canvas_.text(26, bottom + 18, label, {.colour = kInk});
    return bottom + 22;
  }

  void draw_level_bar(const AxisScale& axis, std::size_t s, std::size_t i, double y,
                      double thickness) {
    const BarSeries& series = chart_.series[s];
    const double value = series.values[i];
    if (value != 0 && !range_.drawable(value)) return;
    const Extent e = extent(axis, series, i);
    const bool back = e.to < e.from;
    if (value != 0) {
      canvas_.bar({std::min(e.from, e.to), y, std::abs(e.to - e.from), thickness},
                  back ? Toward::Left : Toward::Right, series_colour(s), tooltip(series, i));
    }
    const double middle = y + thickness / 2;
    if (error_of(series, i) > 0) draw_error_bar(canvas_, e.low, middle, e.high, middle);
  }

  void draw_level_value(const AxisScale& axis, std::size_t s, std::size_t i, double middle) {
    const BarSeries& series = chart_.series[s];
    const double value = series.values[i];
    if (value != 0 && !range_.drawable(value)) return;
    const Extent e = extent(axis, series, i);
    const bool back = e.to < e.from;
    canvas_.text(e.outer(back) + (back ? -kValueGap : kValueGap), middle + 4, value_label(value),
                 {.anchor = back ? "end" : "start", .halo = chart_.reference.has_value()});
  }

  double draw_vertical() {
    constexpr double kPlotHeight = 240;
    const double count = static_cast<double>(std::max<std::size_t>(chart_.series.size(), 1));
    // The cut's label stands above the numbers on the bars.
    area_.top += chart_.cut ? 24 : chart_.show_values ? 10 : 0;
    area_.bottom = area_.top + kPlotHeight;
    area_.right = canvas_.width();
    AxisScale axis(chart_.values, range_, 6, true);
    axis.place(area_.bottom, area_.top);
    area_.left = axis.widest_label() + 12;
    const double slots = static_cast<double>(std::max<std::size_t>(categories_.size(), 1));
    if (widest_category_ + 8 > (area_.right - area_.left) / slots) {
      // The first slanted label reaches to the left of its bar.
      const double reach = std::min(widest_category_, kLongestSlanted) * std::numbers::sqrt2 / 2;
      area_.left = std::max(area_.left, reach - canvas_.width() / slots / 2);
    }
    draw_y_axis(canvas_, axis, area_);
    const double slot = (area_.right - area_.left) / slots;
    const double group = std::min(slot * (count > 1 ? 0.8 : 0.72), 64 * count);
    const double gap = count > 1 ? std::min(2.0, group / count / 4) : 0;
    const double thickness = (group - gap * (count - 1)) / count;
    const bool values_fit =
        chart_.show_values && widest_value_ <= (count > 1 ? thickness + gap : slot - 4);
    for (std::size_t i = 0; i < categories_.size(); ++i) {
      const double left = area_.left + slot * static_cast<double>(i) + (slot - group) / 2;
      for (std::size_t s = 0; s < chart_.series.size(); ++s) {
        draw_upright_bar(axis, s, i, left + static_cast<double>(s) * (thickness + gap), thickness,
                         values_fit);
      }
    }
    canvas_.line(area_.left, axis.at(axis.base()), area_.right, axis.at(axis.base()), kAxisLine);
    if (chart_.cut && chart_.cut->before <= categories_.size()) {
      const double at = area_.left + slot * static_cast<double>(chart_.cut->before);
      canvas_.dashed_line(at, area_.top - 24, at, area_.bottom, kInk);
      canvas_.text(at + 5, area_.top - 16, clean_text(chart_.cut->label), {.colour = kInk});
    }
    return draw_x_label(canvas_, area_, draw_categories(slot), chart_.category_label);
  }

  void draw_upright_bar(const AxisScale& axis, std::size_t s, std::size_t i, double x,
                        double thickness, bool with_value) {
    const BarSeries& series = chart_.series[s];
    const double value = series.values[i];
    if (value != 0 && !range_.drawable(value)) return;
    const Extent e = extent(axis, series, i);
    const bool below = e.to > e.from;
    if (value != 0) {
      canvas_.bar({x, std::min(e.from, e.to), thickness, std::abs(e.to - e.from)},
                  below ? Toward::Down : Toward::Up, series_colour(s), tooltip(series, i));
    }
    const double middle = x + thickness / 2;
    if (error_of(series, i) > 0) draw_error_bar(canvas_, middle, e.low, middle, e.high);
    if (!with_value) return;
    canvas_.text(middle, below ? e.outer(false) + 15 : e.outer(true) - 6, value_label(value),
                 {.anchor = "middle"});
  }

  // Level where all labels fit, slanted otherwise, and only every n-th when even those would touch.
  double draw_categories(double slot) {
    constexpr double kAngle = -45;
    constexpr double kLine = 19;
    const bool level = widest_category_ + 8 <= slot;
    const auto stride =
        static_cast<std::size_t>(level ? 1 : std::max(1.0, std::ceil(kLine / slot)));
    const double sine = std::sin(-kAngle * std::numbers::pi / 180);
    const double cosine = std::cos(kAngle * std::numbers::pi / 180);
    // Below bars that hang down stand their values.
    const double top = area_.bottom + (any_negative_ ? 14 : 0);
    double deepest = level ? 18 : 0;
    for (std::size_t i = 0; i < categories_.size(); i += stride) {
      const double x = area_.left + slot * (static_cast<double>(i) + 0.5);
      if (level) {
        canvas_.text(x, top + 18, categories_[i], {.anchor = "middle", .colour = kInk});
        continue;
      }
      // A slanted label may reach left up to the edge of the picture.
      const double room = std::min(kLongestSlanted, x / cosine);
      const std::string label = truncate_to_pixels(categories_[i], kLabelSize, room);
      deepest = std::max(deepest, text_width(label, kLabelSize) * sine + 16);
      canvas_.text(x + 4, top + 14, label, {.anchor = "end", .colour = kInk, .angle = kAngle});
    }
    return top + deepest + 4;
  }

  [[nodiscard]] std::string description() const {
    if (!chart_.description.empty()) return chart_.description;
    constexpr std::size_t kMost = 20;
    std::string out =
        fmt::format("Bar chart, {}.", counted(categories_.size(), "category", "categories"));
    for (const auto& series : chart_.series) {
      out += series.name.empty() ? std::string(" ") : fmt::format(" {}: ", series.name);
      for (std::size_t i = 0; i < std::min(kMost, categories_.size()); ++i) {
        out += fmt::format("{}{} {}", i > 0 ? ", " : "", chart_.categories[i],
                           value_label(series.values[i]));
      }
      out += categories_.size() > kMost ? ", and more." : ".";
    }
    return out;
  }

  const BarChart& chart_;
  SvgCanvas canvas_;
  DataRange range_;
  PlotArea area_;
  std::vector<std::string> categories_;
  double widest_value_ = text_width("0", kLabelSize);
  double widest_category_ = 0;
  bool any_negative_ = false;
  std::size_t shown_ = 0;
  std::size_t skipped_ = 0;
};

}  // namespace

Svg draw(const BarChart& chart) {
  Svg out = Bars(chart).draw();
  // Upright bars stand too close on a phone where they are many: these lie down.
  constexpr std::size_t kFewUpright = 6;
  const bool many = chart.direction == Direction::Vertical &&
                    chart.categories.size() * chart.series.size() > kFewUpright;
  if (chart.width <= kPhoneWidth || chart.width > kFullWidth) return out;
  BarChart small = chart;
  small.width = kPhoneWidth;
  if (many) small.direction = Direction::Horizontal;
  out.narrow = Bars(small).draw().markup;
  return out;
}

}  // namespace privet
