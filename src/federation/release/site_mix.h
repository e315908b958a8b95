// SPDX-License-Identifier: Apache-2.0
// The cut of every part with the best score of range and of how evenly its halves mix the sites,
// found on shared numbers.
// Reference: Jurczyk and Xiong, "Distributed anonymization" (Emory TR-2009-013), formulas (2) and
// (3); there medians, entropies and numbers of sites of all tried cuts become known (theorem 2),
// here none of them does.
// Idea: the entropy of the sites in a half of n records is ln n - (sum of c ln c) / n over the
// sites' counts c. Every site knows its own c of every block and so its own c ln c; the sums are
// picked out at the median's block as counts are. ln n comes from a circuit, 1 / n from a table
// with slopes. Formula (3) is multiplied by the largest entropy, so that nothing is divided by it.
// Precision: entropies are rounded to 1/256, scores to whole numbers; the plain search does the
// same (CutScore::in_units), so that equal scores are equal. Off by about 2^-16 before rounding.
// Cost for each part and attribute: four to six logarithms and reciprocals, each some thousand
// gates. Adversary, security: as the arithmetic's. Discloses: nothing. Threads: one at a time.
#pragma once

#include <cmath>

#include "federation/release/best_cut.h"

namespace privet::federation {

inline constexpr unsigned kMixFraction = 16;  // of c ln c
[[nodiscard]] inline std::uint64_t mix_units(std::uint64_t count) {
  if (count < 2) return 0;
  const auto c = static_cast<double>(count);
  return static_cast<std::uint64_t>(std::llround(c * std::log(c) * (1U << kMixFraction)));
}

namespace detail {

inline constexpr unsigned kReciprocalBits = 20;
inline constexpr unsigned kReciprocalTable = 10;

// Of 1 + e, by the highest bits of e: 2^20 / (1 + e), and below it by how much it falls until the
// next entry.
inline std::vector<std::uint64_t> reciprocal_table(unsigned index_bits, unsigned slope_bits) {
  const auto entries = std::size_t{1} << index_bits;
  const auto value = [&](std::size_t i) {
    const double x = 1.0 + static_cast<double>(i) / static_cast<double>(entries);
    return static_cast<std::uint64_t>(std::llround(std::ldexp(1.0, int{kReciprocalBits}) / x));
  };
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < entries; ++i) {
    out.push_back(value(i) << slope_bits | (value(i) - value(i + 1)));
  }
  return out;
}

// 2^20 / m for the mantissa m in [1,2), and the power of two that shifts x up to it.
template <class C>
struct Reciprocal {
  circuit::Word<C> inverse;
  circuit::Word<C> power;
};

template <class C>
Reciprocal<C> reciprocal(C& context, const circuit::Word<C>& x) {
  const auto bits = static_cast<unsigned>(x.bits());
  const auto [mantissa, shift] = circuit::normalize(context, x);
  std::vector<std::uint64_t> powers(std::size_t{1} << shift.bits());
  for (unsigned s = 0; s < bits; ++s) powers[s] = std::uint64_t{1} << s;
  auto power = circuit::look_up(context, shift, powers, bits);
  const auto index = std::min(kReciprocalTable, bits - 1);
  const auto rest = bits - 1 - index;
  const auto slope_bits = kReciprocalBits - index + 1;
  const auto entry =
      circuit::look_up(context, mantissa.slice(rest, index), reciprocal_table(index, slope_bits),
                       kReciprocalBits + 1 + slope_bits);
  auto inverse = entry.slice(slope_bits, kReciprocalBits + 1);
  if (rest > 0) {
    const auto falls =
        circuit::multiply(context, entry.slice(0, slope_bits), mantissa.slice(0, rest));
    inverse = circuit::subtract(
        context, inverse,
        circuit::resized(context, falls.slice(rest, slope_bits), kReciprocalBits + 1));
  }
  return {std::move(inverse), std::move(power)};
}

// Entropies of all sides, in units of 2^-scale() of what each of them says.
struct EntropyScale {
  unsigned bits;  // of a number of records, unsigned
  // Of the quotient's unit: c ln c, the mantissa and the table.
  [[nodiscard]] unsigned shift() const { return bits - 1 + kReciprocalBits; }
  [[nodiscard]] unsigned fraction() const { return kMixFraction + shift(); }
};
inline constexpr unsigned kLogarithmFraction = 20;

template <protocol::SharedArithmetic A>
typename A::Numbers entropies_of(A& a, const typename A::Numbers& sizes,
                                 const typename A::Numbers& sums, const EntropyScale& scale) {
  using Numbers = typename A::Numbers;
  const auto logarithms =
      protocol::logarithm(a, sizes, {std::max(2U, scale.bits), kLogarithmFraction});
  Numbers inverses;
  Numbers powers;
  const auto at_once = A::kAtOnce / 4;
  for (std::size_t at = 0; at < sizes.size(); at += at_once) {
    const auto count = std::min<std::size_t>(at_once, sizes.size() - at);
    const auto parts =
        reciprocal(a.bits(), protocol::to_bits(a, A::slice(sizes, at, count), scale.bits));
    A::append(inverses, from_bits(a, parts.inverse, count));
    A::append(powers, from_bits(a, parts.power, count));
  }
  const auto raised = a.multiply(sums, powers);
  const auto quotients = a.multiply(raised, inverses);
  return logarithms * (std::uint64_t{1} << (scale.fraction() - kLogarithmFraction)) - quotients;
}

// Whole numbers, rounded: x / 2^shift for x from -2^(shift - 1).
template <protocol::SharedArithmetic A>
typename A::Numbers rounded(A& a, const typename A::Numbers& x, unsigned shift) {
  const auto moved = x + a.constant(std::uint64_t{1} << (shift - 1), x.size());
  return protocol::detail::in_pieces<A>(
      x.size(), A::kAtOnce, [&](std::size_t at, std::size_t count) {
        const auto bits = protocol::to_bits(a, A::slice(moved, at, count));
        return from_bits(a, bits.slice(shift, 63 - shift), count);
      });
}

}  // namespace detail

// As first_allowed(), by score.
template <protocol::SharedArithmetic A>
class MixedCuts {
 public:
  using Numbers = typename A::Numbers;
  using Word = circuit::Word<typename A::Bits>;

  MixedCuts(A& a, const CutTrials& trials, const MedianBlocks<A>& blocks,
            const JudgedCuts<A>& judged)
      : a_(a), trials_(trials), blocks_(blocks), judged_(judged), slots_(blocks.slots()) {}

  [[nodiscard]] Word best(const LaneRows& rows, const CutQuestion& question) {
    const auto entropies = entropies_by_kind(rows);
    const auto preferred = preferences();
    const auto share = question.options.score.site;
    const auto by_range = range_weights(question);
    const auto by_site = static_cast<std::uint64_t>(std::llround(share * kMixUnit));
    std::vector<Numbers> candidates;
    const auto passes = trials_.hierarchies() ? std::size_t{2} : std::size_t{1};
    for (std::size_t pass = 0; pass < passes; ++pass) {
      const auto most = largest_entropies(entropies, pass);
      const auto of_range = a_.multiply(by_range, most);
      const auto allowed = in_pass(judged_.allowed, pass);
      for (std::size_t kind = 0; kind < trials_.kinds(); ++kind) {
        const auto score = of_range + entropies[kind] * by_site;
        const auto value = valued(score, preferred[kind], kind, passes - 1 - pass);
        const auto counts = a_.multiply(allowed[kind], value);
        for (std::size_t rank = 0; rank < trials_.ranks(); ++rank) {
          candidates.push_back(of_rank(counts, rank));
        }
      }
    }
    const auto bits = trials_.told_bits() + kPreference + trials_.rank_bits() + kScoreBits + 1;
    PRIVET_CHECK(bits <= 64);
    const auto told = largest(a_, std::move(candidates), bits).slice(0, trials_.told_bits());
    // How many records go left is asked for afterwards.
    return circuit::resized(a_.bits(), told, trials_.told_bits() + trials_.count_bits());
  }

 private:
  static constexpr unsigned kPreference = 2;
  static constexpr unsigned kEntropyBits = 15;  // 2 ln 2^62 in units of 1/256
  static constexpr unsigned kScoreBits = 28;

  [[nodiscard]] std::size_t per_rank() const { return slots_ / trials_.ranks(); }
  [[nodiscard]] Numbers of_rank(const Numbers& numbers, std::size_t rank) const {
    return A::slice(numbers, rank * per_rank(), per_rank());
  }

  // Formula (2) of each kind of cut, rounded.
  [[nodiscard]] std::vector<Numbers> entropies_by_kind(const LaneRows& rows) {
    const auto counts = slot_counts(trials_, blocks_);
    Numbers sizes;
    Numbers sums;
    for (const auto& left :
         detail::lefts_of<A>(counts.before, blocks_.row(LaneRows::kInside), trials_.kinds())) {
      A::append(sizes, left);
      A::append(sizes, counts.size - left);
    }
    for (std::size_t side = 0; side < rows.sides; ++side) {
      A::append(sums, blocks_.row(rows.mix_side(side)));
    }
    const detail::EntropyScale scale{trials_.count_bits() - 2};
    const auto all = detail::entropies_of(a_, sizes, sums, scale);
    Numbers both;
    for (std::size_t kind = 0; kind < trials_.kinds(); ++kind) {
      A::append(both, A::slice(all, 2 * kind * slots_, slots_) +
                          A::slice(all, (2 * kind + 1) * slots_, slots_));
    }
    const auto whole = detail::rounded(a_, both, scale.fraction() - kMixDigits);
    std::vector<Numbers> out;
    for (std::size_t kind = 0; kind < trials_.kinds(); ++kind) {
      out.push_back(A::slice(whole, kind * slots_, slots_));
    }
    return out;
  }

  // Words that count in a pass: cuts that show more, then all others.
  [[nodiscard]] std::vector<Numbers> in_pass(const std::vector<Word>& words, std::size_t pass) {
    auto& bits = a_.bits();
    auto chosen = words;
    if (trials_.hierarchies()) {
      chosen = conjunctions(bits, words, judged_.showing);
      for (std::size_t k = 0; pass == 1 && k < words.size(); ++k) {
        chosen[k] = circuit::exclusive_or(bits, words[k], chosen[k]);
      }
    }
    return as_numbers<A>(a_, chosen, slots_);
  }

  // Of each part, at all its slots.
  [[nodiscard]] Numbers largest_entropies(const std::vector<Numbers>& entropies, std::size_t pass) {
    const auto large = in_pass(judged_.large, pass);
    std::vector<Numbers> candidates;
    for (std::size_t kind = 0; kind < trials_.kinds(); ++kind) {
      const auto counts = a_.multiply(large[kind], entropies[kind]);
      for (std::size_t rank = 0; rank < trials_.ranks(); ++rank) {
        candidates.push_back(of_rank(counts, rank));
      }
    }
    const auto most = from_bits(a_, largest(a_, std::move(candidates), kEntropyBits), per_rank());
    Numbers out;
    for (std::size_t rank = 0; rank < trials_.ranks(); ++rank) A::append(out, most);
    return out;
  }

  [[nodiscard]] Numbers range_weights(const CutQuestion& question) const {
    return blocks_.known([&](const CutTrial& trial) {
      return range_units(question.options.score, spread_share(question, trial));
    });
  }
  [[nodiscard]] static double spread_share(const CutQuestion& question, const CutTrial& trial) {
    const auto prior = [&](std::uint32_t attribute) {
      const auto& extent = question.extents[trial.part * question.orders.size() + attribute];
      return prior_score(question.options.score, attribute,
                         question.orders[attribute].spread(extent));
    };
    return prior(trial.attribute) / prior(question.ranked[trial.part * question.orders.size()]);
  }

  // By kind: how many others of the same attribute it precedes by balance.
  [[nodiscard]] std::vector<Numbers> preferences() {
    std::vector<Word> words{judged_.before_behind};
    if (trials_.hierarchies()) {
      words.push_back(judged_.alone_behind);
      words.push_back(judged_.alone_before);
    }
    const auto better = as_numbers<A>(a_, words, slots_);
    const auto one = a_.constant(1, slots_);
    if (!trials_.hierarchies()) return {better[0], one - better[0]};
    return {better[0] + (one - better[2]), (one - better[0]) + (one - better[1]),
            better[1] + better[2]};
  }

  // Place, kind and rank plus one, and above them what decides: preference, rank, score, pass.
  [[nodiscard]] Numbers valued(const Numbers& score, const Numbers& preferred, std::size_t kind,
                               std::size_t pass) {
    const auto place = trials_.place_bits();
    const auto told = trials_.told_bits();
    const auto above_rank = told + kPreference + trials_.rank_bits();
    const auto known = blocks_.known([&](const CutTrial& trial) {
      return static_cast<std::uint64_t>(kind) << place |
             static_cast<std::uint64_t>(trial.rank + 1) << (place + CutTrials::kKindBits) |
             static_cast<std::uint64_t>(trials_.ranks() - trial.rank) << (told + kPreference) |
             static_cast<std::uint64_t>(pass) << (above_rank + kScoreBits);
    });
    return blocks_.place() + preferred * (std::uint64_t{1} << told) +
           score * (std::uint64_t{1} << above_rank) + known;
  }

  A& a_;
  const CutTrials& trials_;
  const MedianBlocks<A>& blocks_;
  const JudgedCuts<A>& judged_;
  std::size_t slots_;
};

}  // namespace privet::federation
