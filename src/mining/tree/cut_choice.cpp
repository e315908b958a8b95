// SPDX-License-Identifier: Apache-2.0
// Cuts of numeric columns: the part of mining/tree/split_choice.h that walks along the values.
#include <algorithm>
#include <limits>

#include "mining/numbers/midpoint.h"
#include "mining/tree/split_choice.h"

namespace privet::mining {
namespace {

// Have this group and the next the same class and no other, and may the cut behind the next be made
// as well, with `right` rows behind this one? Then the cut between them is inside a run.
template <class Counts>
bool inside_run(const Counts& counts, std::size_t group, std::uint64_t right, std::uint64_t least) {
  const auto here = counts.group(group);
  const auto next = counts.group(group + 1);
  std::size_t of = counts.classes;
  for (std::size_t c = 0; c < counts.classes; ++c) {
    if (here[c] == 0 && next[c] == 0) continue;
    if (here[c] == 0 || next[c] == 0 || of != counts.classes) return false;
    of = c;
  }
  return right >= least + next[of];
}

}  // namespace

// A cut after group `after` with the rows on its two sides.
template <class N>
struct BasicSplitChooser<N>::Cut {
  std::size_t after = 0;
  std::uint64_t left = 0;
  std::uint64_t right = 0;
};

// All cuts of the highest score. Of wide counts logarithms are costly, so there the sum is a rough
// one, only cuts that could be the best are given an exact score, and none inside a run of groups
// of one class: what a cut leaves unknown is strictly concave along the run, so one of its ends is
// better (Fayyad and Irani 1992).
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
  std::size_t present = 0;  // classes
  for (std::size_t c = 0; c < classes; ++c) {
    cut.right += right[c];
    terms[c] = term(right[c]);
    sum += terms[c];
    right_squares += std::uint64_t{right[c]} * right[c];
    if (right[c] > 0) ++present;
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
  [[maybe_unused]] std::vector<bool> changed(kWide ? classes : 0);  // since its term was computed
  bool allowed = false;                                             // the cut before
  for (std::size_t g = 0; g < last; ++g) {
    const N* group = counts.counts.data() + g * classes;
    for (std::size_t c = 0; c < classes; ++c) {
      const N n = group[c];
      if (n == 0) continue;
      if (gini) left_squares += std::uint64_t{n} * (2 * std::uint64_t{left[c]} + n);
      if (gini) right_squares -= std::uint64_t{n} * (2 * std::uint64_t{right[c]} - n);
      left[c] += n;
      right[c] -= n;
      cut.left += n;
      cut.right -= n;
      if constexpr (kWide) {
        changed[c] = true;
      } else {
        sum -= terms[c];
        terms[c] = term(left[c]) + term(right[c]);
        sum += terms[c];
      }
    }
    if (cut.left < least || cut.right < least) continue;
    const bool first = !allowed;
    allowed = true;
    if constexpr (kWide) {
      if (!first && present > 1 && inside_run(counts, g, cut.right, least)) continue;
      for (std::size_t c = 0; c < classes; ++c) {
        if (!changed[c]) continue;
        changed[c] = false;
        sum -= terms[c];
        terms[c] = term(left[c]) + term(right[c]);
        sum += terms[c];
      }
    }
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

template std::vector<SplitChooser::Cut> SplitChooser::best_cuts(const ColumnCounts&) const;
template std::vector<WideSplitChooser::Cut> WideSplitChooser::best_cuts(
    const WideSplitChooser::ColumnCounts&) const;
template SplitChooser::Candidate SplitChooser::best_of_numeric(std::uint32_t,
                                                               const ColumnCounts&) const;
template WideSplitChooser::Candidate WideSplitChooser::best_of_numeric(
    std::uint32_t, const WideSplitChooser::ColumnCounts&) const;

}  // namespace privet::mining
