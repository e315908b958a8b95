// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/fixed_distance.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace privet::mining {

void FixedDistance::check() const {
  if (!(unit > 0) || !std::isfinite(unit)) {
    throw Error(ErrorCode::Usage, "must be above 0", {.parameter = "--unit"});
  }
  if (!(range > 0) || !std::isfinite(range)) {
    throw Error(ErrorCode::Usage, "must be above 0", {.parameter = "--range"});
  }
  if (metric.term(range / unit) <= static_cast<double>(kMostUnits)) return;
  const double most = metric.root(static_cast<double>(kMostUnits));
  throw Error(ErrorCode::Usage,
              fmt::format("the range has {:.3g} units, and distances take at most {:.3g}: take a "
                          "smaller range or a larger unit",
                          range / unit, most),
              {.parameter = "--range"});
}

std::uint64_t FixedDistance::term(double difference) const {
  return static_cast<std::uint64_t>(std::llround(metric.term(difference / unit)));
}

std::uint64_t FixedDistance::term_above(double difference) const {
  return static_cast<std::uint64_t>(std::ceil(metric.term(difference / unit)));
}

std::uint64_t FixedDistance::limit(double distance) const {
  const double exact = metric.term(distance / unit);
  if (!(exact < static_cast<double>(std::numeric_limits<std::int64_t>::max()))) {
    return std::numeric_limits<std::int64_t>::max();
  }
  constexpr double kDecimal = 1e-9;  // what the decimals' binary forms may change
  const double nearest = std::round(exact);
  const bool whole = std::abs(exact - nearest) <= kDecimal * std::max(1.0, exact);
  return static_cast<std::uint64_t>(whole ? nearest : std::floor(exact));
}

unsigned FixedDistance::bits() const {
  return static_cast<unsigned>(std::bit_width(limit(range) | 1U));
}

FixedColumns::FixedColumns(Matrix points, const FixedDistance& distance)
    : points_(std::move(points)), measure_(distance), spans_(points_.columns, 0.0) {
  for (std::size_t c = 0; c < points_.columns && points_.rows > 0; ++c) {
    double low = points_.row(0)[c];
    double high = low;
    for (std::size_t r = 1; r < points_.rows; ++r) {
      low = std::min(low, points_.row(r)[c]);
      high = std::max(high, points_.row(r)[c]);
    }
    spans_[c] = high - low;
  }
}

std::uint64_t FixedColumns::distance(std::size_t row, std::span<const double> other) const {
  const auto own = points_.row(row);
  std::uint64_t sum = 0;
  for (std::size_t c = 0; c < own.size(); ++c) {
    sum += measure_.term(std::min(std::abs(own[c] - other[c]), spans_[c]));
  }
  return sum;
}

void FixedColumns::check_range(std::span<const std::string> names) const {
  const auto largest = static_cast<double>(measure_.limit(measure_.range));
  double all = 0;
  std::size_t widest = 0;
  for (std::size_t c = 0; c < spans_.size(); ++c) {
    all += measure_.metric.term(spans_[c] / measure_.unit) + 0.5;  // and what rounding may add
    if (spans_[c] > spans_[widest]) widest = c;
  }
  std::uint64_t exact = 0;
  if (all <= 2 * largest + 1) {
    for (const double span : spans_) exact += measure_.term(span);
    if (static_cast<double>(exact) <= largest) return;
  }
  throw Error(
      ErrorCode::Input,
      fmt::format("its rows are up to {:.6g} apart (column {} spans {:.6g}), more than the agreed "
                  "range of {:.6g}: agree on a larger --range, scale the columns or leave some out",
                  measure_.metric.root(all) * measure_.unit, quote_for_message(names[widest]),
                  spans_[widest], measure_.range));
}

}  // namespace privet::mining
