// SPDX-License-Identifier: Apache-2.0
// The cuts of a level of Mondrian that sites try together: what of them everybody knows, and the
// circuit that finds the best allowed one of each part and tells nothing of the others.
// Reference: Jurczyk and Xiong, "Distributed anonymization" (Emory TR-2009-013), section 4.2; there
// medians are opened one by one (Aggarwal, Mishra, Pinkas 2004), so that refused cuts tell theirs.
// Idea: a trial is an attribute of a part. Between its smallest and largest position lie
// boundaries; each site knows how many of its records lie below each. Of the sums, the circuit
// compares those at every boundary with the median's rank: exactly one boundary is the one before
// the median, and one that behind it. It takes the better balanced of the two that is allowed.
// Values that grow with an attribute's rank and this preference make the best cut of a part the
// largest number. Trials with about as many boundaries are computed side by side. Cost for each
// boundary of each trial: six comparisons of about log2(records) + 2 bits and three conversions of
// a bit; distinct diversity some more for each sensitive value and side. Adversary, security: those
// of the arithmetic. Discloses: nothing; the oracle tells the result.
#pragma once

#include <array>
#include <optional>

#include "anonymize/mondrian/partition_oracle.h"
#include "federation/release/lanes.h"

namespace privet::federation {

struct CutTrial {
  std::size_t part = 0;  // its place in the question
  std::uint32_t attribute = 0;
  std::size_t rank = 0;
  Extent extent;
  std::size_t size = 0;  // records of the part

  [[nodiscard]] std::size_t boundaries() const { return extent.high - extent.low; }
};

// Trials side by side: lane j * trials + t is boundary j + 1 of trial t. Those with fewer
// boundaries are filled up with such as never win.
struct TrialGroup {
  std::size_t boundaries = 0;
  std::size_t first = 0;  // its trials lie together
  std::size_t trials = 0;

  [[nodiscard]] std::size_t lanes() const { return boundaries * trials; }
};

class CutTrials {
 public:
  explicit CutTrials(const CutQuestion& question);

  [[nodiscard]] std::span<const CutTrial> trials() const { return trials_; }
  [[nodiscard]] std::span<const TrialGroup> groups() const { return groups_; }
  [[nodiscard]] std::size_t parts() const { return parts_; }
  [[nodiscard]] std::size_t attributes() const { return attributes_; }
  [[nodiscard]] std::size_t lanes() const { return lanes_; }
  // Bits of a number of records and a sign, with room for the sum of two.
  [[nodiscard]] unsigned count_bits() const { return count_bits_; }
  // Bits of a boundary's number, and of the number that stands for a cut.
  [[nodiscard]] unsigned place_bits() const { return place_bits_; }
  [[nodiscard]] unsigned value_bits() const { return value_bits_; }
  // The trial of a part at a rank, if it has one.
  [[nodiscard]] std::optional<std::size_t> trial_of(std::size_t part, std::size_t rank) const;
  // What the winner's number stands for; 0: no cut is allowed. Sizes of the halves are not in it.
  [[nodiscard]] std::optional<Cut> cut_of(const CutQuestion& question, std::size_t part,
                                          std::uint64_t value) const;

 private:
  std::vector<CutTrial> trials_;
  std::vector<TrialGroup> groups_;
  std::vector<std::size_t> at_;  // [part * attributes + rank]: the trial and one more
  std::size_t parts_ = 0;
  std::size_t attributes_ = 0;
  std::size_t lanes_ = 0;
  unsigned count_bits_ = 0;
  unsigned place_bits_ = 0;
  unsigned value_bits_ = 0;
};

// What must hold on both sides of a cut besides the smallest size.
struct SideNumbers {
  std::size_t least_sites = 0;   // 0: any
  std::size_t least_values = 0;  // of the sensitive column; 0: any
};

// Sums over the sites, in the order of groups and lanes.
template <class Numbers>
struct TrialNumbers {
  // Group after group, (boundaries + 2) * trials: how many records lie below each boundary, from
  // the extent's first position to behind its last.
  Numbers below;
  Numbers ranks;  // of each trial, the median's...
  Numbers sizes;  // ... and its part's records
  // In every lane, left and right of the boundary: at how many sites there are records (empty: not
  // asked for), and for each sensitive value at how many sites it occurs.
  std::array<Numbers, 2> sites;
  std::array<std::vector<Numbers>, 2> values;
};

namespace detail {

template <protocol::SharedArithmetic A>
struct Boundaries {
  typename A::Numbers before;  // below the boundary before this one
  typename A::Numbers here;
  typename A::Numbers behind;
  typename A::Numbers rank;
  typename A::Numbers size;
};

template <protocol::SharedArithmetic A>
Boundaries<A> boundaries_of(const CutTrials& trials, const TrialNumbers<typename A::Numbers>& in) {
  Boundaries<A> out;
  std::size_t at = 0;
  for (const auto& group : trials.groups()) {
    A::append(out.before, A::slice(in.below, at, group.lanes()));
    A::append(out.here, A::slice(in.below, at + group.trials, group.lanes()));
    A::append(out.behind, A::slice(in.below, at + 2 * group.trials, group.lanes()));
    for (std::size_t b = 0; b < group.boundaries; ++b) {
      A::append(out.rank, A::slice(in.ranks, group.first, group.trials));
      A::append(out.size, A::slice(in.sizes, group.first, group.trials));
    }
    at += group.lanes() + 2 * group.trials;
  }
  return out;
}

// Where neither of the words has a 1.
template <class Bits>
circuit::Word<Bits> neither(Bits& bits, const circuit::Word<Bits>& x,
                            const circuit::Word<Bits>& y) {
  return circuit::conjunction(bits, circuit::negation(bits, x), circuit::negation(bits, y));
}

// Where fewer than `least` of the values occur, on either side.
template <protocol::SharedArithmetic A>
std::vector<typename A::Numbers> missing_values(
    A& a, const std::array<std::vector<typename A::Numbers>, 2>& values, std::size_t least,
    unsigned bits) {
  std::vector<typename A::Numbers> out;
  const auto lanes = values[0].front().size();
  for (const auto& side : values) {
    std::vector<typename A::Numbers> blocks;
    for (const auto& sites : side) blocks.push_back(a.constant(0, lanes) - sites);
    const auto occur = signs(a, std::move(blocks), bits);
    auto count = a.constant(0 - std::uint64_t{least}, lanes);
    for (const auto& one : as_numbers<A>(a, occur, lanes)) count = count + one;
    out.push_back(std::move(count));
  }
  return out;
}

// Of every lane: the cut before the median, that cut if it is the better balanced one, and the cut
// behind the median; each only if it is allowed.
template <protocol::SharedArithmetic A>
std::vector<circuit::Word<typename A::Bits>> allowed_cuts(
    A& a, const CutTrials& trials, const TrialNumbers<typename A::Numbers>& in,
    std::size_t smallest, const SideNumbers& sides, unsigned site_bits) {
  const auto lanes = trials.lanes();
  const auto x = boundaries_of<A>(trials, in);
  const auto least = a.constant(smallest, lanes);
  std::vector<typename A::Numbers> blocks{x.rank - x.here,         x.rank - x.behind,
                                          x.rank - x.before,       x.here - least,
                                          x.size - least - x.here, x.size - x.here - x.behind};
  if (sides.least_sites > 0) {
    const auto sites = a.constant(sides.least_sites, lanes);
    for (const auto& side : in.sites) blocks.push_back(side - sites);
  }
  if (sides.least_values > 0) {
    for (auto& count : missing_values<A>(a, in.values, sides.least_values, site_bits)) {
      blocks.push_back(std::move(count));
    }
  }
  const auto negative = signs(a, std::move(blocks), trials.count_bits());
  auto& bits = a.bits();
  auto before = circuit::conjunction(bits, neither(bits, negative[0], negative[3]), negative[1]);
  auto behind = circuit::conjunction(bits, neither(bits, negative[2], negative[4]), negative[0]);
  for (std::size_t model = 6; model < negative.size(); ++model) {
    const auto holds = circuit::negation(bits, negative[model]);
    before = circuit::conjunction(bits, before, holds);
    behind = circuit::conjunction(bits, behind, holds);
  }
  auto preferred = circuit::conjunction(bits, before, negative[5]);
  return {std::move(before), std::move(preferred), std::move(behind)};
}

// Numbers for each trial: whether there is such a cut, and at which boundary.
template <class Numbers>
struct Found {
  Numbers any;
  Numbers place;
};

template <protocol::SharedArithmetic A>
Found<typename A::Numbers> found(const CutTrials& trials, const typename A::Numbers& lanes) {
  Found<typename A::Numbers> out;
  std::size_t at = 0;
  for (const auto& group : trials.groups()) {
    auto any = A::slice(lanes, at, group.trials);
    auto place = any;
    for (std::size_t b = 1; b < group.boundaries; ++b) {
      const auto here = A::slice(lanes, at + b * group.trials, group.trials);
      any = any + here;
      place = place + here * (b + 1);
    }
    A::append(out.any, any);
    A::append(out.place, place);
    at += group.lanes();
  }
  return out;
}

}  // namespace detail

// The number of each part's best allowed cut, on wires of value_bits().
template <protocol::SharedArithmetic A>
[[nodiscard]] circuit::Word<typename A::Bits> best_trials(
    A& a, const CutTrials& trials, const TrialNumbers<typename A::Numbers>& in,
    std::size_t smallest, const SideNumbers& sides, unsigned site_bits) {
  using Numbers = typename A::Numbers;
  const auto cuts = detail::allowed_cuts(a, trials, in, smallest, sides, site_bits);
  const auto bits = as_numbers<A>(a, cuts, trials.lanes());
  const auto before = detail::found<A>(trials, bits[0]);
  const auto preferred = detail::found<A>(trials, bits[1]);
  const auto behind = detail::found<A>(trials, bits[2]);
  const auto unit = std::uint64_t{1} << trials.place_bits();
  const auto first = before.place + before.any * unit + preferred.any * (2 * unit);
  const auto second = behind.place + behind.any * (2 * unit);
  std::vector<Numbers> candidates;
  for (std::size_t rank = 0; rank < trials.attributes(); ++rank) {
    const auto worth = (trials.attributes() - rank) * 4 * unit;
    Numbers one;
    Numbers other;
    for (std::size_t part = 0; part < trials.parts(); ++part) {
      const auto trial = trials.trial_of(part, rank);
      if (!trial) {
        A::append(one, a.constant(0, 1));
        A::append(other, a.constant(0, 1));
        continue;
      }
      A::append(one, A::slice(first, *trial, 1) + A::slice(before.any, *trial, 1) * worth);
      A::append(other, A::slice(second, *trial, 1) + A::slice(behind.any, *trial, 1) * worth);
    }
    candidates.push_back(std::move(one));
    candidates.push_back(std::move(other));
  }
  return largest(a, std::move(candidates), trials.value_bits());
}

}  // namespace privet::federation
