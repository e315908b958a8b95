// SPDX-License-Identifier: Apache-2.0
// A labelled tree as a drawing and as text: decision trees, hierarchies, profiles.
// Idea: tidy layout. Subtrees are set side by side as close as their outlines allow, a parent is
// centred over its children. A tree above `max_nodes` is drawn down to what fits, level by level,
// and says at each cut how much is missing.
// Reference: E. Reingold, J. Tilford, Tidier drawings of trees, IEEE TSE 1981.
// Cost: nodes drawn times levels.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/plot/plot.h"
#include "report/text/text_table.h"

namespace privet {

struct DrawnNode {
  std::string label = {};
  std::string sublabel = {};    // a second, quieter line
  std::string edge_label = {};  // on the line from the parent
  std::vector<DrawnNode> children = {};
};

enum class Growth { Down, Right };  // Right suits many leaves and long labels

struct TreeDrawing {
  std::string title = {};
  std::string description = {};
  DrawnNode root = {};
  Growth growth = Growth::Down;
  std::size_t max_nodes = 200;
  double width = kFullWidth;  // at least; a wide tree takes what it needs
};
[[nodiscard]] Svg draw(const TreeDrawing& drawing);

// With box characters (or ASCII), one node to a line, cut to the width of the style.
[[nodiscard]] std::string to_text(const DrawnNode& root, const TextStyle& style = terminal_style());

}  // namespace privet
