// SPDX-License-Identifier: Apache-2.0
// Checks that the contexts of this folder are what circuits ask for.
#include "circuit/arithmetic.h"
#include "circuit/clear_context.h"
#include "circuit/compare.h"
#include "circuit/counting_context.h"
#include "circuit/logarithm.h"
#include "circuit/look_up.h"
#include "circuit/reshare.h"

namespace privet::circuit {

static_assert(BooleanContext<ClearContext>);
static_assert(BooleanContext<CountingContext>);
static_assert(BooleanContext<ShallowCountingContext>);

}  // namespace privet::circuit
