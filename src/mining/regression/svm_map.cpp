// SPDX-License-Identifier: Apache-2.0
// How a row reaches the machine: scaled by the ranges of the training data, then through the
// kernel.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "mining/regression/random_kernel.h"
#include "mining/regression/svm.h"

namespace privet::mining {
namespace {

// What K(x, B') of one scaled row is.
void kernel_row(const SvmMap& map, std::span<const double> row, std::span<double> out) {
  for (std::size_t k = 0; k < map.basis.rows; ++k) {
    const auto other = map.basis.row(k);
    double sum = 0;
    for (std::size_t c = 0; c < row.size(); ++c) {
      sum += map.kernel == Kernel::Linear ? row[c] * other[c]
                                          : (row[c] - other[c]) * (row[c] - other[c]);
    }
    out[k] = map.kernel == Kernel::Linear ? sum : std::exp(-map.mu * sum);
  }
}

}  // namespace

SvmRanges svm_ranges(const Matrix& x) {
  SvmRanges out{std::vector<double>(x.columns, 0.0), std::vector<double>(x.columns, 0.0)};
  for (std::size_t c = 0; c < x.columns && x.rows > 0; ++c) {
    out.low[c] = out.high[c] = x.row(0)[c];
    for (std::size_t r = 1; r < x.rows; ++r) {
      out.low[c] = std::min(out.low[c], x.row(r)[c]);
      out.high[c] = std::max(out.high[c], x.row(r)[c]);
    }
  }
  return out;
}

void set_ranges(SvmMap& map, const SvmRanges& ranges, std::span<const std::string> columns) {
  map.low = ranges.low;
  map.range.clear();
  for (std::size_t c = 0; c < ranges.low.size(); ++c) {
    const double low = ranges.low[c];
    const double high = ranges.high[c];
    map.range.push_back(high - low);
    if (std::isfinite(map.range[c])) continue;
    throw Error(ErrorCode::Input,
                fmt::format("column {} reaches from {:.6g} to {:.6g}, too far apart to compute "
                            "with; divide its values by a constant, or leave it out with --columns",
                            quote_for_message(columns[c]), low, high));
  }
}

SvmMap make_svm_map(const SvmData& data, const SvmOptions& options) {
  const Matrix& x = data.x;
  SvmMap map;
  map.kernel = options.kernel;
  map.mu = options.mu;
  set_ranges(map, svm_ranges(x), data.columns);
  map.basis.columns = x.columns;
  Sampler sampler(options.seed);
  if (options.basis == KernelBasis::Random) {
    map.basis = random_basis(options.basis_rows, x.columns, options.seed);
  } else if (options.basis == KernelBasis::SomeRows) {
    std::vector<std::size_t> rows(x.rows);
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    sampler.shuffle(std::span(rows));
    rows.resize(options.basis_rows);
    std::sort(rows.begin(), rows.end());
    const Matrix scaled = map.scaled(x);
    for (const std::size_t r : rows) {
      map.basis.cells.insert(map.basis.cells.end(), scaled.row(r).begin(), scaled.row(r).end());
    }
    map.basis.rows = rows.size();
  }
  return map;
}

Matrix SvmMap::scaled(const Matrix& x) const {
  Matrix out = x;
  for (std::size_t r = 0; r < x.rows; ++r) {
    for (std::size_t c = 0; c < x.columns; ++c) {
      double& cell = out.row(r)[c];
      cell = range[c] > 0 ? (cell - low[c]) / range[c] : 0.0;
    }
  }
  return out;
}

Matrix SvmMap::apply(const Matrix& x) const {
  Matrix unit = scaled(x);
  if (basis.rows == 0) return unit;
  Matrix out{x.rows, basis.rows, std::vector<double>(x.rows * basis.rows)};
  for (std::size_t r = 0; r < x.rows; ++r) kernel_row(*this, unit.row(r), out.row(r));
  return out;
}

// Kernel values of one row at a time: of all rows they would fill the memory.
std::vector<double> svm_scores(const SvmModel& model, const Matrix& x, const Run& run) {
  const SvmMap& map = model.map;
  const Matrix unit = map.scaled(x);
  std::vector<double> out(x.rows, -model.gamma);
  constexpr std::size_t kGrain = 64;
  run.pool().parallel_ranges(x.rows, kGrain, [&](std::size_t begin, std::size_t end) {
    run.check_cancelled();
    std::vector<double> values(map.basis.rows);
    for (std::size_t r = begin; r < end; ++r) {
      if (map.basis.rows > 0) kernel_row(map, unit.row(r), values);
      const auto z = map.basis.rows > 0 ? std::span<const double>(values) : unit.row(r);
      for (std::size_t c = 0; c < z.size(); ++c) out[r] += z[c] * model.weights[c];
    }
  });
  return out;
}

}  // namespace privet::mining
