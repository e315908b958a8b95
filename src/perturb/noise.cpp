// SPDX-License-Identifier: Apache-2.0
#include "perturb/noise.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "perturb/replace_values.h"

namespace privet {
namespace {

using Matrix = std::vector<std::vector<double>>;

Matrix factor_of(std::span<const NoisyColumn> columns, bool correlated) {
  Matrix matrix(columns.size(), std::vector<double>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    matrix[i][i] = 1;
    for (std::size_t j = 0; correlated && j < i; ++j) {
      matrix[i][j] = matrix[j][i] = correlation_of(*columns[i].column, *columns[j].column);
    }
  }
  return cholesky(std::move(matrix));
}

// Sums of two numbers and their products over the records that have both, around the first such
// record so that digits are not lost.
struct Moments {
  double count = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;
};

Moments moments(const Column& first, const Column& second) {
  Moments out;
  double origin_a = 0;
  double origin_b = 0;
  for (std::size_t r = 0; r < first.codes.size(); ++r) {
    const auto row = static_cast<RowId>(r);
    if (first.missing(row) || second.missing(row)) continue;
    if (out.count == 0) {
      origin_a = first.number(row);
      origin_b = second.number(row);
    }
    const double a = first.number(row) - origin_a;
    const double b = second.number(row) - origin_b;
    out.count += 1;
    out.a += a;
    out.b += b;
    out.aa += a * a;
    out.bb += b * b;
    out.ab += a * b;
  }
  return out;
}

}  // namespace

std::vector<std::vector<double>> cholesky(std::vector<std::vector<double>> matrix) {
  constexpr double kNothing = 1e-12;
  const std::size_t n = matrix.size();
  Matrix out(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = matrix[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= out[i][k] * out[j][k];
      if (i == j) {
        out[i][i] = sum > kNothing ? std::sqrt(sum) : 0.0;
      } else {
        out[i][j] = out[j][j] > 0 ? sum / out[j][j] : 0.0;
      }
    }
  }
  return out;
}

double correlation_of(const Column& a, const Column& b) {
  const Moments m = moments(a, b);
  if (m.count < 2) return 0;
  const double var_a = m.aa - m.a * m.a / m.count;
  const double var_b = m.bb - m.b * m.b / m.count;
  if (!(var_a > 0) || !(var_b > 0)) return 0;
  return std::clamp((m.ab - m.a * m.b / m.count) / std::sqrt(var_a) / std::sqrt(var_b), -1.0, 1.0);
}

double deviation_of(const Column& column) {
  const Moments m = moments(column, column);
  if (m.count < 2) return 0;
  return std::sqrt(std::max(0.0, (m.aa - m.a * m.a / m.count) / (m.count - 1)));
}

std::vector<Column> add_noise(std::span<const NoisyColumn> columns, bool correlated,
                              RandomSource& random) {
  const Matrix factor = factor_of(columns, correlated);
  const std::size_t rows = columns.empty() ? 0 : columns.front().column->codes.size();
  std::vector<std::vector<double>> noise(columns.size(), std::vector<double>(rows));
  std::vector<double> drawn(columns.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (double& z : drawn) z = random.normal();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j <= i; ++j) sum += factor[i][j] * drawn[j];
      noise[i][r] = columns[i].deviation * sum;
    }
  }
  std::vector<Column> out;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = *columns[i].column;
    PRIVET_CHECK(column.type() == ColumnType::Numeric && columns[i].deviation > 0);
    const std::size_t decimals = most_decimals(column);
    out.push_back(replace_values(column, [&](RowId row) {
      constexpr double kLargest = std::numeric_limits<double>::max();
      const double number = std::clamp(column.number(row) + noise[i][row], -kLargest, kLargest);
      return number_text(number, decimals, column);
    }));
  }
  return out;
}

}  // namespace privet
