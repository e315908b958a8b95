// SPDX-License-Identifier: Apache-2.0
// A number of twice the precision of a double, as the unevaluated sum of two doubles.
// Idea: sums of data come out the same (to the last bit of the double they are rounded to, except
// in rare cases) in whatever order and at however many sites the parts were added. Reference:
// Dekker, "A floating-point technique for extending the available precision" (1971).
#pragma once

#include <cmath>

namespace privet::mining {

class WideSum {
 public:
  constexpr WideSum() = default;
  constexpr explicit WideSum(double high, double low = 0.0) : high_(high), low_(low) {}

  void add(double x) {
    const double sum = high_ + x;
    const double back = sum - high_;
    low_ += (high_ - (sum - back)) + (x - back);
    high_ = sum;
  }
  void add(const WideSum& other) {
    add(other.high_);
    low_ += other.low_;
  }
  // high + low with |low| at most half a unit of high.
  [[nodiscard]] WideSum normalised() const {
    const double sum = high_ + low_;
    return WideSum(sum, low_ - (sum - high_));
  }
  [[nodiscard]] double value() const { return high_ + low_; }
  [[nodiscard]] double high() const { return high_; }
  [[nodiscard]] double low() const { return low_; }

 private:
  double high_ = 0.0;
  double low_ = 0.0;
};

[[nodiscard]] inline WideSum wide_add(WideSum a, const WideSum& b) {
  a.add(b);
  return a.normalised();
}
[[nodiscard]] inline WideSum wide_add(WideSum a, double b) {
  a.add(b);
  return a.normalised();
}
[[nodiscard]] inline WideSum wide_product(const WideSum& a, const WideSum& b) {
  const double product = a.high() * b.high();
  const double rest = std::fma(a.high(), b.high(), -product);
  return WideSum(product, rest + (a.high() * b.low() + a.low() * b.high())).normalised();
}
[[nodiscard]] inline WideSum wide_quotient(const WideSum& a, const WideSum& b) {
  const double first = a.value() / b.value();
  const WideSum minus = wide_product(b, WideSum(-first));
  const double second = wide_add(a, minus).value() / b.value();
  return WideSum(first, second).normalised();
}

}  // namespace privet::mining
