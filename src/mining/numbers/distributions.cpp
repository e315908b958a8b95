// SPDX-License-Identifier: Apache-2.0
#include "mining/numbers/distributions.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace privet::mining {
namespace {

constexpr double kSmall = 1e-300;
constexpr double kEnough = 1e-16;
constexpr int kTerms = 10000;

// The upper incomplete gamma function over gamma(a).
double gamma_tail(double a, double x) {
  if (!(x > 0)) return 1;
  const double front = std::exp(a * std::log(x) - x - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a;
    double sum = term;
    for (int n = 1; n < kTerms && std::abs(term) > kEnough * std::abs(sum); ++n) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - front * sum;
  }
  double b = x + 1 - a;
  double c = 1 / kSmall;
  double d = 1 / b;
  double h = d;
  for (int n = 1; n < kTerms; ++n) {
    const double an = -n * (n - a);
    b += 2;
    d = an * d + b;
    if (std::abs(d) < kSmall) d = kSmall;
    c = b + an / c;
    if (std::abs(c) < kSmall) c = kSmall;
    d = 1 / d;
    const double change = d * c;
    h *= change;
    if (std::abs(change - 1) < kEnough) break;
  }
  return front * h;
}

double beta_fraction(double a, double b, double x) {
  double c = 1;
  double d = 1 - (a + b) * x / (a + 1);
  if (std::abs(d) < kSmall) d = kSmall;
  d = 1 / d;
  double h = d;
  for (int m = 1; m < kTerms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double change = 1;
    for (const double factor : {even, odd}) {
      d = 1 + factor * d;
      if (std::abs(d) < kSmall) d = kSmall;
      c = 1 + factor / c;
      if (std::abs(c) < kSmall) c = kSmall;
      d = 1 / d;
      change = d * c;
      h *= change;
    }
    if (std::abs(change - 1) < kEnough) break;
  }
  return h;
}

// The incomplete beta function, regularised. `rest` is 1 - x, which may be exact where x is not.
double beta_part(double a, double b, double x, double rest) {
  if (!(x > 0)) return 0;
  if (!(rest > 0)) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log(rest));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, rest) / b;
}

template <class Tail>
double quantile(double p, const Tail& tail) {
  double low = 0;
  double high = 1;
  while (tail(high) > p && high < std::numeric_limits<double>::max() / 4) high *= 2;
  constexpr int kSteps = 200;
  for (int i = 0; i < kSteps; ++i) {
    const double middle = (low + high) / 2;
    (tail(middle) > p ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

double normal_two_sided(double z) {
  return std::erfc(std::abs(z) / std::numbers::sqrt2);
}

double normal_two_sided_quantile(double p) {
  return quantile(p, normal_two_sided);
}

double chi_squared_tail(double x, double freedom) {
  return gamma_tail(freedom / 2, x / 2);
}

double student_two_sided(double t, double freedom) {
  const double square = t * t;
  if (!std::isfinite(square)) return std::isnan(square) ? square : 0.0;
  return beta_part(freedom / 2, 0.5, freedom / (freedom + square), square / (freedom + square));
}

double student_two_sided_quantile(double p, double freedom) {
  return quantile(p, [&](double t) { return student_two_sided(t, freedom); });
}

double fisher_tail(double x, double freedom1, double freedom2) {
  if (!(x > 0)) return 1;
  const double whole = freedom2 + freedom1 * x;
  if (!std::isfinite(whole)) return 0;
  return beta_part(freedom2 / 2, freedom1 / 2, freedom2 / whole, freedom1 * x / whole);
}

}  // namespace privet::mining
