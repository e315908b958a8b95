// SPDX-License-Identifier: Apache-2.0
// privet mine rules: finds association rules in a table or in baskets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/sink.h"
#include "data/baskets/baskets.h"
#include "job/mining/mining_input.h"
#include "mining/rules/rule_settings.h"

namespace privet::job {

// Where the baskets of rules come from: a file of baskets, or a table whose items are column=value.
struct RuleInput {
  MiningInput table = {};
  bool baskets = false;  // the file has baskets
};

struct MineRulesOptions {
  RuleInput input = {};
  mining::RuleRequest request = {};
  ModelFiles files = {};
  std::optional<std::string> csv = {};  // the rules as a table
  Sink standard_output = {};            // takes what goes to "-", once all else is written
};

// Rules may be many: what is shown is found while it is written wherever the order allows it.
struct MineRulesOutcome {
  mining::RuleModel model = {};  // its rules: where they are sorted, or the first few
  mining::RuleOptions options = {};

  [[nodiscard]] bool found_again() const {
    return options.order == mining::RuleOrder::Itemset && options.top == 0;
  }
  [[nodiscard]] mining::RuleSource rules(const Run& run) const;
};

[[nodiscard]] std::vector<Parameter> mine_rules_parameters();
[[nodiscard]] MineRulesOptions mine_rules_options(const Settings& settings);
[[nodiscard]] MineRulesOutcome run_mine_rules(const MineRulesOptions& options, const Run& run);

// --baskets, or a file name that ends as FIMI files do.
[[nodiscard]] RuleInput rule_input(const Settings& settings);

}  // namespace privet::job
