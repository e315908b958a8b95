// SPDX-License-Identifier: Apache-2.0
// What privet mine rules found, as text and JSON, written piece by piece.
#pragma once

#include "base/run.h"
#include "base/sink.h"
#include "job/mining/rules_job.h"

namespace privet {

void write_mine_rules_text(const job::MineRulesOutcome& found, const Sink& sink, const Run& run);
void write_mine_rules_json(const job::MineRulesOutcome& found, const Sink& sink,
                           const std::vector<std::string>& warnings, const Run& run);

}  // namespace privet
