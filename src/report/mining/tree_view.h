// SPDX-License-Identifier: Apache-2.0
// What privet mine tree found, as text, JSON and a page.
#pragma once

#include <string>

#include "base/json.h"
#include "job/mining/tree_job.h"
#include "report/plot/tree_drawing.h"

namespace privet {

[[nodiscard]] std::string mine_tree_text(const job::MineTreeOutcome& found, job::TreeView view);
[[nodiscard]] Json mine_tree_json(const job::MineTreeOutcome& found);
[[nodiscard]] std::string mine_tree_page(const job::MineTreeOutcome& found);

// A decision tree ready to be drawn: tests inside, classes at the leaves, rows on the second line.
[[nodiscard]] DrawnNode drawn_tree(const mining::TreeModel& model);

}  // namespace privet
