// SPDX-License-Identifier: Apache-2.0
// Rank swapping: the values of a column change places, each with one whose rank is near.
// Idea: records in the order of their values (ties in random order); going up, every record that
// has not been swapped yet changes values with one of the next w records that have not, drawn at
// random. So every value of the column is still there as often as it was, and no rank moves by more
// than w, p percent of the records.
// Reference: Moore, "Controlled data-swapping techniques for masking public use microdata sets"
// (1996). Cost: a sort, and a few draws per record.
#pragma once

#include <cstddef>

#include "base/random_source.h"
#include "data/table.h"

namespace privet {

// How many ranks p percent of the column's present values are; at least 1.
[[nodiscard]] std::size_t swap_window(const Column& column, double percent);

// Requires a column of numbers or dates.
[[nodiscard]] Column swap_ranks(const Column& column, double percent, RandomSource& random);

}  // namespace privet
