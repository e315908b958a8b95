// SPDX-License-Identifier: Apache-2.0
// Turns a recoding into the table to be released: identifiers are dropped (or shown as the schema
// says), quasi-identifiers generalized, suppressed records lose their quasi-identifiers and
// sensitive values, everything else stays.
#pragma once

#include "anonymize/problem.h"
#include "data/schema.h"

namespace privet {

[[nodiscard]] Table apply_recoding(const Problem& problem, const Schema& schema,
                                   const Recoding& recoding, const Run& run);

}  // namespace privet
