// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/error.h"
#include "report/plot/tree_drawing.h"
#include "report/text/unicode.h"

namespace privet {
namespace {

struct Open {
  const DrawnNode* node;
  std::string before;  // what stands left of the node's children
  bool root;
  bool last;
};

std::string one_line(const DrawnNode& node) {
  std::string text = node.edge_label.empty() ? node.label : node.edge_label + ": " + node.label;
  if (!node.sublabel.empty()) text += "  (" + node.sublabel + ")";
  text = clean_text(text);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

// Without recursion: a chain of a hundred thousand nodes is a tree too.
std::string to_text(const DrawnNode& root, const TextStyle& style) {
  PRIVET_CHECK(style.width >= kMinTextWidth);
  const std::string_view tee = style.ascii ? "|-- " : "├── ";
  const std::string_view corner = style.ascii ? "`-- " : "└── ";
  const std::string_view bar = style.ascii ? "|   " : "│   ";
  std::string out;
  std::vector<Open> open = {{&root, "", true, true}};
  while (!open.empty()) {
    const Open at = std::move(open.back());
    open.pop_back();
    std::string line = at.before;
    if (!at.root) line += at.last ? corner : tee;
    out += truncate_to_width(line + one_line(*at.node), style.width) + '\n';
    std::string before = at.before;
    // Deeper than the width shows nothing but branches; they need not grow for ever.
    if (!at.root && display_width(before) < style.width) before += at.last ? "    " : bar;
    const auto& children = at.node->children;
    for (std::size_t i = children.size(); i-- > 0;) {
      open.push_back({&children[i], before, false, i + 1 == children.size()});
    }
  }
  return out;
}

}  // namespace privet
