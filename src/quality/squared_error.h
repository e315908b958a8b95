// SPDX-License-Identifier: Apache-2.0
// How much of the variance microaggregation loses: SSE/SST, the squared distance between the values
// and what is shown for them, over the squared distance between the values and their column's mean.
// 0: nothing is lost; 1: every record shows the column's mean.
// Idea: each column is standardised first, so that all count alike: the mean of the columns' own
// shares. Columns that do not vary have none. Missing values are left out, and suppressed records
// count as if they showed the column's mean.
// Reference: Domingo-Ferrer and Mateo-Sanz, "Practical data-oriented microaggregation for
// statistical disclosure control" (2002).
#pragma once

#include <optional>

#include "quality/loss.h"

namespace privet {

// Of the columns that show a statistic; none if there is no such column.
[[nodiscard]] std::optional<double> squared_error(const Recoding& recoding,
                                                  const RecodingContext& context);

}  // namespace privet
