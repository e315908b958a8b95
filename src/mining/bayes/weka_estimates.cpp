// SPDX-License-Identifier: Apache-2.0
#include "mining/bayes/weka_estimates.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mining/numbers/column_numbers.h"

namespace privet::mining {
namespace {

constexpr double kPrecisionOfOneValue = 0.01;
constexpr double kLeast = 1e-75;  // probability
constexpr double kNoDeviation = 1e-10;

double rounded(double x, double precision) {
  return std::rint(x / precision) * precision;
}

double mean_gap(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() < 2) return kPrecisionOfOneValue;
  return (values.back() - values.front()) / static_cast<double>(values.size() - 1);
}

// The probability that a standard normal number lies between two bounds. In the upper tail both
// bounds are mirrored, where the difference does not cancel.
double between(double lower, double upper) {
  if (lower > 0) return between(-upper, -lower);
  const auto below = [](double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); };
  return below(upper) - below(lower);
}

}  // namespace

void learn_weka_column(BayesColumn& out, const Column& column, std::span<const ClassLabel> labels,
                       std::span<const RowId> rows, std::size_t classes) {
  const auto numbers = numbers_of_codes(column);
  std::vector<std::uint64_t> counts(numbers.size() * classes, 0);
  for (const RowId row : rows) ++counts[column.codes[row] * classes + labels[row]];
  std::vector<double> seen;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0 && !std::isnan(numbers[i / classes])) seen.push_back(numbers[i / classes]);
  }
  out.precision = mean_gap(std::move(seen));
  out.counts.assign(classes, 0);
  out.means.assign(classes, 0);
  const double least = out.precision / 6;
  out.variances.assign(classes, least * least);
  for (std::size_t k = 0; k < classes; ++k) {
    double sum = 0;
    double squares = 0;  // of differences from the mean, not as Weka adds them: those cancel
    const auto each = [&](const auto& add) {
      for (std::size_t code = 0; code < numbers.size(); ++code) {
        const auto n = static_cast<double>(counts[code * classes + k]);
        if (n > 0 && !std::isnan(numbers[code])) add(rounded(numbers[code], out.precision), n);
      }
    };
    each([&](double x, double n) {
      out.counts[k] += static_cast<std::uint64_t>(n);
      sum += x * n;
    });
    if (out.counts[k] == 0) continue;
    const auto n_of_class = static_cast<double>(out.counts[k]);
    out.means[k] = sum / n_of_class;
    each([&](double x, double n) { squares += n * (x - out.means[k]) * (x - out.means[k]); });
    const double deviation = std::sqrt(squares / n_of_class);
    if (deviation > kNoDeviation) out.variances[k] = std::pow(std::max(deviation, least), 2);
  }
}

std::vector<double> weka_log_table(const BayesColumn& known, std::span<const double> numbers,
                                   std::size_t classes) {
  std::vector<double> out(numbers.size() * classes, 0.0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (std::isnan(numbers[i / classes])) continue;
    const double off = rounded(numbers[i / classes], known.precision) - known.means[i % classes];
    const double deviation = std::sqrt(known.variances[i % classes]);
    const double half = known.precision / 2;
    const double p = between((off - half) / deviation, (off + half) / deviation);
    out[i] = std::log(std::max(p, kLeast));
  }
  return out;
}

}  // namespace privet::mining
