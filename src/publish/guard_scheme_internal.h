// SPDX-License-Identifier: Apache-2.0
// The guard of a release whose levels were fixed beforehand (Problem::scheme).
#pragma once

#include "publish/guard_classes_internal.h"

namespace privet::detail {

// Refuses unless every cell depends on its own value only, in the way that the level says, and
// exactly those records are left out that are fewer than the models' smallest class on these
// levels: neither more nor fewer, for who is left out would otherwise say something.
void check_scheme(const Problem& problem, const ShownRecords& shown);

}  // namespace privet::detail
