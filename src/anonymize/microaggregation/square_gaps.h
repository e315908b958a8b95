// SPDX-License-Identifier: Apache-2.0
// The two walks over all points that microaggregation takes again and again, four numbers at a
// time. Compiled plainly and for AVX2, chosen when the program runs; the results are the same to
// the last bit.
#pragma once

#include <span>

namespace privet {

// distances[i] += (column[i] - at)^2.
void add_square_gaps(std::span<double> distances, const double* column, double at);
// The largest of some numbers, none of them NaN. Requires at least one.
[[nodiscard]] double largest(std::span<const double> numbers);

}  // namespace privet
