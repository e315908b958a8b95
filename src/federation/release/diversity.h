// SPDX-License-Identifier: Apache-2.0
// Whether shared histograms of a sensitive column are diverse, for many groups of records at once.
// Reference: Machanavajjhala et al., "l-diversity: privacy beyond k-anonymity" (2007); the plain
// models are privacy/l_distinct.h, l_entropy.h and l_recursive.h.
// Idea: distinct counts the values that occur. Entropy times the group's size is n ln n less the
// sum of c ln c, compared with n ln l. Recursive ranks the values of a group by comparing every
// two, and adds up those of the first ranks; C is a whole number of thousandths. Precision: n ln n
// is off by at most n 2^-24, so that entropies are compared to a millionth: kEntropySlack of l
// counts as l, here and in the plain comparison. Cost for v values and a group: distinct v
// comparisons; entropy v + 1 logarithms; recursive v (v + 3) / 2 comparisons and 2 v products.
// Adversary, security: as the arithmetic's. Discloses: nothing. Threads: one at a time.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "federation/release/lanes.h"

namespace privet::federation {

inline constexpr double kEntropySlack = 1 - 1e-6;
inline constexpr std::uint64_t kRecursiveUnit = 1000;

struct Diversity {
  std::size_t distinct = 0;           // at least this many values; 0: any
  double entropy = 0;                 // as uncertain as this many equal ones; 0: any
  std::size_t recursive = 0;          // the L of (C,L); 0: any
  std::uint64_t recursive_times = 0;  // ... and its C, in thousandths

  [[nodiscard]] bool any() const { return distinct > 0 || entropy > 0 || recursive > 0; }
  // No smaller group can satisfy it.
  [[nodiscard]] std::size_t smallest() const {
    return std::max(
        {std::size_t{1}, distinct, recursive, static_cast<std::size_t>(std::ceil(entropy - 1e-9))});
  }
};

namespace detail {

template <protocol::SharedArithmetic A>
typename A::Numbers total(const std::vector<typename A::Numbers>& counts) {
  auto out = counts.front();
  for (std::size_t v = 1; v < counts.size(); ++v) out = out + counts[v];
  return out;
}

// Numbers that are below zero where the group is not diverse.
template <protocol::SharedArithmetic A>
typename A::Numbers distinct_margin(A& a, const std::vector<typename A::Numbers>& counts,
                                    std::size_t least, unsigned bits) {
  const auto groups = counts.front().size();
  std::vector<typename A::Numbers> blocks;
  for (const auto& count : counts) blocks.push_back(a.constant(0, groups) - count);
  const auto occur = signs(a, std::move(blocks), bits);
  auto out = a.constant(0 - std::uint64_t{least}, groups);
  for (const auto& one : as_numbers<A>(a, occur, groups)) out = out + one;
  return out;
}

inline constexpr unsigned kEntropyFraction = 24;

template <protocol::SharedArithmetic A>
typename A::Numbers entropy_margin(A& a, const std::vector<typename A::Numbers>& counts, double l,
                                   unsigned bits) {
  const auto groups = counts.front().size();
  typename A::Numbers all;
  for (const auto& count : counts) A::append(all, count);
  const auto size = total<A>(counts);
  A::append(all, size);
  const auto terms = protocol::x_ln_x(a, all, {std::max(2U, bits), kEntropyFraction});
  const auto wanted = std::log(l * kEntropySlack) * std::ldexp(1.0, int{kEntropyFraction});
  auto out = A::slice(terms, counts.size() * groups, groups) -
             size * static_cast<std::uint64_t>(std::llround(wanted));
  for (std::size_t v = 0; v < counts.size(); ++v) {
    out = out - A::slice(terms, v * groups, groups);
  }
  return out;
}

// Of each value how many are more frequent, or as frequent and before it.
template <protocol::SharedArithmetic A>
std::vector<typename A::Numbers> ranks_of(A& a, const std::vector<typename A::Numbers>& counts,
                                          unsigned bits) {
  const auto groups = counts.front().size();
  std::vector<typename A::Numbers> blocks;
  for (std::size_t u = 0; u < counts.size(); ++u) {
    for (std::size_t v = u + 1; v < counts.size(); ++v) blocks.push_back(counts[u] - counts[v]);
  }
  std::vector<typename A::Numbers> out(counts.size(), a.constant(0, groups));
  if (blocks.empty()) return out;
  const auto less = as_numbers<A>(a, signs(a, std::move(blocks), bits), groups);
  std::size_t pair = 0;
  for (std::size_t u = 0; u < counts.size(); ++u) {
    for (std::size_t v = u + 1; v < counts.size(); ++v) {
      out[u] = out[u] + less[pair];
      out[v] = out[v] + (a.constant(1, groups) - less[pair++]);
    }
  }
  return out;
}

// Below zero where r1 is NOT less than C times the rest: C rest - 1000 r1 - 1.
template <protocol::SharedArithmetic A>
typename A::Numbers recursive_margin(A& a, const std::vector<typename A::Numbers>& counts,
                                     const Diversity& wanted, unsigned bits) {
  const auto groups = counts.front().size();
  const auto values = counts.size();
  const auto ranks = ranks_of<A>(a, counts, bits);
  std::vector<typename A::Numbers> blocks;
  for (const auto& rank : ranks) blocks.push_back(rank - a.constant(1, groups));
  for (const auto& rank : ranks) blocks.push_back(rank - a.constant(wanted.recursive - 1, groups));
  const auto rank_bits = static_cast<unsigned>(std::bit_width(values + wanted.recursive)) + 1;
  const auto flags = as_numbers<A>(a, signs(a, std::move(blocks), rank_bits), groups);
  typename A::Numbers chosen;
  typename A::Numbers of;
  for (std::size_t f = 0; f < flags.size(); ++f) {
    A::append(chosen, flags[f]);
    A::append(of, counts[f % values]);
  }
  const auto products = a.multiply(chosen, of);
  auto most = a.constant(0, groups);
  auto rest = total<A>(counts);
  for (std::size_t v = 0; v < values; ++v) {
    most = most + A::slice(products, v * groups, groups);
    rest = rest - A::slice(products, (values + v) * groups, groups);
  }
  return rest * wanted.recursive_times - most * kRecursiveUnit - a.constant(1, groups);
}

}  // namespace detail

// counts[v]: how many records of each group have value v; numbers below 2^bits with a sign, of
// groups that fill whole wires. A bit for each group.
template <protocol::SharedArithmetic A>
[[nodiscard]] circuit::Word<typename A::Bits> diverse(
    A& a, const std::vector<typename A::Numbers>& counts, const Diversity& wanted, unsigned bits) {
  const auto groups = counts.front().size();
  std::vector<typename A::Numbers> margins;
  if (wanted.distinct > 0) {
    margins.push_back(detail::distinct_margin<A>(a, counts, wanted.distinct, bits));
  }
  if (wanted.entropy > 0) {
    margins.push_back(detail::entropy_margin<A>(a, counts, wanted.entropy, bits));
    margins.push_back(detail::total<A>(counts) - a.constant(1, groups));
  }
  if (wanted.recursive > 0) {
    margins.push_back(detail::recursive_margin<A>(a, counts, wanted, bits));
  }
  const auto widest = std::max<unsigned>(
      {bits, static_cast<unsigned>(std::bit_width(counts.size() + wanted.distinct)) + 1,
       wanted.entropy > 0 ? bits + detail::kEntropyFraction + 6 : 0,
       wanted.recursive > 0 ? bits +
                                  static_cast<unsigned>(std::bit_width(
                                      std::max(wanted.recursive_times, kRecursiveUnit))) +
                                  1
                            : 0});
  PRIVET_CHECK(widest <= 64);
  const auto negative = signs(a, std::move(margins), widest);
  auto out = circuit::negation(a.bits(), negative.front());
  for (std::size_t m = 1; m < negative.size(); ++m) {
    out = circuit::conjunction(a.bits(), out, circuit::negation(a.bits(), negative[m]));
  }
  return out;
}

}  // namespace privet::federation
