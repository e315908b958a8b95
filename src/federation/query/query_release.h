// SPDX-License-Identifier: Apache-2.0
// A query of a release that lies in parts at several sites: one virtual database, whose answers do
// not tell whose records they are about.
// Reference: Jurczyk and Xiong, "Distributed anonymization: achieving privacy for both data
// subjects and data providers" (Emory TR-2009-013), section 3. Idea: every site evaluates the query
// on its own part (released_part.h). Groups, and the records of a query for records, come by a
// union without origin (protocol/union/set_union.h), how many there are of each by secure sums. A
// circuit first judges whether the answer and all earlier ones leave no set of fewer records or
// sites than was promised (query_log.h), and tells one bit. If shares in tenths fail, the answer is
// tried with "perhaps" as one share; then it is refused. Adversary: semi-honest; as of
// federation/release/site_ways.h. Discloses, to every site: the groups that the query makes, also
// if it is refused; whether it may be answered; then the answer and which cells of the log have
// records; to the last site how many groups several sites have.
// Cost: rounds do not grow with records, groups or earlier queries.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

inline constexpr std::string_view kQueryTask = "federation query";
[[nodiscard]] Task query_release_task();

}  // namespace privet::federation
