// SPDX-License-Identifier: Apache-2.0
// Generalization boundaries that a policy sets, put on the hierarchies of a prepared table.
#pragma once

#include "job/policy.h"
#include "job/prepare.h"

namespace privet {

// The marks go on top of whatever hierarchy the column has. Throws Error{Input} at the policy's
// line for marks that contradict, are not in the hierarchy, or have none.
void set_policy_bounds(PreparedTable& prepared, const Policy& policy);

// The hierarchy with the marks of the policy's column. Errors as above.
[[nodiscard]] Hierarchy with_policy_bounds(const Hierarchy& hierarchy, const ColumnPolicy& column);

}  // namespace privet
