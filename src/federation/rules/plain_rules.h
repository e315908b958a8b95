// SPDX-License-Identifier: Apache-2.0
// What both ways to divide baskets, by items and by transactions, have in common: the data as
// baskets, the answer, and the plain algorithm.
#pragma once

#include "data/baskets/baskets.h"
#include "federation/task/task.h"
#include "mining/rules/rules.h"

namespace privet::federation {

// The rows of a table are baskets of its columns' values.
[[nodiscard]] Baskets baskets_in(const DataSet& data);
// Items by name, so that the answer does not depend on which party brought which of them.
[[nodiscard]] Answer rules_answer(const mining::RuleModel& found,
                                  const mining::RuleOptions& options, const Run& run);
[[nodiscard]] Answer plain_rules(const DataSet& whole, const Settings& settings, const Run& run);

}  // namespace privet::federation
