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
  Word place;               // of the median's block
  std::vector<Word> lefts;  // by kind: how many records go left
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
  const auto compared = margins.size();
  margins.insert(margins.end(), lefts.begin(), lefts.end());
  margins.push_back(blocks.place());
  const auto width = std::max(trials.count_bits(), trials.place_bits());
  const auto words = bits_of(a, std::move(margins), width);
  auto& bits = a.bits();
  using Word = typename JudgedCuts<A>::Word;
  std::vector<Word> below;
  for (std::size_t m = 0; m < compared; ++m) below.push_back(words[m].slice(width - 1, 1));
  JudgedCuts<A> out;
  for (std::size_t kind = 0; kind < trials.kinds(); ++kind) {
    out.lefts.push_back(words[compared + kind].slice(0, trials.count_bits()));
  }
  out.place = words.back().slice(0, trials.place_bits());
  Word diverse_sides;
  if (rows.values > 0) {
    diverse_sides = diverse(a, detail::histograms_of(trials, blocks, rows), models.diversity,
                            trials.count_bits());
  }
  std::vector<std::vector<Word>> large(trials.kinds());
  std::vector<std::vector<Word>> holds(trials.kinds());
  for (std::size_t side = 0; side < 2 * trials.kinds(); ++side) {
    large[side / 2].push_back(circuit::negation(bits, below[side]));
    if (rows.sites) holds[side / 2].push_back(circuit::negation(bits, below[known + side]));
    if (rows.values > 0) {
      const auto wires = below[0].lanes();
      holds[side / 2].push_back(wires_of(diverse_sides, side * wires, wires));
    }
  }
  out.large = all_of_each(bits, std::move(large));
  for (std::size_t kind = 0; kind < trials.kinds(); ++kind) {
    holds[kind].push_back(out.large[kind]);
  }
  out.allowed = all_of_each(bits, std::move(holds));
  const auto at = 2 * trials.kinds();
  out.before_behind = below[at];
  if (!trials.hierarchies()) return out;
  // (z - y)(z + y - n) < 0 says that z of n is better balanced than y.
  const auto better = conjunctions<typename A::Bits>(bits, {below[at + 1], below[at + 3]},
                                                     {below[at + 2], below[at + 4]});
  out.alone_behind = better[0];
  out.alone_before = better[1];
  out.showing = {below[at + 5], below[at + 6],
                 circuit::constant(bits, 1, 1, out.before_behind.lanes())};
  return out;
}

namespace detail {

// Of one attribute the best balanced allowed cut; of equal ones behind, before, alone.
template <protocol::SharedArithmetic A>
std::vector<circuit::Word<typename A::Bits>> best_balanced(
    A& a, const JudgedCuts<A>& judged, const std::vector<circuit::Word<typename A::Bits>>& of) {
  using Word = circuit::Word<typename A::Bits>;
  auto& bits = a.bits();
  const auto no = [&](const Word& word) { return circuit::negation(bits, word); };
  const auto kinds = of.size();
  // beaten(kind, other): whether the other, if it is there, comes first.
  const auto beaten = [&](std::size_t kind, std::size_t other) {
    if (kind + other == 1) return kind == 0 ? no(judged.before_behind) : judged.before_behind;
    const auto& alone = kind + other == 3 ? judged.alone_behind : judged.alone_before;
    return kind == 2 ? no(alone) : alone;
  };
  std::vector<Word> others;
  std::vector<Word> first;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    for (std::size_t other = 0; other < kinds; ++other) {
      if (other == kind) continue;
      others.push_back(of[other]);
      first.push_back(beaten(kind, other));
    }
  }
  const auto lost = conjunctions(bits, others, first);
  std::vector<std::vector<Word>> wins(kinds);
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    wins[kind].push_back(of[kind]);
    for (std::size_t i = 0; i + 1 < kinds; ++i) {
      wins[kind].push_back(no(lost[kind * (kinds - 1) + i]));
    }
  }
  return all_of_each(bits, std::move(wins));
}

}  // namespace detail

// Place, kind, rank plus one and records on the left of each part's first allowed cut, attribute by
// attribute; cuts that show more before all others.
template <protocol::SharedArithmetic A>
[[nodiscard]] circuit::Word<typename A::Bits> first_allowed(A& a, const CutTrials& trials,
                                                            const JudgedCuts<A>& judged) {
  using Word = circuit::Word<typename A::Bits>;
  auto& bits = a.bits();
  const auto ranks = trials.ranks();
  const auto wires = judged.before_behind.lanes() / ranks;
  std::vector<std::vector<Word>> passes{judged.allowed};
  if (trials.hierarchies()) {
    auto showing = conjunctions(bits, judged.allowed, judged.showing);
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
  won = conjunctions(bits, won, free);
  // What of them is opened: the bits of kind and rank are sums over the winners.
  Word told(trials.told_bits() + trials.count_bits(), wires, bits.constant(false));
  const auto add = [&](std::size_t bit, const Word& word) {
    circuit::xor_rows(bits, told.bit(bit), word.bit(0), told.bit(bit));
  };
  const auto kinds = trials.kinds();
  std::vector<Word> winner(ranks * kinds, Word(1, wires, bits.constant(false)));
  for (std::size_t i = 0; i < won.size(); ++i) {
    const auto kind = i % kinds;
    const auto rank = i / kinds % ranks;
    auto& here = winner[rank * kinds + kind];
    here = circuit::exclusive_or(bits, here, won[i]);
    for (unsigned b = 0; b < CutTrials::kKindBits; ++b) {
      if ((kind >> b & 1U) != 0) add(trials.place_bits() + b, won[i]);
    }
    for (unsigned b = 0; b < trials.rank_bits(); ++b) {
      if (((rank + 1) >> b & 1U) != 0) add(trials.place_bits() + CutTrials::kKindBits + b, won[i]);
    }
  }
  std::vector<Word> chooser;
  std::vector<Word> bit;
  std::vector<std::size_t> place;
  const auto choose = [&](const Word& by, const Word& number, std::size_t rank, std::size_t at) {
    for (std::size_t b = 0; b < number.bits(); ++b) {
      chooser.push_back(by);
      bit.push_back(wires_of(number.slice(b, 1), rank * wires, wires));
      place.push_back(at + b);
    }
  };
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    Word any_kind(1, wires, bits.constant(false));
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      const auto& here = winner[rank * kinds + kind];
      any_kind = circuit::exclusive_or(bits, any_kind, here);
      choose(here, judged.lefts[kind], rank, trials.told_bits());
    }
    choose(any_kind, judged.place, rank, 0);
  }
  const auto chosen = conjunctions(bits, chooser, bit);
  for (std::size_t i = 0; i < chosen.size(); ++i) add(place[i], chosen[i]);
  return told;
}

}  // namespace privet::federation
