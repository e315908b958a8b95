// SPDX-License-Identifier: Apache-2.0
// Releases by clustering: every class is a cluster of close records
// (anonymize/cluster/greedy_clusters.h), found with a tree over the records
// (anonymize/cluster/point_tree.h) that gives what a scan of all would. `kmember` clusters all
// records together. `constrained` keeps every value within its generalization boundary: records are
// clustered only with those of their boundary group (anonymize/classes/boundary_groups.h), and what
// no release within the boundaries can keep is suppressed. Reference: Byun, Kamra, Bertino and Li
// (2006) for kmember; Miller, Campan and Truta, "Constrained k-anonymity: privacy with
// generalization boundaries" (2008), GreedyCKA, for constrained. Cost: at worst the square of the
// largest group, in practice a small part of it. Threads: the groups are shared out over the run's
// pool; the result does not depend on how many there are.
#pragma once

#include <memory>

#include "anonymize/problem.h"
#include "base/description.h"

namespace privet {

extern const Description kKMember;
extern const Description kConstrained;

[[nodiscard]] std::unique_ptr<Anonymizer> make_k_member();
[[nodiscard]] std::unique_ptr<Anonymizer> make_constrained();

}  // namespace privet
