// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "job/reproduce/reproduce_job.h"

namespace privet::job {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::optional<double> number_in(const std::string& text) {
  double out = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

bool near(double ours, double expected, double tolerance) {
  return std::abs(ours - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

// How far apart two numbers are, as a share of the larger one.
double gap(double a, double b) {
  const double larger = std::max(std::abs(a), std::abs(b));
  return larger == 0 ? 0 : std::abs(a - b) / larger;
}

// The slope of ln y against ln x by least squares.
double slope(const std::vector<std::pair<double, double>>& points) {
  double n = 0;
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  for (const auto& [x, y] : points) {
    if (!(x > 0) || !(y > 0)) continue;
    const double lx = std::log(x);
    const double ly = std::log(y);
    n += 1;
    sx += lx;
    sy += ly;
    sxx += lx * lx;
    sxy += lx * ly;
  }
  const double spread = n * sxx - sx * sx;
  return n < 2 || spread <= 0 ? kNone : (n * sxy - sx * sy) / spread;
}

void compare_points(const ExperimentSeries& series, ReproducedSeries& result) {
  std::vector<std::pair<double, double>> printed;
  std::vector<std::pair<double, double>> ours;
  for (auto& point : result.points) {
    const auto& value = point.ours.value;
    if (const auto it = series.printed.find(point.x); it != series.printed.end()) {
      point.printed = it->second;
    }
    if (const auto it = series.expected.find(point.x); it != series.expected.end()) {
      point.expected = it->second;
      point.as_expected = it->second.has_value() == value.has_value() &&
                          (!value || near(*value, *it->second, series.tolerance));
    } else {
      point.as_expected = value.has_value();  // a command that fails is never expected unsaid
    }
    const auto x = number_in(point.x);
    if (x && point.printed) printed.emplace_back(*x, *point.printed);
    if (x && value) ours.emplace_back(*x, *value);
  }
  result.printed_slope = slope(printed);
  result.our_slope = slope(ours);
}

}  // namespace

void judge(ReproducedExperiment& result, bool small) {
  bool expected = true;
  double largest = 0;
  for (std::size_t s = 0; s < result.series.size(); ++s) {
    auto& series = result.series[s];
    compare_points(result.experiment.series[s], series);
    for (const auto& point : series.points) {
      expected = expected && point.as_expected;
      if (result.experiment.growth || !point.printed) continue;
      largest = std::max(largest, point.ours.value ? gap(*point.ours.value, *point.printed) : 1.0);
    }
    if (result.experiment.growth && std::isfinite(series.printed_slope) &&
        std::isfinite(series.our_slope)) {
      largest = std::max(largest, std::abs(series.printed_slope - series.our_slope));
    }
  }
  result.largest_gap = largest;
  bool as_claimed = true;
  for (const auto& claim : result.experiment.claims) {
    // A quick run has too few points for what grows, and may miss those where a claim fails.
    if (small && (result.experiment.growth || claim.growth || !claim.holds)) continue;
    result.claims.push_back(check_claim(claim, result.series));
    as_claimed = as_claimed && result.claims.back().as_claimed();
  }
  if (result.status == ReproduceStatus::CannotRepeat) return;
  // A quick run has too few points to say how something grows.
  const bool judged =
      result.experiment.verdict == Verdict::Agrees && !(small && result.experiment.growth);
  if (!expected) {
    result.status = ReproduceStatus::Unexpected;
  } else if (!as_claimed) {
    result.status = ReproduceStatus::WrongClaim;
  } else if (judged && largest > result.experiment.agreement) {
    result.status = ReproduceStatus::WrongClaim;
  } else {
    result.status = ReproduceStatus::Done;
  }
}

}  // namespace privet::job
