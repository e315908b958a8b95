// SPDX-License-Identifier: Apache-2.0
// From values to pixels, and the round values worth a label.
// Idea: steps of 1, 2 or 5 times a power of ten; each tick is a whole multiple of the step, so no
// rounding error adds up. Log axes mark powers of ten, and 2 and 5 times them where few fit.
// Reference: P. Heckbert, Nice numbers for graph labels, Graphics Gems, 1990.
// Cost: linear in the ticks.
#pragma once

#include <string>
#include <vector>

#include "report/plot/plot.h"

namespace privet {

// Beyond this a value is not drawn: differences of two of them must stay finite.
inline constexpr double kLargestDrawn = 1e300;

// Ticks from at or below `low` to at or above `high`, about `about` of them (2 at least). An empty
// range is widened. Throws Error{Internal} for values beyond kLargestDrawn, NaN, or low > high.
[[nodiscard]] std::vector<double> linear_ticks(double low, double high, int about);
// The same on a log axis; both ends must be above 0. The ticks lie within [low, high], and are the
// ends themselves when no round value does.
[[nodiscard]] std::vector<double> log_ticks(double low, double high, int about);
// Labels as short as keeps the ticks distinct.
[[nodiscard]] std::vector<std::string> tick_labels(const std::vector<double>& ticks,
                                                   NumberStyle style);

// The range of the values added that can be drawn on the axis, and how many cannot.
class DataRange {
 public:
  explicit DataRange(Scale scale) : scale_(scale) {}
  // True if the value can be drawn.
  bool add(double value);
  [[nodiscard]] bool drawable(double value) const;
  [[nodiscard]] bool empty() const { return low_ > high_; }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

 private:
  Scale scale_;
  double low_ = kLargestDrawn;
  double high_ = -kLargestDrawn;
};

class AxisScale {
 public:
  // With `bars` the range includes the line that bars grow from.
  AxisScale(const Axis& axis, DataRange range, int about, bool bars);

  void place(double first_pixel, double last_pixel);
  [[nodiscard]] double at(double value) const;
  // Where bars start: 0, or the low end of a log axis.
  [[nodiscard]] double base() const;
  [[nodiscard]] const std::vector<double>& ticks() const { return ticks_; }
  [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }
  [[nodiscard]] double widest_label() const;

 private:
  Scale scale_;
  double low_ = 0;
  double high_ = 1;
  double first_pixel_ = 0;
  double last_pixel_ = 1;
  std::vector<double> ticks_;
  std::vector<std::string> labels_;
};

// The finest horizontal axis whose labels keep their distance within `width` pixels.
[[nodiscard]] AxisScale fit_horizontal(const Axis& axis, const DataRange& range, bool bars,
                                       double width);

}  // namespace privet
