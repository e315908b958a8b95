// SPDX-License-Identifier: Apache-2.0
// Releases by microaggregation: records are grouped by MDAV (anonymize/microaggregation/mdav.h)
// over their standardised quasi-identifiers (anonymize/microaggregation/standard_space.h), and
// every group shows of each numeric one the mean or median of its values
// (recoding/class_statistic.h). The other quasi-identifiers take part in the distances and show the
// least that covers the group, as with any other method. Idea: groups are as small as the models'
// sizes allow, k to 2k-1 records; where a model looks at more than sizes, groups that break it are
// merged with others until it holds (anonymize/local/merge_classes.h). No record is suppressed, but
// a group in which fewer than k records have a value of a numeric column, and some do, shows * of
// it: the number would be close to one of theirs. Where the models ask for no size, k is 3.
// Models that count who else a cell would cover (k-map, delta-presence) are refused: a mean covers
// nobody. So are missing values that match anything: the guard could not know whose mean is shown.
// Reference: Domingo-Ferrer and Torra, "Ordinal, continuous and heterogeneous k-anonymity through
// microaggregation" (2005).
// Cost: records^2 / k up to 32,768 records (or 8k); more are first cut into blocks of at most 8,192
// (or 8k), so records x 8,192 / k. Threads: the blocks are shared out over the run's pool; the
// result does not depend on how many there are.
#pragma once

#include <memory>

#include "anonymize/problem.h"
#include "base/description.h"

namespace privet {

extern const Description kMicroaggregation;

// Marks every numeric quasi-identifier of the problem as one that shows this, without a hierarchy.
// Returns whether there is any.
bool show_statistics(Problem& problem, Statistic statistic);

// Its problems are marked by show_statistics().
[[nodiscard]] std::unique_ptr<Anonymizer> make_microaggregation();

}  // namespace privet
