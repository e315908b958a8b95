// SPDX-License-Identifier: Apache-2.0
// The other side of the random kernel: rows from what is disclosed of them.
// Idea: who knows B and a row's m kernel values has m equations in its n numbers. The n - m that
// are missing are tried: numbers come in steps (whole years, 0 or 1) between ends that are
// disclosed, and the attacker sees a column's step in the rows that it knows. A guess of the
// missing numbers gives the others; it counts if those are multiples of their steps too, within
// their ends. A row with a single such guess is disclosed. Reference: the weakness is that of
// Mangasarian and Wild (2007) and Yu et al. (2008). Cost: guesses times m squared for each row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/run.h"
#include "mining/numbers/column_numbers.h"

namespace privet::mining {

struct KernelAttack {
  std::size_t kernel_rows = 1;
  std::uint64_t seed = 1;              // of B
  std::size_t known_rows = 1;          // the first ones; the attacker is a site that has them
  std::size_t most_rows = 50;          // rows that are attacked
  std::size_t most_guesses = 100'000;  // for a row; with more it is given up
};

struct KernelAttackResult {
  std::size_t attacked = 0;
  std::size_t found = 0;  // a single guess, and it is the row
  std::size_t wrong = 0;  // a single guess, and it is another
  double guesses = 0;     // that a row takes
};

// Rows of `x` after the known ones, evenly spread. Requires known_rows and kernel_rows below the
// rows and columns of x.
[[nodiscard]] KernelAttackResult attack_kernel(const Matrix& x, const KernelAttack& attack,
                                               const Run& run);

// What kernel values tell without the random matrix, to whoever knows some of the rows: every
// column as the combination of the kernel values that fits it best there.
struct KernelLeak {
  std::size_t known_rows = 0;
  std::size_t cells = 0;    // of the other rows, in columns that are not constant
  std::size_t found = 0;    // to within a hundredth of the column's range
  std::size_t guessed = 0;  // the same by the mean of the known rows, without kernel values
};
// `scaled`: rows whose columns reach from 0 to 1; `told`: their kernel values. Known are twice as
// many rows as a combination has numbers, evenly spread, and half of all at most.
[[nodiscard]] KernelLeak measure_kernel_leak(const Matrix& scaled, const Matrix& told);

}  // namespace privet::mining
