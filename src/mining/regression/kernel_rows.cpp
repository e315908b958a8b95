// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/kernel_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/thread_pool.h"

namespace privet::mining {
namespace {

constexpr std::size_t kBlock = 512;  // rows whose sums stay in the first cache

}  // namespace

KernelRows::KernelRows(const Matrix& x, KernelFunction kernel, std::size_t bytes, const Run& run)
    : rows_(x.rows),
      columns_(x.columns),
      by_column_(x.cells.size()),
      kernel_(kernel),
      capacity_(
          std::max<std::size_t>(2, bytes / (sizeof(float) * std::max<std::size_t>(1, x.rows)))),
      run_(run),
      kept_(x.rows) {
  for (std::size_t r = 0; r < rows_; ++r) {
    double square = 0;
    for (std::size_t c = 0; c < columns_; ++c) {
      const double cell = x.row(r)[c];
      by_column_[c * rows_ + r] = cell;
      square += cell * cell;
    }
    diagonal_.push_back(kernel_.gaussian ? 1.0F : static_cast<float>(square));
  }
}

std::span<const float> KernelRows::row(std::size_t i) {
  Kept& wanted = kept_[i];
  if (!wanted.cells.empty()) {
    used_.splice(used_.begin(), used_, wanted.place);
    return wanted.cells;
  }
  if (used_.size() >= capacity_) {
    wanted.cells.swap(kept_[used_.back()].cells);
    used_.pop_back();
  } else {
    wanted.cells.resize(rows_);
  }
  used_.push_front(i);
  wanted.place = used_.begin();
  compute(i, wanted.cells);
  ++computed_;
  return wanted.cells;
}

void KernelRows::compute(std::size_t i, std::span<float> out) {
  // A range below this many multiplications is not worth waking a thread for.
  constexpr std::size_t kWorth = 1U << 16U;
  constexpr std::size_t kOfExp = 24;  // multiplications that cost as much as one exp
  const std::size_t blocks = 1 + kWorth / ((columns_ + kOfExp) * kBlock);
  run_.pool().parallel_ranges(rows_, blocks * kBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; b += kBlock) fill(i, out, b, std::min(end, b + kBlock));
  });
}

// Sums are in the order of the columns for every pair, so the matrix is symmetric to the last bit
// and does not depend on the number of threads.
void KernelRows::fill(std::size_t i, std::span<float> out, std::size_t begin,
                      std::size_t end) const {
  std::array<double, kBlock> sums{};
  for (std::size_t c = 0; c < columns_; ++c) {
    const double* column = by_column_.data() + c * rows_;
    const double own = column[i];
    if (kernel_.gaussian) {
      for (std::size_t r = begin; r < end; ++r) {
        const double d = column[r] - own;
        sums[r - begin] += d * d;
      }
    } else {
      for (std::size_t r = begin; r < end; ++r) sums[r - begin] += column[r] * own;
    }
  }
  for (std::size_t r = begin; r < end; ++r) {
    const double sum = sums[r - begin];
    out[r] = static_cast<float>(kernel_.gaussian ? std::exp(-kernel_.mu * sum) : sum);
  }
}

}  // namespace privet::mining
