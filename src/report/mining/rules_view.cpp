// SPDX-License-Identifier: Apache-2.0
#include "report/mining/rules_view.h"

#include <string>

#include "mining/rules/rule_settings.h"

namespace privet {

void write_mine_rules_text(const job::MineRulesOutcome& found, const Sink& sink, const Run& run) {
  constexpr std::size_t kPiece = 1U << 16U;
  std::string piece;
  std::size_t rules = 0;
  found.rules(run)([&](const mining::RulePlaces& places) {
    piece += mining::rule_text(found.model, found.model.rule(places)) + "\n";
    ++rules;
    if (piece.size() < kPiece) return;
    sink(piece);
    piece.clear();
  });
  sink(piece + "\n" + mining::rules_gist(found.model, rules) + "\n");
}

void write_mine_rules_json(const job::MineRulesOutcome& found, const Sink& sink,
                           const std::vector<std::string>& warnings, const Run& run) {
  constexpr int kIndent = 2;
  mining::write_rules_answer(found.model, found.rules(run), sink, kIndent, warnings);
  sink("\n");
}

}  // namespace privet
