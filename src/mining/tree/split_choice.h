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
#include <vector>

#include "data/dictionary.h"
#include "mining/numbers/exact_log.h"
#include "mining/tree/tree_oracle.h"

namespace privet::mining {

using Count = std::uint32_t;

// What a node holds of one column: groups of rows with equal value, by class. For a numeric column
// the groups ascend by value and none is empty.
struct ColumnCounts {
  std::size_t classes = 0;
  std::vector<Count> counts;      // group by class
  std::vector<RowId> first_rows;  // of each group; numeric columns only
  std::vector<double> values;     // of each group; numeric columns only
  Count missing = 0;              // rows of the node without a value

  [[nodiscard]] std::size_t groups() const { return classes == 0 ? 0 : counts.size() / classes; }
  [[nodiscard]] std::span<const Count> group(std::size_t g) const {
    return std::span(counts).subspan(g * classes, classes);
  }
};

// A possible test with the class counts of its branches, which decide its score.
struct Candidate {
  bool usable = false;  // false: the column offers no test here
  Split split;
  Count missing = 0;
  std::vector<Count> counts;  // branch by class, known rows only
  std::int64_t score = 0;     // rows * gain (or decrease of gini), fixed point
};

class SplitChooser {
 public:
  // `rows` bounds the counts that will be seen.
  SplitChooser(const TreeOptions& options, std::size_t classes, std::size_t rows);

  // The best test that a column offers; `column` is what the split will be named by.
  [[nodiscard]] Candidate best_of_nominal(std::uint32_t column, const ColumnCounts& counts) const;
  [[nodiscard]] Candidate best_of_numeric(std::uint32_t column, const ColumnCounts& counts) const;
  // The best of the columns' tests, given in file order.
  [[nodiscard]] BestSplit best(std::span<const Candidate> candidates) const;

  // Negative, 0 or positive as a's score is below, equal to or above b's.
  [[nodiscard]] int compare(const Candidate& a, const Candidate& b) const;
  // The gain in bits (or the decrease of gini) of a candidate for `rows` rows at the node.
  [[nodiscard]] double gain(const Candidate& candidate) const;
  // The gain ratio (C4.5: missing rows count as a branch of their own).
  [[nodiscard]] double ratio(const Candidate& candidate) const;

 private:
  struct Cut;
  [[nodiscard]] std::int64_t fixed_score(std::span<const Count> counts) const;
  [[nodiscard]] int exact_sign(std::span<const Count> a, std::span<const Count> b) const;
  [[nodiscard]] bool positive(const Candidate& candidate) const;
  [[nodiscard]] bool large_enough(std::span<const Count> counts) const;
  [[nodiscard]] std::int64_t slack(std::size_t a, std::size_t b) const;
  [[nodiscard]] std::int64_t quotient(std::uint64_t squares, std::uint64_t rows) const;
  [[nodiscard]] std::size_t most_gaining(std::span<const Candidate> candidates) const;
  [[nodiscard]] std::size_t best_ratio(std::span<const Candidate> candidates) const;
  [[nodiscard]] std::vector<Cut> best_cuts(const ColumnCounts& counts) const;
  [[nodiscard]] Candidate one_against_rest(std::uint32_t column, const ColumnCounts& counts) const;

  TreeOptions options_;
  std::size_t classes_;
  EntropyTable entropy_;
};

}  // namespace privet::mining
