// SPDX-License-Identifier: Apache-2.0
// Rows of a kernel matrix, computed when asked for and kept as long as memory allows.
// Idea: the matrix of n rows has n^2 entries and rarely fits, but a working-set method asks for few
// of its rows, again and again. The rows used least recently make place. Entries are floats: they
// halve the memory, and the solver needs only that an entry is the same every time.
// Threads: a row is computed by all threads of the run; the object serves one caller at a time.
#pragma once

#include <cstddef>
#include <list>
#include <span>
#include <vector>

#include "base/run.h"
#include "mining/numbers/column_numbers.h"

namespace privet::mining {

// K(x, b) of a row's squared distance (or product, for the linear kernel) to another.
struct KernelFunction {
  bool gaussian = false;
  double mu = 1;  // exp(-mu |x - b|^2)
};

class KernelRows {
 public:
  // At most `bytes` of rows are kept, but always two. `run` must outlive the object.
  KernelRows(const Matrix& x, KernelFunction kernel, std::size_t bytes, const Run& run);

  // K(x_i, x_t) for every t; valid until the next but one call with another row.
  [[nodiscard]] std::span<const float> row(std::size_t i);
  [[nodiscard]] std::span<const float> diagonal() const { return diagonal_; }
  [[nodiscard]] std::size_t computed() const { return computed_; }  // rows, also repeatedly

 private:
  struct Kept {
    std::vector<float> cells;
    std::list<std::size_t>::iterator place = {};
  };
  void compute(std::size_t i, std::span<float> out);
  void fill(std::size_t i, std::span<float> out, std::size_t begin, std::size_t end) const;

  std::size_t rows_;
  std::size_t columns_;
  std::vector<double> by_column_;  // column after column: inner loops run over rows
  KernelFunction kernel_;
  std::size_t capacity_;
  const Run& run_;
  std::vector<Kept> kept_;       // by row; empty cells: not kept
  std::list<std::size_t> used_;  // the rows kept, the latest first
  std::vector<float> diagonal_;
  std::size_t computed_ = 0;
};

}  // namespace privet::mining
