// SPDX-License-Identifier: Apache-2.0
// From the counts of one column at one node to its best test, and from the columns' tests to the
// best of all. Shared by every oracle that may see the counts.
// Idea: scores are compared exactly (mining/numbers/exact_log.h). Between columns the first in file
// order wins a tie. Between cuts of one column the tie must not depend on the direction of the
// values, so that a column read backwards gives the same tree: the cut whose smaller side (if
// equal, the side with the node's first row) holds the earlier first row wins; of those, the one
// whose smaller side is smallest. Two cuts can never agree in both: sides that share a row and lie
// on opposite ends would together exceed the node. Gain ratio: among the columns with at least the
// mean gain, as C4.5; ratios nearer than 1e-12 tie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "data/dictionary.h"
#include "mining/numbers/exact_log.h"
#include "mining/tree/tree_oracle.h"

namespace privet::mining {

using Count = std::uint32_t;      // of rows of a table
using WideCount = std::uint64_t;  // of rows of a join

// What a node holds of one column: groups of rows with equal value, by class. For a numeric column
// the groups ascend by value and none is empty.
template <class N>
struct BasicColumnCounts {
  std::size_t classes = 0;
  std::vector<N> counts;          // group by class
  std::vector<RowId> first_rows;  // of each group; numeric columns only
  std::vector<double> values;     // of each group; numeric columns only
  N missing = 0;                  // rows of the node without a value

  [[nodiscard]] std::size_t groups() const { return classes == 0 ? 0 : counts.size() / classes; }
  [[nodiscard]] std::span<const N> group(std::size_t g) const {
    return std::span(counts).subspan(g * classes, classes);
  }
};
using ColumnCounts = BasicColumnCounts<Count>;

// A possible test with the class counts of its branches, which decide its score.
template <class N>
struct BasicCandidate {
  bool usable = false;  // false: the column offers no test here
  Split split;
  N missing = 0;
  std::vector<N> counts;   // branch by class, known rows only
  std::int64_t score = 0;  // rows * gain (or decrease of gini), fixed point
};
using Candidate = BasicCandidate<Count>;

// Wide counts up to kMostWideRows; with the Gini index, whose squares are compared exactly, up to
// kMostGiniRows.
inline constexpr std::uint64_t kMostWideRows = std::uint64_t{1} << 53U;
inline constexpr std::uint64_t kMostUnitRows = std::uint64_t{1} << 40U;
inline constexpr std::uint64_t kMostGiniRows = std::uint64_t{1} << 31U;

template <class N>
class BasicSplitChooser {
 public:
  using Candidate = BasicCandidate<N>;
  using ColumnCounts = BasicColumnCounts<N>;

  // `rows` bounds the counts that will be seen.
  BasicSplitChooser(const TreeOptions& options, std::size_t classes, std::size_t rows);

  // The best test that a column offers; `column` is what the split will be named by.
  [[nodiscard]] Candidate best_of_nominal(std::uint32_t column, const ColumnCounts& counts) const;
  [[nodiscard]] Candidate best_of_numeric(std::uint32_t column, const ColumnCounts& counts) const;
  // The best of the columns' tests, given in file order.
  [[nodiscard]] BestSplit best(std::span<const Candidate> candidates) const;

  // The same as a place among the candidates; none of them: their number.
  [[nodiscard]] std::size_t best_place(std::span<const Candidate> candidates) const;

  // Negative, 0 or positive as a's score is below, equal to or above b's.
  [[nodiscard]] int compare(const Candidate& a, const Candidate& b) const;
  // The gain in bits (or the decrease of gini) of a candidate for `rows` rows at the node.
  [[nodiscard]] double gain(const Candidate& candidate) const;
  // rows * gain as 62 bits, comparable between places that know the same number of rows, which is
  // at most kMostUnitRows; equal gains are equal, those nearer than 2^-60 of the largest may be.
  // Not for the Gini index.
  [[nodiscard]] std::uint64_t gain_units(const Candidate& candidate, std::uint64_t rows) const;
  // Does it separate the classes at all?
  [[nodiscard]] bool gains(const Candidate& candidate) const { return positive(candidate); }
  // The gain ratio (C4.5: missing rows count as a branch of their own).
  [[nodiscard]] double ratio(const Candidate& candidate) const;

 private:
  struct Cut;
  [[nodiscard]] std::int64_t fixed_score(std::span<const N> counts) const;
  [[nodiscard]] int exact_sign(std::span<const N> a, std::span<const N> b) const;
  [[nodiscard]] bool positive(const Candidate& candidate) const;
  [[nodiscard]] bool large_enough(std::span<const N> counts) const;
  [[nodiscard]] std::int64_t slack(std::size_t a, std::size_t b) const;
  [[nodiscard]] std::int64_t quotient(std::uint64_t squares, std::uint64_t rows) const;
  [[nodiscard]] std::size_t most_gaining(std::span<const Candidate> candidates) const;
  [[nodiscard]] std::size_t best_ratio(std::span<const Candidate> candidates) const;
  [[nodiscard]] std::vector<Cut> best_cuts(const ColumnCounts& counts) const;
  [[nodiscard]] Candidate one_against_rest(std::uint32_t column, const ColumnCounts& counts) const;

  TreeOptions options_;
  std::size_t classes_;
  std::conditional_t<std::is_same_v<N, Count>, EntropyTable, EntropyFunction> entropy_;
};
using SplitChooser = BasicSplitChooser<Count>;
using WideSplitChooser = BasicSplitChooser<WideCount>;
extern template class BasicSplitChooser<Count>;
extern template class BasicSplitChooser<WideCount>;

}  // namespace privet::mining
