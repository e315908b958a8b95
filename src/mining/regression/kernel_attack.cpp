// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/kernel_attack.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/thread_pool.h"
#include "mining/regression/cholesky.h"
#include "mining/regression/random_kernel.h"

namespace privet::mining {
namespace {

constexpr double kAttackMillionth = 1e-6;

// A column scaled to 0..1 as the attacker knows it.
struct Steps {
  double count = 1;  // steps from 0 to 1; 0: the column is constant
  [[nodiscard]] bool fits(double x) const {
    if (x < -kAttackMillionth || x > 1 + kAttackMillionth) return false;
    const double place = x * count;
    return std::abs(place - std::round(place)) <= kAttackMillionth * std::max(1.0, count);
  }
};

// The greatest common divisor of the differences of the known rows, in millionths. One that shows
// no difference is taken for a column of two values, its ends.
Steps steps_of(const Matrix& x, std::size_t column, std::size_t known, double low, double high) {
  if (!(high > low)) return {0};
  const auto whole = [&](double value) {
    return static_cast<std::int64_t>(std::llround((value - low) / kAttackMillionth));
  };
  std::int64_t step = whole(high);
  for (std::size_t r = 0; r < known; ++r) step = std::gcd(step, whole(x.row(r)[column]));
  return {std::round(static_cast<double>(whole(high)) / static_cast<double>(step))};
}

class KernelSolver {
 public:
  // The numbers of `rest` follow from those of `free`.
  KernelSolver(const Matrix& b, std::vector<std::size_t> free, std::vector<std::size_t> rest)
      : b_(b), free_(std::move(free)), rest_(std::move(rest)), square_(normal(), m(), 1e-14) {}
  [[nodiscard]] bool solvable() const { return !square_.dependent(); }

  void solve(std::span<const double> told, std::span<const double> guess,
             std::span<double> row) const {
    std::vector<double> left(told.begin(), told.end());
    for (std::size_t i = 0; i < free_.size(); ++i) {
      row[free_[i]] = guess[i];
      for (std::size_t k = 0; k < m(); ++k) left[k] -= b_.row(k)[free_[i]] * guess[i];
    }
    std::vector<double> right(m(), 0.0);
    for (std::size_t i = 0; i < m(); ++i) {
      for (std::size_t k = 0; k < m(); ++k) right[i] += b_.row(k)[rest_[i]] * left[k];
    }
    const auto found = square_.solve(right);
    for (std::size_t i = 0; i < m(); ++i) row[rest_[i]] = found[i];
  }

 private:
  [[nodiscard]] std::size_t m() const { return rest_.size(); }
  // B_rest' B_rest.
  [[nodiscard]] std::vector<double> normal() const {
    std::vector<double> out(m() * m(), 0.0);
    for (std::size_t i = 0; i < m(); ++i) {
      for (std::size_t j = 0; j < m(); ++j) {
        for (std::size_t k = 0; k < m(); ++k) {
          out[i * m() + j] += b_.row(k)[rest_[i]] * b_.row(k)[rest_[j]];
        }
      }
    }
    return out;
  }

  const Matrix& b_;
  std::vector<std::size_t> free_;
  std::vector<std::size_t> rest_;
  Cholesky square_;
};

enum class Verdict { Hidden, Found, Wrong };

// Tries all guesses for one row.
Verdict attack_row(const KernelSolver& solver, std::span<const Steps> steps,
                   std::span<const std::size_t> free, std::span<const double> told,
                   std::span<const double> truth) {
  std::vector<std::size_t> place(free.size(), 0);
  std::vector<double> guess(free.size(), 0.0);
  std::vector<double> row(truth.size());
  std::vector<double> only;
  while (true) {
    for (std::size_t i = 0; i < free.size(); ++i) {
      const double count = steps[free[i]].count;
      guess[i] = count > 0 ? static_cast<double>(place[i]) / count : 0.0;
    }
    solver.solve(told, guess, row);
    bool fits = true;
    for (std::size_t c = 0; c < row.size() && fits; ++c) fits = steps[c].fits(row[c]);
    if (fits && !only.empty()) return Verdict::Hidden;
    if (fits) only = row;
    std::size_t next = 0;
    while (next < free.size() && place[next] >= static_cast<std::size_t>(steps[free[next]].count)) {
      place[next++] = 0;
    }
    if (next == free.size()) break;
    ++place[next];
  }
  if (only.empty()) return Verdict::Hidden;
  for (std::size_t c = 0; c < truth.size(); ++c) {
    if (std::abs(only[c] - truth[c]) > 10 * kAttackMillionth) return Verdict::Wrong;
  }
  return Verdict::Found;
}

}  // namespace

KernelAttackResult attack_kernel(const Matrix& x, const KernelAttack& attack, const Run& run) {
  const auto n = x.columns;
  const auto m = attack.kernel_rows;
  PRIVET_CHECK(m < n && attack.known_rows < x.rows);
  SvmMap map;
  const auto ranges = svm_ranges(x);
  const std::vector<std::string> names(n);
  set_ranges(map, ranges, names);
  map.basis = random_basis(m, n, attack.seed);
  const Matrix scaled = map.scaled(x);
  const Matrix told = map.apply(x);
  std::vector<Steps> steps;
  for (std::size_t c = 0; c < n; ++c) {
    steps.push_back(steps_of(x, c, attack.known_rows, ranges.low[c], ranges.high[c]));
  }
  // What is guessed: the columns with the fewest values.
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t c) { return steps[c].count; });
  const auto cut = order.begin() + static_cast<std::ptrdiff_t>(n - m);
  const std::vector<std::size_t> free(order.begin(), cut);
  const KernelSolver solver(map.basis, free, {cut, order.end()});
  KernelAttackResult out;
  out.guesses = 1;
  for (const auto c : free) out.guesses *= steps[c].count + 1;
  const auto others = x.rows - attack.known_rows;
  out.attacked = std::min(others, attack.most_rows);
  if (!solver.solvable() || out.guesses > static_cast<double>(attack.most_guesses)) return out;
  std::vector<Verdict> verdicts(out.attacked);
  run.pool().parallel_for(out.attacked, [&](std::size_t i) {
    run.check_cancelled();
    const auto r = attack.known_rows + i * others / out.attacked;
    verdicts[i] = attack_row(solver, steps, free, told.row(r), scaled.row(r));
  });
  out.found = static_cast<std::size_t>(std::ranges::count(verdicts, Verdict::Found));
  out.wrong = static_cast<std::size_t>(std::ranges::count(verdicts, Verdict::Wrong));
  return out;
}

namespace {

// Combinations of a row's kernel values and 1, fitted to the known rows. A little of the diagonal
// more keeps those solvable that tell the same thing twice.
class KernelFit {
 public:
  KernelFit(const Matrix& told, std::span<const std::size_t> known)
      : told_(told), known_(known), square_(normal(), told.columns + 1, 0) {}

  [[nodiscard]] std::vector<double> fitted(const Matrix& scaled, std::size_t column) const {
    std::vector<double> right(told_.columns + 1, 0.0);
    for (const auto r : known_) {
      for (std::size_t k = 0; k <= told_.columns; ++k) right[k] += at(r, k) * scaled.row(r)[column];
    }
    return square_.solve(right);
  }
  [[nodiscard]] double value(std::span<const double> fit, std::size_t row) const {
    double out = 0;
    for (std::size_t k = 0; k <= told_.columns; ++k) out += fit[k] * at(row, k);
    return out;
  }

 private:
  [[nodiscard]] double at(std::size_t row, std::size_t k) const {
    return k < told_.columns ? told_.row(row)[k] : 1.0;
  }
  [[nodiscard]] std::vector<double> normal() const {
    const auto n = told_.columns + 1;
    std::vector<double> out(n * n, 0.0);
    for (const auto r : known_) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) out[i * n + j] += at(r, i) * at(r, j);
      }
    }
    constexpr double kLittle = 1e-11;
    for (std::size_t i = 0; i < n; ++i) out[i * n + i] += kLittle * (out[i * n + i] + 1);
    return out;
  }

  const Matrix& told_;
  std::span<const std::size_t> known_;
  Cholesky square_;
};

}  // namespace

KernelLeak measure_kernel_leak(const Matrix& scaled, const Matrix& told) {
  constexpr double kHundredth = 0.01;
  PRIVET_CHECK(scaled.rows == told.rows);
  KernelLeak out;
  out.known_rows = std::min(scaled.rows / 2, 2 * (told.columns + 1));
  if (out.known_rows == 0) return out;
  std::vector<std::size_t> known;
  std::vector<bool> is_known(scaled.rows);
  for (std::size_t i = 0; i < out.known_rows; ++i) {
    known.push_back(i * scaled.rows / out.known_rows);
    is_known[known.back()] = true;
  }
  const KernelFit fit(told, known);
  for (std::size_t c = 0; c < scaled.columns; ++c) {
    double low = scaled.row(0)[c];
    double high = low;
    double mean = 0;
    for (std::size_t r = 0; r < scaled.rows; ++r) {
      low = std::min(low, scaled.row(r)[c]);
      high = std::max(high, scaled.row(r)[c]);
    }
    if (!(high > low)) continue;
    for (const auto r : known) mean += scaled.row(r)[c] / static_cast<double>(known.size());
    const auto combination = fit.fitted(scaled, c);
    const auto near = [&](std::size_t r, double value) {
      return std::abs(scaled.row(r)[c] - value) <= kHundredth * (high - low);
    };
    for (std::size_t r = 0; r < scaled.rows; ++r) {
      if (is_known[r]) continue;
      ++out.cells;
      if (near(r, fit.value(combination, r))) ++out.found;
      if (near(r, mean)) ++out.guessed;
    }
  }
  return out;
}

}  // namespace privet::mining
