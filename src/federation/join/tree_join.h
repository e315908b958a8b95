// SPDX-License-Identifier: Apache-2.0
// A decision tree over tables at several sites that join, the class in one of them; the join is
// never made. Reference: Xu, "New models and techniques on privacy-preserving information sharing"
// (Simon Fraser 2008), chapter 3.
// Idea: the learner of mining/tree/tree.h over the oracle of federation/join/join_site.h at every
// site. Table t is party t's. The answer lies at the sites in parts
// (federation/join/join_answer.h). Discloses: federation/join/join_openings.h.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task tree_join_task();

}  // namespace privet::federation
