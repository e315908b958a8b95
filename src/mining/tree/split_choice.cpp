// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/split_choice.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "mining/numbers/midpoint.h"
#include "mining/tree/split_terms_internal.h"

namespace privet::mining {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
constexpr double kRatioTie = 1e-12;
constexpr int kGiniShift = 30;

}  // namespace

// A cut after group `after` with the rows on its two sides.
template <class N>
struct BasicSplitChooser<N>::Cut {
  std::size_t after = 0;
  std::uint64_t left = 0;
  std::uint64_t right = 0;
};

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

// All cuts of the highest score. Of wide counts logarithms are costly, so there the sum is a rough
// one, and only cuts that could be the best are given an exact score.
template <class N>
auto BasicSplitChooser<N>::best_cuts(const ColumnCounts& counts) const -> std::vector<Cut> {
  const bool gini = options_.criterion == Criterion::Gini;
  const std::size_t classes = classes_;
  std::vector<N> sides(2 * classes, 0);  // left, then right
  std::vector<N> best_sides;
  N* left = sides.data();
  N* right = left + classes;
  for (std::size_t g = 0; g < counts.groups(); ++g) {
    for (std::size_t c = 0; c < classes; ++c) right[c] += counts.counts[g * classes + c];
  }
  Cut cut;
  constexpr bool kWide = !std::is_same_v<N, Count>;
  using Sum = std::conditional_t<kWide, double, std::int64_t>;
  const auto term = [&](std::uint64_t n) -> Sum {
    if constexpr (kWide) {
      return entropy_.about(n);
    } else {
      return entropy_[n];
    }
  };
  Sum sum = 0;                      // of n ln n over both sides' classes
  std::vector<Sum> terms(classes);  // a class's part of it
  std::uint64_t left_squares = 0;
  std::uint64_t right_squares = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    cut.right += right[c];
    terms[c] = term(right[c]);
    sum += terms[c];
    right_squares += std::uint64_t{right[c]} * right[c];
  }
  const std::uint64_t least = std::max<std::size_t>(options_.min_leaf, 1);
  const std::int64_t tie = slack(sides.size(), sides.size());
  std::int64_t best_score = std::numeric_limits<std::int64_t>::min() / 2;
  std::vector<Cut> best;
  const std::size_t last = counts.groups() - 1;
  // Each group rounds a few times for every class, and no term is above that of all rows.
  [[maybe_unused]] const double doubt =
      static_cast<double>(8 * (counts.counts.size() + classes + 1)) *
      static_cast<double>(term(cut.right)) * 0x1p-50;
  for (std::size_t g = 0; g < last; ++g) {
    const N* group = counts.counts.data() + g * classes;
    for (std::size_t c = 0; c < classes; ++c) {
      const N n = group[c];
      if (n == 0) continue;
      sum -= terms[c];
      if (gini) left_squares += std::uint64_t{n} * (2 * std::uint64_t{left[c]} + n);
      if (gini) right_squares -= std::uint64_t{n} * (2 * std::uint64_t{right[c]} - n);
      left[c] += n;
      right[c] -= n;
      terms[c] = term(left[c]) + term(right[c]);
      sum += terms[c];
      cut.left += n;
      cut.right -= n;
    }
    if (cut.left < least || cut.right < least) continue;
    cut.after = g;
    std::int64_t score = 0;
    if (gini) {
      score = quotient(left_squares, cut.left) + quotient(right_squares, cut.right);
    } else if constexpr (kWide) {
      const double rough = sum - term(cut.left) - term(cut.right);
      if (rough < static_cast<double>(best_score - tie) - doubt) continue;
      score = -entropy_[cut.left] - entropy_[cut.right];
      for (const N n : sides) score += entropy_[n];
    } else {
      score = sum - term(cut.left) - term(cut.right);
    }
    if (score < best_score - tie) continue;
    const int sign = score > best_score + tie ? 1 : exact_sign(sides, best_sides);
    if (sign < 0) continue;
    if (sign > 0) {
      best.clear();
      best_score = score;
      best_sides = sides;
    }
    best.push_back(cut);
  }
  return best;
}

template <class N>
auto BasicSplitChooser<N>::best_of_numeric(std::uint32_t column, const ColumnCounts& counts) const
    -> Candidate {
  const std::size_t groups = counts.groups();
  if (groups < 2) return {};
  const auto cuts = best_cuts(counts);
  if (cuts.empty()) return {};
  std::vector<RowId> before(counts.first_rows);  // first row of the groups up to here
  std::vector<RowId> behind(counts.first_rows);  // and from here on
  for (std::size_t g = 1; g < groups; ++g) before[g] = std::min(before[g], before[g - 1]);
  for (std::size_t g = groups - 1; g-- > 0;) behind[g] = std::min(behind[g], behind[g + 1]);
  const auto smaller_is_left = [&](const Cut& cut) {
    if (cut.left != cut.right) return cut.left < cut.right;
    return before[cut.after] < behind[cut.after + 1];
  };
  const auto key = [&](const Cut& cut) {
    return smaller_is_left(cut) ? std::pair(before[cut.after], cut.left)
                                : std::pair(behind[cut.after + 1], cut.right);
  };
  const Cut cut = *std::min_element(cuts.begin(), cuts.end(),
                                    [&](const Cut& a, const Cut& b) { return key(a) < key(b); });
  Candidate out;
  out.usable = true;
  out.missing = counts.missing;
  out.counts.assign(2 * classes_, 0);
  for (std::size_t g = 0; g < groups; ++g) {
    N* side = out.counts.data() + (g <= cut.after ? 0 : classes_);
    for (std::size_t c = 0; c < classes_; ++c) side[c] += counts.counts[g * classes_ + c];
  }
  out.score = fixed_score(out.counts);
  out.split.column = column;
  out.split.kind = TestKind::AtMost;
  out.split.cut = midpoint(counts.values[cut.after], counts.values[cut.after + 1]);
  out.split.branches = 2;
  const bool left_heavier = cut.left != cut.right ? cut.left > cut.right : smaller_is_left(cut);
  out.split.heaviest = left_heavier ? 0U : 1U;
  return out;
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
