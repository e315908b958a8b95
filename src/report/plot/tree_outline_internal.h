// SPDX-License-Identifier: Apache-2.0
// The narrow drawing of a tree (tree_drawing.h).
#pragma once

#include <string>

#include "report/plot/tree_drawing.h"

namespace privet::detail {

// As wide as a phone: a line for each node, at most `max_nodes` of them, and how many are left out.
[[nodiscard]] std::string draw_outline(const TreeDrawing& drawing);

}  // namespace privet::detail
