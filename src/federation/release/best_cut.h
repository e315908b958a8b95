// SPDX-License-Identifier: Apache-2.0
// The best allowed cut of every part of a level, found on shared numbers: which one it is becomes
// known, and of the others nothing.
// Reference: Jurczyk and Xiong, "Distributed anonymization" (Emory TR-2009-013), section 4.2, whose
// medians and counts of refused cuts are opened; LeFevre et al. (2006). Idea: every trial has two
// or three cuts at its median's block (cut_trials.h). Those are allowed whose halves satisfy all
// models. By range alone the order of attributes is public, so the first allowed one is found by
// bits; of one attribute the best balanced counts. Cost: a dozen comparisons for each part and
// attribute, and those of the models. Adversary, security: those of the arithmetic. Discloses:
// nothing; the oracle tells the result. Threads: one at a time.
#pragma once

#include "federation/release/median_blocks.h"
#include "federation/release/union_models.h"

namespace privet::federation {

namespace detail {

template <class Bits>
circuit::Word<Bits> either(Bits& bits, const circuit::Word<Bits>& x, const circuit::Word<Bits>& y) {
  const auto both = circuit::conjunction(bits, x, y);
  return circuit::exclusive_or(bits, circuit::exclusive_or(bits, x, y), both);
}

// Words of one shape through one layer of AND.
template <class Bits>
std::vector<circuit::Word<Bits>> conjunctions(Bits& bits, const std::vector<circuit::Word<Bits>>& x,
                                              const std::vector<circuit::Word<Bits>>& y) {
  const auto all =
      circuit::conjunction(bits, circuit::side_by_side<Bits>(x), circuit::side_by_side<Bits>(y));
  std::vector<circuit::Word<Bits>> out;
  const auto lanes = x.front().lanes();
  for (std::size_t i = 0; i < x.size(); ++i) out.push_back(wires_of(all, i * lanes, lanes));
  return out;
}

template <class Bits>
circuit::Word<Bits> all_of_words(Bits& bits, std::vector<circuit::Word<Bits>> words) {
  while (words.size() > 1) {
    const auto half = words.size() / 2;
    const std::vector<circuit::Word<Bits>> left(words.begin(),
                                                words.begin() + static_cast<std::ptrdiff_t>(half));
    const std::vector<circuit::Word<Bits>> right(
        words.begin() + static_cast<std::ptrdiff_t>(half),
        words.begin() + static_cast<std::ptrdiff_t>(2 * half));
    auto joined = conjunctions(bits, left, right);
    if (words.size() % 2 == 1) joined.push_back(words.back());
    words = std::move(joined);
  }
  return std::move(words.front());
}

// words[i]: whether any of words 0 to i has a 1; in log2 layers.
template <class Bits>
void prefix_or(Bits& bits, std::vector<circuit::Word<Bits>>& words) {
  for (std::size_t step = 1; step < words.size(); step *= 2) {
    const std::vector<circuit::Word<Bits>> upper(words.begin() + static_cast<std::ptrdiff_t>(step),
                                                 words.end());
    const std::vector<circuit::Word<Bits>> lower(words.begin(),
                                                 words.end() - static_cast<std::ptrdiff_t>(step));
    const auto both = conjunctions(bits, upper, lower);
    for (std::size_t i = 0; i < both.size(); ++i) {
      words[step + i] =
          circuit::exclusive_or(bits, circuit::exclusive_or(bits, upper[i], lower[i]), both[i]);
    }
  }
}

}  // namespace detail

// What is known of the cuts at the median's blocks, a bit for each slot.
template <protocol::SharedArithmetic A>
struct JudgedCuts {
  using Word = circuit::Word<typename A::Bits>;
  std::vector<Word> large;    // by kind: both halves have enough records
  std::vector<Word> allowed;  // ... and satisfy all models
  std::vector<Word> showing;  // a half shows another group of a hierarchy; empty without any
  // Whether a cut is better balanced: before than behind the block, alone than behind, and alone
  // than before.
  Word before_behind;
  Word alone_behind;
  Word alone_before;
};

namespace detail {

// How many records go left with each kind of cut.
template <protocol::SharedArithmetic A>
std::vector<typename A::Numbers> lefts_of(const typename A::Numbers& before,
                                          const typename A::Numbers& inside, std::size_t kinds) {
  std::vector<typename A::Numbers> out{before, before + inside};
  if (kinds == 3) out.push_back(inside);
  return out;
}

// Numbers below zero where a half is too small, has too few sites, and so on: see judge().
template <protocol::SharedArithmetic A>
std::vector<typename A::Numbers> margins_of(A& a, const CutTrials& trials,
                                            const MedianBlocks<A>& blocks,
                                            const std::vector<typename A::Numbers>& lefts,
                                            const typename A::Numbers& size, std::size_t smallest) {
  std::vector<typename A::Numbers> out;
  const auto least = a.constant(smallest, blocks.slots());
  for (const auto& left : lefts) {
    out.push_back(left - least);
    out.push_back(size - least - left);
  }
  if (trials.hierarchies()) {
    // Without a hierarchy no block is cut out of the middle.
    out[4] = out[4] - blocks.known([&](const CutTrial& trial) -> std::uint64_t {
      return trial.starts.empty() ? trials.size(trial.part) + 1 : 0;
    });
  }
  out.push_back(size - lefts[0] - lefts[1]);
  if (!trials.hierarchies()) return out;
  out.push_back(a.constant(0, blocks.slots()) - lefts[0]);
  out.push_back(size - lefts[2] - lefts[1]);
  out.push_back(lefts[1] - size);
  out.push_back(lefts[0] - lefts[2]);
  for (const auto& shows : blocks.showing()) out.push_back(a.constant(0, blocks.slots()) - shows);
  return out;
}

// By kind and side, of each sensitive value the records on that side: all sides side by side.
template <protocol::SharedArithmetic A>
std::vector<typename A::Numbers> histograms_of(const CutTrials& trials,
                                               const MedianBlocks<A>& blocks,
                                               const LaneRows& rows) {
  std::vector<typename A::Numbers> out;
  for (std::size_t v = 0; v < rows.values; ++v) {
    auto& all = out.emplace_back();
    for (const auto& left : lefts_of<A>(blocks.row(rows.value_before(v)),
                                        blocks.row(rows.value_inside(v)), trials.kinds())) {
      A::append(all, left);
      A::append(all, blocks.total(v) - left);
    }
  }
  return out;
}

}  // namespace detail

// Records of each part that lie before the median's block, and all of them.
template <protocol::SharedArithmetic A>
struct SlotCounts {
  typename A::Numbers before;
  typename A::Numbers size;
};

template <protocol::SharedArithmetic A>
[[nodiscard]] SlotCounts<A> slot_counts(const CutTrials& trials, const MedianBlocks<A>& blocks) {
  const auto rank =
      blocks.known([&](const CutTrial& trial) { return trials.median_rank(trial.part); });
  return {blocks.row(LaneRows::kBefore) + rank,
          blocks.known([&](const CutTrial& trial) { return trials.size(trial.part); })};
}

template <protocol::SharedArithmetic A>
[[nodiscard]] JudgedCuts<A> judge(A& a, const CutTrials& trials, const MedianBlocks<A>& blocks,
                                  const LaneRows& rows, std::size_t smallest,
                                  const UnionModels& models) {
  const auto counts = slot_counts(trials, blocks);
  const auto lefts =
      detail::lefts_of<A>(counts.before, blocks.row(LaneRows::kInside), trials.kinds());
  auto margins = detail::margins_of(a, trials, blocks, lefts, counts.size, smallest);
  const auto known = margins.size();
  if (rows.sites) {
    const auto least = a.constant(models.sites, blocks.slots());
    for (std::size_t side = 0; side < rows.sides; ++side) {
      margins.push_back(blocks.row(rows.site_side(side)) - least);
    }
  }
  const auto below = signs(a, std::move(margins), trials.count_bits());
  auto& bits = a.bits();
  typename JudgedCuts<A>::Word diverse_sides;
  if (rows.values > 0) {
    diverse_sides = diverse(a, detail::histograms_of(trials, blocks, rows), models.diversity,
                            trials.count_bits());
  }
  JudgedCuts<A> out;
  for (std::size_t kind = 0; kind < trials.kinds(); ++kind) {
    std::vector<typename JudgedCuts<A>::Word> holds;
    for (std::size_t side = 2 * kind; side < 2 * kind + 2; ++side) {
      holds.push_back(circuit::negation(bits, below[side]));
    }
    out.large.push_back(circuit::conjunction(bits, holds[0], holds[1]));
    holds = {out.large.back()};
    for (std::size_t side = 2 * kind; side < 2 * kind + 2; ++side) {
      if (rows.sites) holds.push_back(circuit::negation(bits, below[known + side]));
      if (rows.values > 0) {
        const auto wires = below[0].lanes();
        holds.push_back(wires_of(diverse_sides, side * wires, wires));
      }
    }
    out.allowed.push_back(detail::all_of_words(bits, std::move(holds)));
  }
  const auto at = 2 * trials.kinds();
  out.before_behind = below[at];
  if (!trials.hierarchies()) return out;
  // (z - y)(z + y - n) < 0 says that z of n is better balanced than y.
  out.alone_behind = circuit::conjunction(bits, below[at + 1], below[at + 2]);
  out.alone_before = circuit::conjunction(bits, below[at + 3], below[at + 4]);
  out.showing = {below[at + 5], below[at + 6],
                 circuit::constant(bits, 1, 1, out.before_behind.lanes())};
  return out;
}

namespace detail {

// Of one attribute the best balanced allowed cut; of equal ones behind, before, alone.
template <protocol::SharedArithmetic A>
std::vector<circuit::Word<typename A::Bits>> best_balanced(
    A& a, const JudgedCuts<A>& judged, const std::vector<circuit::Word<typename A::Bits>>& of) {
  auto& bits = a.bits();
  const auto no = [&](const auto& word) { return circuit::negation(bits, word); };
  // Where `other` is there and better.
  const auto unless = [&](const auto& other, const auto& better) {
    return no(circuit::conjunction(bits, other, better));
  };
  std::vector<circuit::Word<typename A::Bits>> before{of[0],
                                                      unless(of[1], no(judged.before_behind))};
  std::vector<circuit::Word<typename A::Bits>> behind{of[1], unless(of[0], judged.before_behind)};
  if (of.size() == 2) {
    return {all_of_words(bits, std::move(before)), all_of_words(bits, std::move(behind))};
  }
  before.push_back(unless(of[2], judged.alone_before));
  behind.push_back(unless(of[2], judged.alone_behind));
  std::vector<circuit::Word<typename A::Bits>> alone{of[2], unless(of[1], no(judged.alone_behind)),
                                                     unless(of[0], no(judged.alone_before))};
  return {all_of_words(bits, std::move(before)), all_of_words(bits, std::move(behind)),
          all_of_words(bits, std::move(alone))};
}

}  // namespace detail

// Place, kind and rank plus one of each part's first allowed cut, attribute by attribute; cuts that
// show more before all others.
template <protocol::SharedArithmetic A>
[[nodiscard]] circuit::Word<typename A::Bits> first_allowed(A& a, const CutTrials& trials,
                                                            const MedianBlocks<A>& blocks,
                                                            const JudgedCuts<A>& judged) {
  using Word = circuit::Word<typename A::Bits>;
  auto& bits = a.bits();
  const auto ranks = trials.ranks();
  const auto wires = judged.before_behind.lanes() / ranks;
  std::vector<std::vector<Word>> passes{judged.allowed};
  if (trials.hierarchies()) {
    auto showing = detail::conjunctions(bits, judged.allowed, judged.showing);
    std::vector<Word> others;
    for (std::size_t k = 0; k < showing.size(); ++k) {
      others.push_back(circuit::exclusive_or(bits, judged.allowed[k], showing[k]));
    }
    passes = {std::move(showing), std::move(others)};
  }
  std::vector<std::vector<Word>> wins;  // by pass and rank, then kind
  std::vector<Word> any;
  for (const auto& pass : passes) {
    const auto best = detail::best_balanced(a, judged, pass);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      auto& here = wins.emplace_back();
      Word one(1, wires, bits.constant(false));
      for (const auto& kind : best) {
        here.push_back(wires_of(kind, rank * wires, wires));
        one = circuit::exclusive_or(bits, one, here.back());
      }
      any.push_back(std::move(one));
    }
  }
  detail::prefix_or(bits, any);
  std::vector<Word> won;
  std::vector<Word> free;
  for (std::size_t i = 0; i < wins.size(); ++i) {
    for (const auto& kind : wins[i]) {
      won.push_back(kind);
      free.push_back(i == 0 ? circuit::constant(bits, 1, 1, wires)
                            : circuit::negation(bits, any[i - 1]));
    }
  }
  won = detail::conjunctions(bits, won, free);
  // What of them is told: the bits of kind and rank are sums over the winners.
  Word told(trials.told_bits(), wires, bits.constant(false));
  std::vector<Word> winner(ranks, Word(1, wires, bits.constant(false)));
  const auto add = [&](std::size_t bit, const Word& word) {
    circuit::xor_rows(bits, told.bit(bit), word.bit(0), told.bit(bit));
  };
  const auto kinds = trials.kinds();
  for (std::size_t i = 0; i < won.size(); ++i) {
    const auto kind = i % kinds;
    const auto rank = i / kinds % ranks;
    winner[rank] = circuit::exclusive_or(bits, winner[rank], won[i]);
    for (unsigned b = 0; b < CutTrials::kKindBits; ++b) {
      if ((kind >> b & 1U) != 0) add(trials.place_bits() + b, won[i]);
    }
    for (unsigned b = 0; b < trials.rank_bits(); ++b) {
      if (((rank + 1) >> b & 1U) != 0) add(trials.place_bits() + CutTrials::kKindBits + b, won[i]);
    }
  }
  const auto places = protocol::to_bits(a, blocks.place(), trials.place_bits());
  std::vector<Word> chooser;
  std::vector<Word> place;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    for (unsigned b = 0; b < trials.place_bits(); ++b) {
      chooser.push_back(winner[rank]);
      place.push_back(wires_of(places.slice(b, 1), rank * wires, wires));
    }
  }
  const auto chosen = detail::conjunctions(bits, chooser, place);
  for (std::size_t i = 0; i < chosen.size(); ++i) add(i % trials.place_bits(), chosen[i]);
  return told;
}

}  // namespace privet::federation
