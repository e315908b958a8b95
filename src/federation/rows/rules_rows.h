// SPDX-License-Identifier: Apache-2.0
// Association rules over baskets (or rows of a table) that lie at several parties.
// Reference: Kantarcioglu and Clifton, "Privacy-preserving distributed mining of association rules
// on horizontally partitioned data" (TKDE 2004). Idea: what is frequent in all baskets is frequent,
// as a share, at one party at least. So the names of items that are frequent somewhere come
// together without origin (protocol/union/set_union.h), and the supports of Apriori's candidates
// are secure sums. Of two parties each knows which names are the other's: they must accept it.
// Cost: the union once; a pair of rounds for each pass. Adversary: semi-honest; supports as
// federation/rows/row_sums.h, names as the union. Discloses, to all parties: how many baskets there
// are together, the names of items that are frequent at some party, how many names each party
// brings, the supports of all candidates; to the last party how many names 2, 3, ... parties have.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task rules_rows_task();

}  // namespace privet::federation
