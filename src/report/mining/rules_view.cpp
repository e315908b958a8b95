// SPDX-License-Identifier: Apache-2.0
#include "report/mining/rules_view.h"

#include "mining/rules/rule_settings.h"

namespace privet {

std::string mine_rules_text(const job::MineRulesOutcome& found) {
  std::string text;
  for (const auto& rule : found.model.rules) text += mining::rule_text(found.model, rule) + "\n";
  return text + "\n" + mining::rules_gist(found.model) + "\n";
}

Json mine_rules_json(const job::MineRulesOutcome& found) {
  return Json::parse(mining::rules_answer(found.model));
}

}  // namespace privet
