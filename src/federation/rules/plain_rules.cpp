// SPDX-License-Identifier: Apache-2.0
#include "federation/rules/plain_rules.h"

#include <numeric>

#include "mining/rules/rule_settings.h"

namespace privet::federation {

Baskets baskets_in(const DataSet& data) {
  if (const auto* table = table_of(data)) {
    std::vector<AttributeId> columns(table->columns());
    std::iota(columns.begin(), columns.end(), AttributeId{0});
    return mining::baskets_of(*table, columns);
  }
  return std::get<Baskets>(data);
}

Answer rules_answer(const mining::RuleModel& found, const mining::RuleOptions& options,
                    const Run& run) {
  mining::RuleModel model = mining::by_names(found);
  model.rules = mining::rules_of(model, options, run);
  return {mining::rules_answer(model), mining::rules_gist(model)};
}

Answer plain_rules(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto baskets = baskets_in(whole);
  const auto options = mining::rule_options(settings, baskets.size());
  return rules_answer(mining::frequent_items(baskets, options, run), options, run);
}

}  // namespace privet::federation
