// SPDX-License-Identifier: Apache-2.0
// The parameters of association rules and the JSON of the answer, the same for the plain and the
// federated task.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/description.h"
#include "base/settings.h"
#include "mining/rules/min_support.h"
#include "mining/rules/rules.h"

namespace privet::mining {

// --min-support, --min-confidence, --max-size.
[[nodiscard]] std::vector<Parameter> rule_parameters();
// What they say, before the number of transactions is known.
struct RuleRequest {
  MinSupport min_support = {};
  double min_confidence = 0.5;
  std::size_t max_size = 0;  // 0: no limit
};
[[nodiscard]] RuleRequest rule_request(const Settings& settings);
[[nodiscard]] RuleOptions rule_options(const RuleRequest& request, std::uint64_t transactions);
[[nodiscard]] RuleOptions rule_options(const Settings& settings, std::uint64_t transactions);

// "14 frequent itemsets, 1 rule of 1,000 transactions".
[[nodiscard]] std::string rules_gist(const RuleModel& model);
// {"itemsets":[{"items","support"}],"rules":[{"if","then","support","confidence","lift"}]}, items
// by name.
[[nodiscard]] std::string rules_answer(const RuleModel& model);

}  // namespace privet::mining
