// SPDX-License-Identifier: Apache-2.0
// Suppresses single cells: records keep their values, and * stands where a value would give a
// record away.
// Idea: sets of columns are tried from the least important on; records that agree on all columns
// outside such a set, and for which the models hold together, become a class that shows * in the
// set. What is left joins the class where that costs least. Then cells are put back, record by
// record and group by group, until none can be: each remaining * is needed, given the others.
// Semantics: * is a value of its own. A class is the records that show the same, the stars
// included, so a record is hidden among k that look exactly alike; whoever takes * for anything
// finds these and perhaps more. The weaker reading, that a record need only be compatible with k
// others, is not promised: with (25, *) and (25, F) each is compatible with two, and still whoever
// looks for (25, M) finds one record only.
// Reference: Meyerson and Williams, "On the complexity of optimal k-anonymity" (2004): the fewest
// stars are hard to find; Samarati and Sweeney (1998) for the minimality of what is suppressed.
// Cost: (sets of columns tried) x (records left); the sets are bounded by a budget of work.
// Threads: one; the result depends on nothing but the problem.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "anonymize/problem.h"
#include "base/description.h"

namespace privet {

extern const Description kCellSuppression;

struct CellSuppressionOptions {
  std::vector<double> weights = {};  // of a cell of each quasi-identifier; empty: all 1
  // At which level of its hierarchy a column is shown; none or empty: as it is.
  std::vector<std::optional<std::size_t>> levels = {};
};

[[nodiscard]] std::unique_ptr<Anonymizer> make_cell_suppression(
    const CellSuppressionOptions& options);

}  // namespace privet
