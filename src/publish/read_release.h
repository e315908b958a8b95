// SPDX-License-Identifier: Apache-2.0
// Understands a released table as a recoding of its original, so that it can be measured.
#pragma once

#include "anonymize/problem.h"
#include "data/schema.h"

namespace privet {

// Record by record: the release must have the original's records in their order, and every
// quasi-identifier under its name. A record whose quasi-identifiers and sensitive values are all
// "*" counts as suppressed. Throws Error{Input} at `file` where a cell does not stand for what the
// original has.
[[nodiscard]] Recoding read_release(const Table& released, const std::string& file,
                                    const Problem& original, const Schema& schema, const Run& run);

}  // namespace privet
