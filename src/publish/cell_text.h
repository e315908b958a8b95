// SPDX-License-Identifier: Apache-2.0
// How a released cell is written:
//   25           one value                        [25-28]    a range of numbers, both ends included
//   {a,b}        one of these values              [-5..3]    the same where an end contains a minus
//   sign
//   {?,[25-28]}  missing, or in the range         *          suppressed, anything
//   Midwest      a node of the column's hierarchy
//   37.4         in a microaggregated column: the mean or median of the class (quality/
//                class_statistic.h), {?,37.4} where some records miss the value, * where too few
//                have one
// The first two dots in a row part such a range: the dot that may end a number ("-5.") is left out
// of its lower end. An original value that looks like one of these is put in double quotes, quotes
// inside doubled; so is a member of a set that contains a comma, brace or quote, or is empty. See
// docs/format/release.md.
#pragma once

#include <string>
#include <string_view>

#include "hierarchy/bind.h"
#include "recoding/recoding.h"

namespace privet {

inline constexpr std::string_view kSuppressedText = "*";

[[nodiscard]] std::string cell_text(const GeneralizedValue& value, const Column& column,
                                    const BoundHierarchy* hierarchy);

}  // namespace privet
