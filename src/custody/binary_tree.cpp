// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "custody/binary_tree_internal.h"

namespace privet::custody {

void take_nodes(const std::vector<ReadNode>& nodes, std::size_t root, EncodedTree& out) {
  std::vector<std::size_t> queue{root};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const ReadNode& node = nodes[queue[i]];
    mining::TreeNode made;
    made.label = node.label;
    made.split = node.split;
    if (node.split) {
      made.first_child = static_cast<mining::NodeId>(queue.size());
      queue.insert(queue.end(), node.children.begin(), node.children.end());
    }
    out.model.nodes.push_back(std::move(made));
    out.stated.push_back(node.stated);
    out.slack.push_back(node.slack);
  }
}

mining::ClassLabel class_of_text(const mining::TreeModel& model, std::string_view text) {
  const auto found = std::find(model.classes.begin(), model.classes.end(), text);
  if (found == model.classes.end()) {
    throw Error(ErrorCode::Input, fmt::format("the key has no class {}", quote_for_message(text)));
  }
  return static_cast<mining::ClassLabel>(found - model.classes.begin());
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

}  // namespace privet::custody
