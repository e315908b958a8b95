// SPDX-License-Identifier: Apache-2.0
// How much work the LPN instances behind silent transfers and vector OLE are to attack, counted
// attack by attack. bench/estimate/lpn_estimate.cpp prints it; a unit test asserts 2^128.
// An instance: n = blocks * block samples b = A s + e; A has `ones` entries other than zero in each
// row, at random places among `columns`; e has one entry other than zero in each block.
// Idea: every figure is meant as a lower bound of what the attack takes, so where a step is
// disputed it is counted as cheaper than anybody can do it today:
//  - solving a system is counted as reading it once, not as the elimination;
//  - rows inside a set of columns: the set is the best one that exists (by the first moment), not
//    the best one that can be found;
//  - the algebraic attack solves by Wiedemann with one operation for each entry of a dense square
//    of the monomials, whatever the rows' weights, and shares work between guesses as AGB 2.0 does.
// References: pooled Gauss: Esser, Kuebler, May (CRYPTO 2017); information sets: Prange (1962),
// Lee and Brickell (1988), Stern (1989); low weight for regular noise: Esser and Santini (CRYPTO
// 2024); samples in this setting: Liu, Wang, Yang, Yu (EUROCRYPT 2024); algebraic: Briaud and
// Oeygarden (EUROCRYPT 2023), AGB 2.0 (ePrint 2025/1476); interleaved: Porwal, Holzbaur, Liu,
// Renner, Wachter-Zeh, Weger, "Interleaved Prange" (PQCrypto 2022).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace privet::estimate {

struct Lpn {
  std::string_view name;
  double columns = 0;
  double blocks = 0;
  double block = 0;
  double ones = 0;
  double field_bits = 1;          // of the secret, the noise and the samples
  bool entries_of_field = false;  // are the code's entries from the same field, or bits?

  [[nodiscard]] double rows() const { return blocks * block; }
  [[nodiscard]] bool binary() const { return field_bits == 1; }
};

struct Attack {
  std::string name;
  double bits;  // log2 of the operations
  std::string how;
};

namespace detail {

inline double log2_choose(double n, double k) {
  return (std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)) / std::log(2.0);
}
inline double entropy(double x) {
  if (x <= 0 || x >= 1) return 0;
  return -x * std::log2(x) - (1 - x) * std::log2(1 - x);
}
// Relative entropy of coins of bias a and q, in bits.
inline double divergence(double a, double q) {
  return a * std::log2(a / q) + (1 - a) * std::log2((1 - a) / (1 - q));
}
inline double log2_sum(double a, double b) {
  const auto most = std::max(a, b);
  return most + std::log2(std::exp2(a - most) + std::exp2(b - most));
}
inline std::string number(double value) {
  return std::to_string(static_cast<long long>(std::llround(value)));
}

// log2 of the probability that `rows` rows, spread evenly over the blocks (the best choice), let
// an attack on them succeed: all free of noise. If a code of bits works on a larger field, each
// linear map from the field to bits keeps the code and kills half of the noise, and one elimination
// serves all 2^field_bits maps at once (interleaved Prange).
inline double log2_clean(const Lpn& lpn, double rows) {
  const auto part = rows / lpn.rows();
  const auto plain = lpn.blocks * std::log2(1 - part);
  if (lpn.binary() || lpn.entries_of_field) return plain;
  const auto mapped = lpn.blocks * std::log2(1 - part / 2) + lpn.field_bits - 1;
  return std::min(0.0, std::max(plain, mapped));
}

// The part x of the columns in which a random choice of them has as many rows as columns.
inline double random_set(const Lpn& lpn) {
  return std::pow(lpn.columns / lpn.rows(), 1 / (lpn.ones - 1));
}

// The smallest x for which a set of x columns with as many rows is expected to exist at all: the
// number of sets times the probability that this many rows fall inside (Chernoff's bound).
inline double existing_set(const Lpn& lpn) {
  double low = 1 / lpn.columns;
  double high = random_set(lpn);
  for (int step = 0; step < 60; ++step) {
    const auto x = (low + high) / 2;
    const auto needed = x * lpn.columns / lpn.rows();
    const auto cost = lpn.rows() * divergence(needed, std::pow(x, lpn.ones));
    (lpn.columns * entropy(x) >= cost ? high : low) = x;
  }
  return high;
}

// Guesses `rows` rows that have no noise except for `wrong` of them, which are searched for: by
// matching halves over bits (Stern), one by one otherwise (Lee and Brickell; the values follow).
// `pass`: log2 of the least work for one guess.
inline double information_set(const Lpn& lpn, double rows, double pass, int wrong) {
  const auto part = rows / lpn.rows();
  const auto expected = lpn.blocks * part / (1 - part);
  double gain = 0;
  double lists = 0;
  if (wrong > 0) {
    gain = wrong * std::log2(expected) - std::lgamma(wrong + 1.0) / std::log(2.0);
    lists = log2_choose(rows, wrong);
    if (lpn.binary()) {
      gain += log2_choose(wrong, wrong / 2) - wrong;
      lists = log2_choose(rows / 2, wrong / 2);
    }
  }
  return -std::min(0.0, log2_clean(lpn, rows) + gain) + std::max(pass, lists);
}

inline Attack best_information_set(const Lpn& lpn, std::string name, double rows, double pass) {
  Attack best{std::move(name), 1e9, ""};
  const int step = lpn.binary() ? 2 : 1;
  for (int wrong = 0; wrong <= 4 * step; wrong += step) {
    const auto bits = information_set(lpn, rows, pass, wrong);
    if (bits >= best.bits) continue;
    best.bits = bits;
    best.how = number(rows) + " rows, clean with 2^" + number(log2_clean(lpn, rows)) + ", " +
               std::to_string(wrong) + " wrong ones searched for, 2^" + number(pass) +
               " or more a guess";
  }
  return best;
}

constexpr std::size_t kMostDegree = 8;
using Series = std::array<long double, kMostDegree + 1>;

// The power series of a product of (1 + scale z)^power, from the power sums of its logarithm, in
// which the large terms of the factors cancel before anything is rounded.
struct Factor {
  long double scale;
  long double power;
};
inline Series product(const std::array<Factor, 3>& factors) {
  Series sums{};
  for (const auto& [scale, power] : factors) {
    long double term = -power;
    for (std::size_t j = 1; j < sums.size(); ++j) {
      term *= -scale;
      sums[j] += term;
    }
  }
  Series out{1};
  for (std::size_t m = 1; m < out.size(); ++m) {
    for (std::size_t j = 1; j <= m; ++j) out[m] += sums[j] * out[m - j];
    out[m] /= static_cast<long double>(m);
  }
  return out;
}
inline long double up_to(const Series& series, std::size_t degree) {
  long double sum = 0;
  for (std::size_t i = 1; i <= degree; ++i) sum += series[i];
  return sum;
}

// A guess of `each` places without noise in `in` blocks, on the rows inside a part of the columns.
struct Guess {
  double in = 0;
  double each = 0;
  double part = 1;
  [[nodiscard]] double log2_clean(const Lpn& lpn) const {
    return in * std::log2(1 - each / lpn.block);
  }
};

// What is left after a guess: log2 of the monomials in as many unknowns as are left, and of those
// that the equations do not determine (0 if the system is solved).
struct Left {
  double monomials;
  double open;
};
inline Left left_after(const Lpn& lpn, const Guess& guess, std::size_t degree) {
  const auto columns = lpn.columns * guess.part;
  const auto block = lpn.block * std::pow(guess.part, lpn.ones);
  // Over bits a block's sum is one more equation, if all of the block is there.
  const double sum = lpn.binary() && guess.part == 1 ? 1 : 0;
  const auto unknowns = columns - sum * lpn.blocks - guess.in * guess.each;
  if (unknowns <= static_cast<double>(degree) || block - guess.each < 2) return {0, 1e9};
  // Products of two places of a block vanish; over bits squares are the numbers themselves.
  const long double checks = lpn.blocks * block - columns;
  const auto places = lpn.binary() ? block - sum : block - 1;
  const auto series =
      product({Factor{places - guess.each, guess.in}, Factor{places, lpn.blocks - guess.in},
               lpn.binary() ? Factor{1, -checks} : Factor{-1, checks - lpn.blocks}});
  auto monomials = 0.0;
  for (std::size_t i = 1; i <= degree; ++i) {
    monomials = log2_sum(monomials, log2_choose(unknowns, static_cast<double>(i)));
  }
  const auto open = std::min(up_to(series, degree), series[degree]);
  return {monomials, open < 2 ? 0 : static_cast<double>(std::log2(open))};
}

inline std::vector<Guess> guesses_for(const Lpn& lpn, double part) {
  constexpr int kSteps = 48;
  const auto block = lpn.block * std::pow(part, lpn.ones);
  std::vector<Guess> out{{0, 0, part}};
  for (int i = 1; i <= 8; ++i) {
    for (int j = 1; j < kSteps; ++j) {
      out.push_back({lpn.blocks * i / 8, block * j / kSteps, part});
    }
  }
  return out;
}

// At one degree, on one part of the columns. The first guess is solved as far as it goes; a second,
// larger one, whose further places are tried on what the first left open, finishes it.
inline void try_algebraic(const Lpn& lpn, double part, std::size_t degree, Attack& best) {
  const auto guesses = guesses_for(lpn, part);
  double finish = 1e9;
  for (const auto& guess : guesses) {
    if (left_after(lpn, guess, degree).open == 0) {
      finish = std::min(finish, -guess.log2_clean(lpn));
    }
  }
  for (const auto& guess : guesses) {
    const auto left = left_after(lpn, guess, degree);
    if (left.open >= 1e9) continue;
    const auto once = 2 * left.monomials - guess.log2_clean(lpn);
    const auto rest = 2 * std::min(left.open, left.monomials) + finish;
    const auto bits = left.open == 0 ? once : log2_sum(once, rest);
    if (bits >= best.bits) continue;
    best.bits = bits;
    best.how = "degree " + std::to_string(degree) + ", " + number(guess.each) + " places in " +
               number(guess.in) + " blocks guessed, " + number(100 * part) +
               "% of the columns, 2^" + number(left.monomials) + " monomials";
  }
}

inline Attack algebraic(const Lpn& lpn) {
  Attack best{"algebraic, with guesses (Briaud-Oeygarden, AGB 2.0)", 1e9, ""};
  for (int percent = 100; percent >= 70; percent -= 2) {
    for (std::size_t degree = 2; degree <= kMostDegree; ++degree) {
      try_algebraic(lpn, percent / 100.0, degree, best);
    }
  }
  return best;
}

// Sums of rows that cancel the secret, by elimination inside a set of columns. Over bits half of
// the rows are in such a sum, over a field nearly all. A sum is zero by chance once in
// 2^field_bits.
inline Attack statistical(const Lpn& lpn, double rows) {
  const auto weight = lpn.binary() || !lpn.entries_of_field ? rows / 2 : rows;
  const auto loss = (lpn.binary() ? 2 : 1) * weight / lpn.rows();
  const auto bias = -lpn.blocks * std::log2(1 - loss);
  return {"statistical decoding", std::max(bias, 2 * bias - lpn.field_bits + 1),
          "sums of " + number(weight) + " rows, of a bias of 2^-" + number(bias)};
}

}  // namespace detail

// The attacks on an instance, each with a lower bound of its work.
[[nodiscard]] inline std::vector<Attack> attacks(const Lpn& lpn) {
  using namespace detail;
  std::vector<Attack> out;
  const auto all = lpn.columns - (lpn.binary() ? lpn.blocks : 0);
  out.push_back(best_information_set(lpn, "pooled Gauss, all columns", all, 2 * std::log2(all)));
  const auto found = random_set(lpn) * lpn.columns;
  out.push_back(best_information_set(lpn, "rows inside a random set of columns, Wiedemann", found,
                                     2 * std::log2(found) + std::log2(lpn.ones)));
  out.push_back(best_information_set(lpn, "the same, a system solved by reading it", found,
                                     std::log2(found * lpn.ones)));
  const auto least = existing_set(lpn) * lpn.columns;
  out.push_back(best_information_set(lpn, "rows inside the best set that exists, the same", least,
                                     std::log2(least * lpn.ones)));
  out.push_back(statistical(lpn, least));
  out.push_back(algebraic(lpn));
  return out;
}

[[nodiscard]] inline double security(const Lpn& lpn) {
  double least = 1e9;
  for (const auto& attack : attacks(lpn)) least = std::min(least, attack.bits);
  return least;
}

}  // namespace privet::estimate
