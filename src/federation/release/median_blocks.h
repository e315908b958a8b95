// SPDX-License-Identifier: Apache-2.0
// What shared numbers say at the median's block of every trial, without anybody seeing which block
// that is.
// Reference: for a ranked element in rounds that do not grow with its range: Aggarwal, Mishra,
// Pinkas (EUROCRYPT 2004) halve the range and open every answer; here all blocks are compared at
// once and nothing is opened.
// Idea: up to each block lies a number of records; from the median's block on they exceed its rank.
// The bits of that comparison, less those of the block before, mark one block. Scalar products with
// the marks pick out what any numbers are there. Cost for each block: a comparison, a conversion of
// a bit, and a product for each number (among three parties products are added up before they are
// sent). Adversary, security: as the arithmetic's. Discloses: nothing. Threads: one at a time.
#pragma once

#include <array>
#include <vector>

#include "federation/release/cut_trials.h"
#include "federation/release/lanes.h"

namespace privet::federation {

// Which numbers of lanes the sites share, one after the other, `lanes` of each.
struct LaneRows {
  std::size_t values = 0;  // of the sensitive column, if its diversity is asked for
  std::size_t sides = 0;   // of cuts: left and right of each kind
  bool sites = false;      // how many sites have records on each side
  bool mix = false;        // the sum over the sites of c ln c on each side

  // Records before the block, less the median's rank; records in it.
  static constexpr std::size_t kBefore = 0;
  static constexpr std::size_t kInside = 1;
  // Of those with a sensitive value, before and in it.
  [[nodiscard]] std::size_t value_before(std::size_t v) const { return 2 + 2 * v; }
  [[nodiscard]] std::size_t value_inside(std::size_t v) const { return 3 + 2 * v; }
  [[nodiscard]] std::size_t site_side(std::size_t side) const { return 2 + 2 * values + side; }
  [[nodiscard]] std::size_t mix_side(std::size_t side) const {
    return 2 + 2 * values + (sites ? sides : 0) + side;
  }
  [[nodiscard]] std::size_t count() const { return mix_side(mix ? sides : 0); }
};

namespace detail {

// Public numbers as shared ones.
template <protocol::SharedArithmetic A>
typename A::Numbers known_numbers(A& a, std::span<const std::uint64_t> values) {
  if constexpr (requires { a.constants(values); }) {
    return a.constants(values);
  } else {
    typename A::Numbers out;
    for (const auto value : values) A::append(out, a.constant(value, 1));
    return out;
  }
}

// In every lane: whether the median's block is this one or one before it, and whether it is this.
template <protocol::SharedArithmetic A>
struct Marks {
  typename A::Numbers reached;
  typename A::Numbers here;
};

template <protocol::SharedArithmetic A>
Marks<A> marks_of(A& a, const CutTrials& trials, const typename A::Numbers& shared) {
  const auto lanes = trials.lanes();
  const auto before = A::slice(shared, LaneRows::kBefore * lanes, lanes);
  const auto inside = A::slice(shared, LaneRows::kInside * lanes, lanes);
  const auto beyond = signs(a, {a.constant(0, lanes) - before - inside}, trials.count_bits());
  auto reached = as_numbers<A>(a, beyond, lanes).front();
  // The block before; before the first of a trial nothing is reached.
  typename A::Numbers previous;
  for (const auto& trial : trials.trials()) {
    A::append(previous, a.constant(0, 1));
    const auto more = CutTrials::filled(trial.blocks) - 1;
    A::append(previous, A::slice(reached, trial.lane, more));
  }
  auto here = reached - previous;
  return {std::move(reached), std::move(here)};
}

}  // namespace detail

// Numbers by slot: [rank][part], each rank filled up to whole wires; 0 where a part has no
// attribute of that rank.
template <protocol::SharedArithmetic A>
class MedianBlocks {
 public:
  using Numbers = typename A::Numbers;

  // `shared`: the rows of lanes, and behind them for each sensitive value the part's records that
  // have it.
  MedianBlocks(A& a, const CutTrials& trials, const LaneRows& rows, const Numbers& shared)
      : a_(a), trials_(trials), padding_(padding(trials.parts())) {
    const auto lanes = trials.lanes();
    const auto marks = detail::marks_of(a, trials, shared);
    Numbers repeated;
    for (std::size_t r = 0; r < rows.count(); ++r) A::append(repeated, marks.here);
    const auto products =
        a.scalar_products(repeated, A::slice(shared, 0, rows.count() * lanes), CutTrials::kChunk);
    const auto chunks = lanes / CutTrials::kChunk;
    for (std::size_t r = 0; r < rows.count(); ++r) {
      picked_.push_back(by_slot([&](const CutTrial& trial) {
        const auto of_trial = CutTrials::filled(trial.blocks) / CutTrials::kChunk;
        return A::sums(A::slice(products, r * chunks + trial.lane / CutTrials::kChunk, of_trial),
                       of_trial);
      }));
    }
    for (std::size_t v = 0; v < rows.values; ++v) {
      const auto at = rows.count() * lanes + v * trials.parts();
      totals_.push_back(
          by_slot([&](const CutTrial& trial) { return A::slice(shared, at + trial.part, 1); }));
    }
    // As many blocks as are not reached lie before it.
    place_ = by_slot([&](const CutTrial& trial) {
      const auto filled = CutTrials::filled(trial.blocks);
      return a.constant(filled, 1) - A::sums(A::slice(marks.reached, trial.lane, filled), filled);
    });
    if (trials.hierarchies()) mark_showing(marks.here);
  }

  [[nodiscard]] const Numbers& row(std::size_t r) const { return picked_[r]; }
  [[nodiscard]] const Numbers& total(std::size_t value) const { return totals_[value]; }
  [[nodiscard]] const Numbers& place() const { return place_; }
  // 1 where after the cut a half shows another group of the hierarchy than the whole.
  [[nodiscard]] const std::array<Numbers, 2>& showing() const { return showing_; }
  [[nodiscard]] std::size_t slots() const { return place_.size(); }
  // What is known of each part, or of each trial, by slot.
  [[nodiscard]] Numbers known(auto value_of) const {
    std::vector<std::uint64_t> values;
    for (std::size_t rank = 0; rank < trials_.ranks(); ++rank) {
      for (std::size_t part = 0; part < trials_.parts(); ++part) {
        const auto* trial = trials_.trial_of(part, rank);
        values.push_back(trial == nullptr ? 0 : value_of(*trial));
      }
      values.insert(values.end(), padding_, 0);
    }
    return detail::known_numbers(a_, values);
  }

 private:
  static std::size_t padding(std::size_t parts) {
    const auto lane = std::size_t{64} / A::wires(64);
    return (lane - parts % lane) % lane;
  }
  [[nodiscard]] Numbers by_slot(auto number_of) const {
    Numbers out;
    for (std::size_t rank = 0; rank < trials_.ranks(); ++rank) {
      for (std::size_t part = 0; part < trials_.parts(); ++part) {
        const auto* trial = trials_.trial_of(part, rank);
        A::append(out, trial == nullptr ? a_.constant(0, 1) : number_of(*trial));
      }
      A::append(out, a_.constant(0, padding_));
    }
    return out;
  }
  // A half of one block shows its group; a half of several shows what the whole showed. Left of the
  // second block and right of the last one there is one block.
  void mark_showing(const Numbers& marks) {
    const auto when = [&](CutKind kind) {
      return by_slot([&](const CutTrial& trial) {
        if (trial.starts.empty()) return a_.constant(1, 1);
        const std::size_t behind = kind == CutKind::Behind ? 1 : 0;
        const auto first = 1 - behind;
        const auto last = trial.blocks - 1 - behind;
        auto out = A::slice(marks, trial.lane + first, 1);
        if (last != first) out = out + A::slice(marks, trial.lane + last, 1);
        return out;
      });
    };
    showing_ = {when(CutKind::Before), when(CutKind::Behind)};
  }

  A& a_;
  const CutTrials& trials_;
  std::size_t padding_;
  std::vector<Numbers> picked_;
  std::vector<Numbers> totals_;
  Numbers place_;
  std::array<Numbers, 2> showing_;
};

}  // namespace privet::federation
