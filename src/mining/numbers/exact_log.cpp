// SPDX-License-Identifier: Apache-2.0
#include "mining/numbers/exact_log.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mining/numbers/wide_sum.h"

namespace privet::mining {
namespace {

// ln n by n = 2^m x with x near 1 and ln x = 2 artanh((x - 1) / (x + 1)).
WideSum wide_log(std::uint64_t n) {
  const auto value = static_cast<double>(n);
  int power = std::ilogb(value);
  double x = std::ldexp(value, -power);
  if (x > std::numbers::sqrt2) {
    x *= 0.5;
    ++power;
  }
  const WideSum z = wide_quotient(WideSum(x - 1.0), wide_add(WideSum(x), 1.0));
  const WideSum square = wide_product(z, z);
  constexpr int kTerms = 24;  // |z| < 0.172, so the next term is below 2^-125
  WideSum series(0.0);
  for (int k = kTerms; k >= 0; --k) {
    series = wide_product(series, square);
    series = wide_add(series, wide_quotient(WideSum(1.0), WideSum(2.0 * k + 1.0)));
  }
  const WideSum ln2(0.6931471805599453, 2.3190468138462996e-17);
  const WideSum head = wide_product(ln2, WideSum(static_cast<double>(power)));
  const WideSum tail = wide_product(wide_product(series, z), WideSum(2.0));
  return wide_add(head, tail);
}

// Adds up the weights of equal n and drops what cancels.
template <class Term>
void merge(std::vector<Term>& terms) {
  std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.n < b.n; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size();) {
    Term sum{terms[i].n, 0};
    for (; i < terms.size() && terms[i].n == sum.n; ++i) sum.weight += terms[i].weight;
    if (sum.weight != 0) terms[kept++] = sum;
  }
  terms.resize(kept);
}

std::vector<LogTerm> factored(std::span<const LogTerm> terms) {
  std::vector<LogTerm> out;
  for (const auto& term : terms) {
    std::uint64_t rest = term.n;
    for (std::uint64_t p = 2; p * p <= rest; p += p == 2 ? 1 : 2) {
      std::int64_t power = 0;
      for (; rest % p == 0; rest /= p) ++power;
      if (power > 0) out.push_back({p, power * term.weight});
    }
    if (rest > 1) out.push_back({rest, term.weight});
  }
  merge(out);
  return out;
}

}  // namespace

int sign_of_log_sum(std::vector<LogTerm>& terms) {
  merge(terms);
  if (terms.empty()) return 0;
  const auto primes = factored(terms);
  if (primes.empty()) return 0;
  WideSum sum(0.0);
  for (const auto& [prime, weight] : primes) {
    sum = wide_add(sum, wide_product(wide_log(prime), WideSum(static_cast<double>(weight))));
  }
  return sum.value() > 0 ? 1 : -1;
}

int sign_of_fraction_sum(std::vector<Fraction>& terms) {
  merge(terms);
  WideSum sum(0.0);
  double size = 0;
  for (const auto& [n, weight] : terms) {
    const auto w = static_cast<double>(weight);
    const auto d = static_cast<double>(n);
    sum = wide_add(sum, wide_quotient(WideSum(w), WideSum(d)));
    size = std::max(size, std::abs(w / d));
  }
  constexpr double kRounding = 0x1p-98;
  if (std::abs(sum.value()) <= kRounding * size * static_cast<double>(terms.size() + 1)) return 0;
  return sum.value() > 0 ? 1 : -1;
}

EntropyTable::EntropyTable(std::size_t limit) : values_(limit + 1) {
  const auto most = static_cast<double>(std::max<std::size_t>(limit, 2));
  const int shift = 59 - std::ilogb(most * std::log(most));
  const long double unit = std::ldexp(1.0L, shift);
  for (std::size_t n = 2; n <= limit; ++n) {
    const auto x = static_cast<long double>(n);
    values_[n] = std::llround(x * std::log(x) * unit);
  }
  bit_ = static_cast<double>(unit * std::numbers::ln2_v<long double>);
}

}  // namespace privet::mining
