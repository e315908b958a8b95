// SPDX-License-Identifier: Apache-2.0
#include "report/plot/axis_scale.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "report/plot/svg_canvas.h"

namespace privet {
namespace {

constexpr double kRelativeLeast = 1e-9;  // a narrower range cannot be labelled; it is widened

std::pair<double, double> widened(double low, double high) {
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low > size * kRelativeLeast) return {low, high};
  if (size == 0) return {0, 1};
  return {low - size * 0.05, high + size * 0.05};
}

// 10^exponent, exact where a double can be.
double power_of_ten(int exponent) {
  return std::pow(10.0, exponent);
}

double nice_step(double span, int about) {
  const double raw = span / std::max(about - 1, 1);
  const int exponent = static_cast<int>(std::floor(std::log10(raw)));
  const double unit = power_of_ten(exponent);
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * unit * (1 + 1e-9)) return factor * unit;
  }
  return 10 * unit;
}

bool all_differ(const std::vector<std::string>& labels) {
  return std::adjacent_find(labels.begin(), labels.end()) == labels.end();
}

template <class Format>
std::vector<std::string> label_all(const std::vector<double>& ticks, Format&& format) {
  std::vector<std::string> labels;
  labels.reserve(ticks.size());
  for (const double tick : ticks) labels.push_back(format(tick));
  return labels;
}

int decimals_of_step(const std::vector<double>& ticks) {
  if (ticks.size() < 2) return 2;
  double step = ticks[1] - ticks[0];
  for (std::size_t i = 1; i < ticks.size(); ++i) step = std::min(step, ticks[i] - ticks[i - 1]);
  return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-6)), 0, 6);
}

double percent_of(double value) {
  return value * 100;
}

}  // namespace

std::vector<double> linear_ticks(double low, double high, int about) {
  PRIVET_CHECK(std::abs(low) <= kLargestDrawn && std::abs(high) <= kLargestDrawn && low <= high);
  std::tie(low, high) = widened(low, high);
  const double step = std::max(nice_step(high - low, about), 1e-300);
  const double first = std::floor(low / step + 1e-9);
  const double last = std::max(std::ceil(high / step - 1e-9), first + 1);
  std::vector<double> ticks;
  for (double i = first; i <= last; i += 1) ticks.push_back(i == 0 ? 0.0 : i * step);
  return ticks;
}

std::vector<double> log_ticks(double low, double high, int about) {
  PRIVET_CHECK(low > 0 && low <= high && high <= kLargestDrawn);
  const int first = static_cast<int>(std::floor(std::log10(low) + 1e-12));
  const int last = static_cast<int>(std::ceil(std::log10(high) - 1e-12));
  const int stride = std::max(1, (last - first + about - 1) / std::max(about, 1));
  const bool few = (last - first) * 3 <= about;
  std::vector<double> ticks;
  for (int exponent = first; exponent <= last; exponent += stride) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double tick = factor * power_of_ten(exponent);
      const bool inside = tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9);
      if (inside && (factor == 1.0 || few)) ticks.push_back(tick);
    }
  }
  if (ticks.empty()) ticks = low < high ? std::vector{low, high} : std::vector{low};
  return ticks;
}

std::vector<std::string> tick_labels(const std::vector<double>& ticks, NumberStyle style) {
  std::vector<std::string> labels;
  double largest = 0;
  for (const double tick : ticks) largest = std::max(largest, std::abs(tick));
  if (style == NumberStyle::Percent) {
    std::vector<double> scaled;
    std::transform(ticks.begin(), ticks.end(), std::back_inserter(scaled), percent_of);
    const int decimals = decimals_of_step(scaled);
    labels = label_all(scaled, [&](double v) { return format_fixed(v, decimals) + "%"; });
  } else if (style == NumberStyle::Seconds && largest >= 60) {
    // Round on an axis: 100 s rather than 1 min 40 s.
    labels = label_all(
        ticks, [](double v) { return v < 60 ? format_seconds(v) : format_real(v, 6) + " s"; });
  } else if (style != NumberStyle::Plain) {
    labels = label_all(ticks, [&](double v) { return format_number(v, style); });
  } else if (largest >= 1e6) {
    labels = label_all(ticks, format_short);
  } else {
    labels = label_all(ticks, [](double v) { return format_real(v, 6); });
  }
  for (int digits = 6; digits <= 17 && !all_differ(labels); ++digits) {
    labels = label_all(ticks, [&](double v) { return format_real(v, digits); });
  }
  return labels;
}

bool DataRange::drawable(double value) const {
  return std::abs(value) <= kLargestDrawn && (scale_ == Scale::Linear || value > 1e-300);
}

bool DataRange::add(double value) {
  if (!drawable(value)) return false;
  low_ = std::min(low_, value);
  high_ = std::max(high_, value);
  return true;
}

AxisScale::AxisScale(const Axis& axis, DataRange range, int about, bool bars) : scale_(axis.scale) {
  if (axis.min) range.add(*axis.min);
  if (axis.max) range.add(*axis.max);
  if (range.empty()) range.add(1);
  if (bars && scale_ == Scale::Linear) range.add(0);
  low_ = range.low();
  high_ = range.high();
  if (scale_ == Scale::Linear) {
    ticks_ = linear_ticks(low_, high_, about);
    low_ = axis.min == low_ ? low_ : ticks_.front();
    high_ = axis.max == high_ && low_ < high_ ? high_ : ticks_.back();
    std::erase_if(ticks_, [&](double t) { return t < low_ || t > high_; });
  } else {
    if (low_ == high_) high_ = low_ * 10;
    // The smallest bar must have a length, so its value may not be the end of the axis.
    if (bars) low_ /= 2;
    ticks_ = log_ticks(low_, high_, about);
  }
  labels_ = tick_labels(ticks_, axis.style);
}

void AxisScale::place(double first_pixel, double last_pixel) {
  first_pixel_ = first_pixel;
  last_pixel_ = last_pixel;
}

double AxisScale::at(double value) const {
  const auto on = [this](double v) { return scale_ == Scale::Log ? std::log10(v) : v; };
  const double inside = std::clamp(value, low_, high_);
  const double share = (on(inside) - on(low_)) / (on(high_) - on(low_));
  return first_pixel_ + share * (last_pixel_ - first_pixel_);
}

double AxisScale::base() const {
  return scale_ == Scale::Log ? low_ : std::clamp(0.0, low_, high_);
}

double AxisScale::widest_label() const {
  double width = 0;
  for (const auto& label : labels_) width = std::max(width, text_width(label, kLabelSize));
  return width;
}

AxisScale fit_horizontal(const Axis& axis, const DataRange& range, bool bars, double width) {
  constexpr double kDistance = 18;
  for (int about = 11; about > 2; --about) {
    AxisScale scale(axis, range, about, bars);
    scale.place(0, width);
    const auto& ticks = scale.ticks();
    bool fits = true;
    for (std::size_t i = 1; i < ticks.size() && fits; ++i) {
      fits = scale.at(ticks[i]) - scale.at(ticks[i - 1]) >=
             (text_width(scale.labels()[i], kLabelSize) +
              text_width(scale.labels()[i - 1], kLabelSize)) /
                     2 +
                 kDistance;
    }
    if (fits) return scale;
  }
  return {axis, range, 2, bars};
}

}  // namespace privet
