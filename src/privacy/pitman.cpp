// SPDX-License-Identifier: Apache-2.0
#include "privacy/pitman.h"

#include <cmath>

namespace privet {
namespace {

// The derivative of log gamma: recurrence up to where its asymptotic series is exact to a double.
double digamma(double x) {
  double out = 0;
  for (; x < 12; x += 1) out -= 1 / x;
  const double inverse = 1 / (x * x);
  out += std::log(x) - 0.5 / x;
  return out -
         inverse *
             (1.0 / 12 -
              inverse * (1.0 / 120 -
                         inverse * (1.0 / 252 - inverse * (1.0 / 240 - inverse * (1.0 / 132)))));
}

struct Shape {
  double people = 0;
  double classes = 0;
};

Shape shape_of(const SizeCounts& sizes) {
  Shape out;
  for (const auto& [size, count] : sizes) {
    out.people += static_cast<double>(size) * static_cast<double>(count);
    out.classes += static_cast<double>(count);
  }
  return out;
}

// Sum over i = 1 .. classes - 1 of 1 / (theta + i alpha) and of i / (theta + i alpha).
struct ClassSums {
  double plain = 0;
  double weighted = 0;
};

ClassSums class_sums(const Shape& shape, PitmanParameters at) {
  ClassSums out;
  constexpr double kDirect = 2000;  // digamma differences cancel where alpha is small
  if (shape.classes <= kDirect || at.alpha < 1e-6) {
    for (double i = 1; i < shape.classes; ++i) {
      out.plain += 1 / (at.theta + i * at.alpha);
      out.weighted += i / (at.theta + i * at.alpha);
    }
    return out;
  }
  const double start = at.theta / at.alpha;
  out.plain = (digamma(start + shape.classes) - digamma(start + 1)) / at.alpha;
  out.weighted = (shape.classes - 1 - at.theta * out.plain) / at.alpha;
  return out;
}

// The slopes of the log-likelihood.
double slope_in_theta(const Shape& shape, PitmanParameters at) {
  return class_sums(shape, at).plain - (digamma(at.theta + shape.people) - digamma(at.theta + 1));
}

double slope_in_alpha(const SizeCounts& sizes, const Shape& shape, PitmanParameters at) {
  double out = class_sums(shape, at).weighted;
  const double first = digamma(1 - at.alpha);
  for (const auto& [size, count] : sizes) {
    if (size == 1) continue;
    out -= static_cast<double>(count) * (digamma(static_cast<double>(size) - at.alpha) - first);
  }
  return out;
}

// The best theta for an alpha: the slope falls from plus to minus, if it does at all.
std::optional<double> best_theta(const Shape& shape, double alpha) {
  const double lowest = -alpha;
  double low = 1e-12;
  const auto slope = [&](double above) { return slope_in_theta(shape, {alpha, lowest + above}); };
  if (slope(low) <= 0) return std::nullopt;
  double high = 1;
  while (slope(high) > 0) {
    high *= 4;
    if (high > 1e15) return std::nullopt;
  }
  for (int i = 0; i < 200; ++i) {
    const double middle = low < high / 4 ? std::sqrt(low * high) : (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (slope(middle) > 0 ? low : high) = middle;
  }
  return lowest + (low + high) / 2;
}

}  // namespace

double pitman_likelihood(const SizeCounts& sizes, PitmanParameters at) {
  const Shape shape = shape_of(sizes);
  double out = 0;
  for (double i = 1; i < shape.classes; ++i) out += std::log(at.theta + i * at.alpha);
  out -= std::lgamma(at.theta + shape.people) - std::lgamma(at.theta + 1);
  for (const auto& [size, count] : sizes) {
    out += static_cast<double>(count) *
           (std::lgamma(static_cast<double>(size) - at.alpha) - std::lgamma(1 - at.alpha));
  }
  return out;
}

std::optional<PitmanParameters> fit_pitman(const SizeCounts& sizes) {
  const Shape shape = shape_of(sizes);
  // One class only, or nothing but classes of one: the likelihood grows up to an edge.
  if (shape.classes < 2 || shape.classes == shape.people) return std::nullopt;
  const auto slope = [&](double alpha) -> std::optional<double> {
    const auto theta = best_theta(shape, alpha);
    if (!theta) return std::nullopt;
    return slope_in_alpha(sizes, shape, {alpha, *theta});
  };
  double low = 0;
  double high = 1 - 1e-9;
  const auto at_zero = slope(low);
  if (!at_zero) return std::nullopt;
  if (*at_zero <= 0) return PitmanParameters{0, *best_theta(shape, 0)};
  for (int i = 0; i < 100 && high - low > 1e-14; ++i) {
    const double middle = (low + high) / 2;
    const auto here = slope(middle);
    // Beyond the alphas with a best theta the likelihood falls.
    (here && *here > 0 ? low : high) = middle;
  }
  const auto theta = best_theta(shape, low);
  if (!theta || low > 1 - 1e-6) return std::nullopt;
  // Where a best theta ends, the slope does not pass zero: that is not a maximum.
  const auto left = slope(low);
  if (!left || std::abs(*left) > 1e-4 * shape.people) return std::nullopt;
  return PitmanParameters{low, *theta};
}

double pitman_expected_uniques(PitmanParameters at, double people) {
  // n (theta + alpha)_(n-1) / (theta + 1)_(n-1), rising factorials.
  if (people == 1) return 1;
  return std::exp(std::log(people) + std::lgamma(at.theta + at.alpha + people - 1) -
                  std::lgamma(at.theta + at.alpha) + std::lgamma(at.theta + 1) -
                  std::lgamma(at.theta + people));
}

UniquenessEstimate pitman_uniques(const SizeCounts& sizes, double population) {
  UniquenessEstimate out{.model = "pitman", .title = "Pitman"};
  if (!sizes.contains(1)) {
    out.uniques = 0;
    return out;
  }
  const auto parameters = fit_pitman(sizes);
  if (!parameters) {
    out.reason = "no parameters are the most likely for these classes";
    return out;
  }
  const double uniques = pitman_expected_uniques(*parameters, population);
  if (!std::isfinite(uniques) || uniques > population) {
    out.reason = "its most likely parameters give no number";
    return out;
  }
  out.uniques = uniques;
  return out;
}

}  // namespace privet
