// SPDX-License-Identifier: Apache-2.0
#include "mining/numbers/exact_log.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/error.h"
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

// Replaces numbers by factors of which no two have a common divisor; each stays a product of them.
// Two that share g = gcd become n / g, m / g and g, whose product is smaller, so this ends.
std::vector<std::uint64_t> coprime_base(std::span<const LogTerm> terms) {
  std::vector<std::uint64_t> base;
  std::vector<std::uint64_t> waiting;
  for (const auto& term : terms) waiting.push_back(term.n);
  while (!waiting.empty()) {
    std::uint64_t n = waiting.back();
    waiting.pop_back();
    for (std::size_t i = 0; n > 1 && i < base.size();) {
      const std::uint64_t g = std::gcd(n, base[i]);
      if (g == 1) {
        ++i;
        continue;
      }
      n /= g;
      const std::uint64_t other = base[i] / g;
      base[i] = base.back();
      base.pop_back();
      if (other > 1) waiting.push_back(other);
      waiting.push_back(g);
      i = 0;
    }
    if (n > 1) base.push_back(n);
  }
  return base;
}

__extension__ using Wide = __int128;

// Is the sum of the terms zero?
bool cancels(std::span<const LogTerm> terms) {
  const auto base = coprime_base(terms);
  return std::all_of(base.begin(), base.end(), [&](std::uint64_t factor) {
    Wide sum = 0;
    for (const auto& term : terms) {
      int power = 0;
      for (std::uint64_t rest = term.n; rest % factor == 0; rest /= factor) ++power;
      sum += static_cast<Wide>(term.weight) * power;
    }
    return sum == 0;
  });
}

}  // namespace

int sign_of_log_sum(std::vector<LogTerm>& terms) {
  merge(terms);
  if (terms.empty()) return 0;
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 24U;  // trial division would take long
  const bool large = terms.back().n > kLarge;
  if (large && cancels(terms)) return 0;
  const auto primes = large ? terms : factored(terms);
  if (primes.empty()) return 0;
  WideSum sum(0.0);
  for (const auto& [prime, weight] : primes) {
    sum = wide_add(sum, wide_product(wide_log(prime), WideSum(static_cast<double>(weight))));
  }
  return sum.value() > 0 ? 1 : -1;
}

std::uint64_t log_sum_units(std::vector<LogTerm>& terms, unsigned shift) {
  merge(terms);
  Wide sum = 0;
  for (const auto& [prime, weight] : factored(terms)) {
    const WideSum log = wide_log(prime);  // below 38
    const auto high = static_cast<Wide>(std::ldexp(log.high(), 64));
    const auto low = static_cast<Wide>(std::llround(std::ldexp(log.low(), 64)));
    sum += (high + low) * weight;
  }
  if (sum <= 0) return 0;
  const Wide out = sum >> shift;
  PRIVET_CHECK(out >> 63 == 0);
  return static_cast<std::uint64_t>(out);
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

namespace {

// 2^shift, so that n ln n stays below 2^60 up to the limit.
long double entropy_unit(std::uint64_t limit) {
  const auto most = static_cast<double>(std::max<std::uint64_t>(limit, 2));
  return std::ldexp(1.0L, 59 - std::ilogb(most * std::log(most)));
}

constexpr std::uint64_t kKeptEntropies = std::uint64_t{1} << 17U;  // a megabyte

std::int64_t entropy_of(std::uint64_t n, long double unit) {
  const auto x = static_cast<long double>(n);
  return n < 2 ? 0 : std::llrint(x * std::log(x) * unit);
}

}  // namespace

EntropyTable::EntropyTable(std::size_t limit) : values_(limit + 1) {
  const long double unit = entropy_unit(limit);
  for (std::size_t n = 2; n <= limit; ++n) values_[n] = entropy_of(n, unit);
  bit_ = static_cast<double>(unit * std::numbers::ln2_v<long double>);
}

EntropyFunction::EntropyFunction(std::uint64_t limit)
    : kept_(std::min(limit, kKeptEntropies) + 1),
      unit_(entropy_unit(limit)),
      rough_unit_(static_cast<double>(unit_)) {
  bit_ = static_cast<double>(unit_ * std::numbers::ln2_v<long double>);
}

std::int64_t EntropyFunction::computed(std::uint64_t n) const {
  return entropy_of(n, unit_);
}

}  // namespace privet::mining
