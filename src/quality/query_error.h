// SPDX-License-Identifier: Apache-2.0
// How wrong counts become that are computed from a release instead of the original.
// Idea: draw random counting queries with a condition on two quasi-identifiers: one value of a
// column with two values, a range of 30 % of the values of any other. Of a cell that overlaps the
// range in part, that part of its records counts (its values taken as equally likely). The error
// is |actual - estimate| / actual; queries that no record satisfies are drawn again.
// Reference: Jurczyk and Xiong, "Distributed anonymization" (2009), section 5.2.
// Cost: queries x records. Threads: the result does not depend on them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/run.h"
#include "quality/loss.h"

namespace privet {

struct QueryErrorOptions {
  std::size_t queries = 1000;
  std::uint64_t seed = 1;
  std::size_t attributes = 2;  // of a condition, if there are that many
  double width = 0.3;          // of a range, as a share of the column's values
};

struct QueryError {
  std::size_t queries = 0;  // fewer than asked for only where almost all are empty
  double mean = 0;
  double median = 0;
};

[[nodiscard]] QueryError measure_query_error(const Recoding& recoding,
                                             const RecodingContext& context,
                                             const QueryErrorOptions& options, const Run& run);

}  // namespace privet
