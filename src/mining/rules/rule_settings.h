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

// --min-support, --min-confidence, --max-size, --min-lift, --sort, --top.
[[nodiscard]] std::vector<Parameter> rule_parameters();
// What they say, before the number of transactions is known.
struct RuleRequest {
  MinSupport min_support = {};
  double min_confidence = 0.5;
  std::size_t max_size = 0;  // 0: no limit
  double min_lift = 0;
  RuleOrder order = RuleOrder::Lift;
  std::size_t top = 0;  // 0: all
};
[[nodiscard]] RuleRequest rule_request(const Settings& settings);
[[nodiscard]] RuleOptions rule_options(const RuleRequest& request, std::uint64_t transactions);
[[nodiscard]] RuleOptions rule_options(const Settings& settings, std::uint64_t transactions);

// "14 frequent itemsets, 1 rule of 1,000 transactions".
[[nodiscard]] std::string rules_gist(const RuleModel& model);
[[nodiscard]] std::string rules_gist(const RuleModel& model, std::size_t rules);
// {"itemsets":[{"items","support"}],"rules":[{"if","then","support","confidence","lift"}]}, items
// by name.
[[nodiscard]] std::string rules_answer(const RuleModel& model);
// The same piece by piece, with these rules in place of the model's.
void write_rules_answer(const RuleModel& model, const RuleSource& rules, const Sink& sink,
                        int indent, const std::vector<std::string>& warnings = {});
// A RuleModel of the itemsets and rules in such an answer, with the items that occur in it.
[[nodiscard]] RuleModel answered_rules(std::string_view answer, std::uint64_t transactions);
// The same model with the items in the order of their names, so that it does not depend on who
// brought which item; rules are not kept.
[[nodiscard]] RuleModel by_names(const RuleModel& model);

}  // namespace privet::mining
