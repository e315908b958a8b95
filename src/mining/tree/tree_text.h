// SPDX-License-Identifier: Apache-2.0
// A tree as text for people, as Graphviz DOT, as a list of rules, as canonical JSON (what --json
// prints) and as a model file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mining/tree/tree_model.h"

namespace privet::mining {

// One line per branch, indented by depth: "|   humidity = high: no (3)".
[[nodiscard]] std::string draw_tree(const TreeModel& model);
[[nodiscard]] std::string tree_dot(const TreeModel& model);
// One rule per leaf that some row reached: "outlook = sunny and humidity = high -> no (3/0)", the
// rows of the leaf and the errors among them.
[[nodiscard]] std::vector<std::string> tree_rules(const TreeModel& model);
// {"column","children":[{"value"|"other_than"|"at_most"|"above","node"}]} or {"class","counts"}, as
// text of one line; the order of children is that of the branches.
[[nodiscard]] std::string canonical_tree(const TreeModel& model);

[[nodiscard]] std::string save_tree(const TreeModel& model);
[[nodiscard]] TreeModel load_tree(std::string_view text, const std::string& file);

}  // namespace privet::mining
