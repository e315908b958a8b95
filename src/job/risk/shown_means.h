// SPDX-License-Identifier: Apache-2.0
// Whether a released column shows numbers of classes instead of values.
#pragma once

#include "data/table.h"

namespace privet {

// `known` says that the release was microaggregated; otherwise it seems so where some numbers are
// written finer than any value of the table outside.
[[nodiscard]] bool shows_means(const Column& released, const Column& outside, bool known);

}  // namespace privet
