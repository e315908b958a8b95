// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/split_choice.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "mining/tree/split_terms_internal.h"

namespace privet::mining {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
constexpr double kRatioTie = 1e-12;
constexpr int kGiniShift = 30;

}  // namespace

template <class N>
BasicSplitChooser<N>::BasicSplitChooser(const TreeOptions& options, std::size_t classes,
                                        std::size_t rows)
    : options_(options), classes_(classes), entropy_(rows) {
  PRIVET_CHECK(classes > 0);
}

template <class N>
std::int64_t BasicSplitChooser<N>::quotient(std::uint64_t squares, std::uint64_t rows) const {
  if (rows == 0) return 0;
  return std::llround(std::ldexp(static_cast<long double>(squares), kGiniShift) /
                      static_cast<long double>(rows));
}

template <class N>
std::int64_t BasicSplitChooser<N>::fixed_score(std::span<const N> counts) const {
  std::int64_t sum = 0;
  if (options_.criterion == Criterion::Gini) {
    visit_gini(counts, classes_, [&](std::uint64_t squares, std::uint64_t rows, int sign) {
      sum += sign * quotient(squares, rows);
    });
  } else {
    visit_terms(counts, classes_, [&](std::uint64_t n, int sign) { sum += sign * entropy_[n]; });
  }
  return sum;
}

// The sign of score(a) - score(b); b may be empty for the sign of score(a).
template <class N>
int BasicSplitChooser<N>::exact_sign(std::span<const N> a, std::span<const N> b) const {
  if (options_.criterion == Criterion::Gini) {
    std::vector<Fraction> terms;
    const auto collect = [&](std::span<const N> counts, int side) {
      visit_gini(counts, classes_, [&](std::uint64_t squares, std::uint64_t rows, int sign) {
        terms.push_back({rows, side * sign * static_cast<std::int64_t>(squares)});
      });
    };
    collect(a, 1);
    if (!b.empty()) collect(b, -1);
    return sign_of_fraction_sum(terms);
  }
  std::vector<LogTerm> terms;
  const auto collect = [&](std::span<const N> counts, int side) {
    visit_terms(counts, classes_, [&](std::uint64_t n, int sign) {
      if (n > 1) terms.push_back({n, side * sign * static_cast<std::int64_t>(n)});
    });
  };
  collect(a, 1);
  if (!b.empty()) collect(b, -1);
  return sign_of_log_sum(terms);
}

// By how much two fixed-point scores of this many counts may differ from rounding alone.
template <class N>
std::int64_t BasicSplitChooser<N>::slack(std::size_t a, std::size_t b) const {
  return static_cast<std::int64_t>(a + b + 2 * classes_ + 4);
}

template <class N>
int BasicSplitChooser<N>::compare(const Candidate& a, const Candidate& b) const {
  const std::int64_t tie = slack(a.counts.size(), b.counts.size());
  if (a.score > b.score + tie) return 1;
  if (a.score < b.score - tie) return -1;
  return exact_sign(a.counts, b.counts);
}

template <class N>
bool BasicSplitChooser<N>::positive(const Candidate& candidate) const {
  const std::int64_t tie = slack(candidate.counts.size(), 0);
  if (candidate.score > tie) return true;
  return candidate.score >= -tie && exact_sign(candidate.counts, {}) > 0;
}

template <class N>
double BasicSplitChooser<N>::gain(const Candidate& candidate) const {
  std::uint64_t rows = candidate.missing;
  for (const N n : candidate.counts) rows += n;
  const double unit =
      options_.criterion == Criterion::Gini ? std::ldexp(1.0, kGiniShift) : entropy_.bit();
  return rows == 0 ? 0.0 : static_cast<double>(candidate.score) / unit / static_cast<double>(rows);
}

template <class N>
double BasicSplitChooser<N>::ratio(const Candidate& candidate) const {
  std::int64_t spread = -entropy_[candidate.missing];
  std::uint64_t rows = candidate.missing;
  for (const std::uint64_t size : branch_sizes(candidate.counts, classes_)) {
    spread -= entropy_[size];
    rows += size;
  }
  spread += entropy_[rows];
  return spread <= 0 ? 0.0 : static_cast<double>(candidate.score) / static_cast<double>(spread);
}

template <class N>
bool BasicSplitChooser<N>::large_enough(std::span<const N> counts) const {
  if (options_.algorithm == TreeAlgorithm::Id3) return true;
  const auto sizes = branch_sizes(counts, classes_);
  const auto least = std::max<std::size_t>(options_.min_leaf, 1);
  return std::count_if(sizes.begin(), sizes.end(), [&](auto n) { return n >= least; }) >= 2;
}

template <class N>
auto BasicSplitChooser<N>::best_of_nominal(std::uint32_t column, const ColumnCounts& counts) const
    -> Candidate {
  if (counts.groups() < 2) return {};
  if (options_.nominal == NominalSplit::OneAgainstRest) return one_against_rest(column, counts);
  if (!large_enough(counts.counts)) return {};
  const auto sizes = branch_sizes(counts.counts, classes_);
  const auto heaviest = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
  Candidate out;
  out.usable = true;
  out.split.column = column;
  out.split.kind = TestKind::Values;
  out.split.branches = static_cast<std::uint32_t>(sizes.size());
  out.split.heaviest = static_cast<std::uint32_t>(heaviest);
  out.missing = counts.missing;
  out.counts = counts.counts;
  out.score = fixed_score(out.counts);
  return out;
}

template <class N>
auto BasicSplitChooser<N>::one_against_rest(std::uint32_t column, const ColumnCounts& counts) const
    -> Candidate {
  std::vector<N> all(classes_, 0);
  for (std::size_t i = 0; i < counts.counts.size(); ++i) all[i % classes_] += counts.counts[i];
  Candidate best;
  for (std::size_t g = 0; g < counts.groups(); ++g) {
    Candidate candidate;
    std::uint64_t inside = 0;
    std::uint64_t outside = 0;
    for (const N n : counts.group(g)) candidate.counts.push_back(n);
    for (std::size_t c = 0; c < classes_; ++c) {
      inside += candidate.counts[c];
      candidate.counts.push_back(all[c] - candidate.counts[c]);
      outside += candidate.counts.back();
    }
    if (inside == 0 || outside == 0 || !large_enough(candidate.counts)) continue;
    candidate.usable = true;
    candidate.missing = counts.missing;
    candidate.score = fixed_score(candidate.counts);
    candidate.split = {column, TestKind::OneValue,         0.0, static_cast<ValueId>(g),
                       2,      inside >= outside ? 0U : 1U};
    if (!best.usable || compare(candidate, best) > 0) best = std::move(candidate);
  }
  return best;
}

template <class N>
std::size_t BasicSplitChooser<N>::most_gaining(std::span<const Candidate> candidates) const {
  std::size_t best = kNone;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!candidates[i].usable) continue;
    if (best == kNone || compare(candidates[i], candidates[best]) > 0) best = i;
  }
  return best;
}

template <class N>
std::size_t BasicSplitChooser<N>::best_ratio(std::span<const Candidate> candidates) const {
  long double total = 0;
  std::vector<std::size_t> gaining;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!candidates[i].usable || !positive(candidates[i])) continue;
    gaining.push_back(i);
    total += static_cast<long double>(candidates[i].score);
  }
  std::size_t best = kNone;
  double best_value = 0;
  for (const std::size_t i : gaining) {
    const auto least = total / static_cast<long double>(gaining.size()) -
                       static_cast<long double>(slack(candidates[i].counts.size(), 0));
    if (static_cast<long double>(candidates[i].score) < least) continue;
    const double value = ratio(candidates[i]);
    if (best != kNone && value <= best_value * (1 + kRatioTie)) continue;
    best = i;
    best_value = value;
  }
  return best;
}

template <class N>
std::size_t BasicSplitChooser<N>::best_place(std::span<const Candidate> candidates) const {
  const bool stops = options_.algorithm == TreeAlgorithm::C45 || options_.weka;
  std::size_t chosen = kNone;
  if (options_.criterion == Criterion::Ratio) chosen = best_ratio(candidates);
  if (chosen == kNone) chosen = most_gaining(candidates);
  if (chosen == kNone || (stops && !positive(candidates[chosen]))) return candidates.size();
  return chosen;
}

template <class N>
BestSplit BasicSplitChooser<N>::best(std::span<const Candidate> candidates) const {
  const std::size_t chosen = best_place(candidates);
  if (chosen == candidates.size()) return {};
  return {true, candidates[chosen].split};
}

template <class N>
std::uint64_t BasicSplitChooser<N>::gain_units(const Candidate& candidate,
                                               std::uint64_t rows) const {
  std::vector<LogTerm> terms;
  visit_terms(candidate.counts, classes_, [&](std::uint64_t n, int sign) {
    if (n > 1) terms.push_back({n, sign * static_cast<std::int64_t>(n)});
  });
  // rows ln rows < 2^(width + 5): 28 is above ln 2^40.
  return log_sum_units(terms, static_cast<unsigned>(std::bit_width(rows)) + 5 + 64 - 62);
}

template class BasicSplitChooser<Count>;
template class BasicSplitChooser<WideCount>;

}  // namespace privet::mining
