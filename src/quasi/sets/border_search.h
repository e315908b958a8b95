// SPDX-License-Identifier: Apache-2.0
// Finds every minimal set of columns that is "enough", for any such notion that adding columns
// keeps. Idea: a set is enough only if it is contained in no set known not to be, so the candidates
// are the minimal sets that hit the complement of each of those. A candidate that is enough is
// minimal, for each smaller set is contained in a set known not to be enough. A candidate that is
// not is widened as far as it stays so, which makes a new set to hit. When all candidates are
// enough, they are the answer: what the judge said of the candidates and of the widened sets proves
// it, and nothing else is taken on trust. Reference: Gunopulos and others, "Discovering all most
// specific sentences" (2003). Cost: one judgement for each minimal set found and a few for each
// maximal set that is not enough.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/run.h"
#include "quasi/sets/column_set.h"

namespace privet::quasi {

// Who says whether sets are enough.
class Judge {
 public:
  virtual ~Judge() = default;
  // For each set, 1 if it is enough.
  [[nodiscard]] virtual std::vector<char> enough(std::span<const ColumnSet> sets) = 0;
  // For each set, which must not be enough, a set that contains it and is not enough either. With a
  // `margin` above 1 the wider set has to fall short by that factor.
  [[nodiscard]] virtual std::vector<ColumnSet> widen(std::span<const ColumnSet> sets,
                                                     double margin) = 0;
};

struct Border {
  std::vector<ColumnSet> enough;      // all minimal ones of at most max_size columns
  std::vector<ColumnSet> not_enough;  // such that every other set is contained in one or is larger
};

// `not_enough` are sets already known not to be enough. If not even all columns are, nothing is.
[[nodiscard]] Border search_border(Judge& judge, std::size_t columns, std::size_t max_size,
                                   std::vector<ColumnSet> not_enough, const Run& run);

}  // namespace privet::quasi
