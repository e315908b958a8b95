// SPDX-License-Identifier: Apache-2.0
#include "mining/distance/principal.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace privet::mining {
namespace {

std::vector<double> covariance_of(const Matrix& points, const std::vector<double>& mean) {
  const std::size_t n = points.columns;
  std::vector<double> out(n * n, 0.0);
  std::vector<double> away(n);
  const auto rows = static_cast<double>(std::max<std::size_t>(points.rows, 2) - 1);
  for (std::size_t r = 0; r < points.rows; ++r) {
    for (std::size_t c = 0; c < n; ++c) away[c] = points.row(r)[c] - mean[c];
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) out[i * n + j] += away[i] * away[j] / rows;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) out[j * n + i] = out[i * n + j];
  }
  return out;
}

// Makes a[p][q] vanish; `vectors` collects the rotations, one direction per row.
void rotate(std::vector<double>& a, std::vector<double>& vectors, std::size_t n, std::size_t p,
            std::size_t q) {
  const double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
  const double t = (theta >= 0 ? 1.0 : -1.0) / (std::abs(theta) + std::hypot(theta, 1.0));
  const double c = 1 / std::hypot(t, 1.0);
  const double s = t * c;
  for (std::size_t k = 0; k < n; ++k) {
    const double kp = a[k * n + p];
    const double kq = a[k * n + q];
    a[k * n + p] = c * kp - s * kq;
    a[k * n + q] = s * kp + c * kq;
  }
  for (std::size_t k = 0; k < n; ++k) {
    const double pk = a[p * n + k];
    const double qk = a[q * n + k];
    a[p * n + k] = c * pk - s * qk;
    a[q * n + k] = s * pk + c * qk;
    const double vp = vectors[p * n + k];
    const double vq = vectors[q * n + k];
    vectors[p * n + k] = c * vp - s * vq;
    vectors[q * n + k] = s * vp + c * vq;
  }
}

void diagonalise(std::vector<double>& a, std::vector<double>& vectors, std::size_t n) {
  double size = 0;
  for (const double cell : a) size = std::max(size, std::abs(cell));
  constexpr int kSweeps = 60;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    double left = 0;
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        left = std::max(left, std::abs(a[p * n + q]));
        if (std::abs(a[p * n + q]) > 1e-18 * size) rotate(a, vectors, n, p, q);
      }
    }
    if (!(left > 1e-15 * size)) return;
  }
}

}  // namespace

PrincipalAxes principal_axes(const Matrix& points) {
  const std::size_t n = points.columns;
  PrincipalAxes out;
  out.mean.assign(n, 0.0);
  for (std::size_t r = 0; r < points.rows; ++r) {
    for (std::size_t c = 0; c < n; ++c) {
      out.mean[c] += (points.row(r)[c] - out.mean[c]) / static_cast<double>(r + 1);
    }
  }
  auto square = covariance_of(points, out.mean);
  std::vector<double> vectors(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) vectors[i * n + i] = 1;
  diagonalise(square, vectors, n);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return square[a * n + a] > square[b * n + b];
  });
  out.axes = {n, n, {}};
  for (const std::size_t i : order) {
    out.variance.push_back(std::max(0.0, square[i * n + i]));
    const auto first = vectors.begin() + static_cast<std::ptrdiff_t>(i * n);
    std::vector<double> axis(first, first + static_cast<std::ptrdiff_t>(n));
    const auto largest = std::max_element(
        axis.begin(), axis.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    if (largest != axis.end() && *largest < 0) {
      for (double& entry : axis) entry = -entry;
    }
    out.axes.cells.insert(out.axes.cells.end(), axis.begin(), axis.end());
  }
  return out;
}

Matrix PrincipalAxes::project(const Matrix& points, std::size_t count) const {
  Matrix out{points.rows, count, std::vector<double>(points.rows * count, 0.0)};
  for (std::size_t r = 0; r < points.rows; ++r) {
    for (std::size_t a = 0; a < std::min(count, axes.rows); ++a) {
      for (std::size_t c = 0; c < mean.size(); ++c) {
        out.row(r)[a] += (points.row(r)[c] - mean[c]) * axes.row(a)[c];
      }
    }
  }
  return out;
}

double PrincipalAxes::share(std::size_t count) const {
  double all = 0;
  double some = 0;
  for (std::size_t a = 0; a < variance.size(); ++a) {
    all += variance[a];
    if (a < count) some += variance[a];
  }
  return all > 0 ? some / all : 1.0;
}

}  // namespace privet::mining
