// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "publish/guard_boundaries_internal.h"

namespace privet::detail {
namespace {

// What stands between the quotes, doubled ones made single; the text itself if it is in none.
std::string without_quotes(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
  std::string out;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    out += text[i];
    if (text[i] == '"') ++i;
  }
  return out;
}

}  // namespace

BoundaryReader::BoundaryReader(const Column& column, const Hierarchy& hierarchy)
    : hierarchy_(&hierarchy) {
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    const auto text = column.dictionary.text(static_cast<ValueId>(v));
    leaf_of_value_.push_back(hierarchy.find_leaf(text).value_or(kNoNode));
  }
}

void BoundaryReader::add(std::string_view text) {
  std::vector<NodeId> nodes;
  if (const auto lowest = hierarchy_->find(text)) {
    nodes.push_back(*lowest);
    for (NodeId node = *lowest; node != hierarchy_->root();) {
      node = hierarchy_->parent(node);
      if (hierarchy_->label(node) == text) nodes.push_back(node);
    }
  }
  nodes_of_text_.push_back(std::move(nodes));
  const bool quoted = text.size() > 1 && text.front() == '"';
  quoted_leaf_of_text_.push_back(
      quoted ? hierarchy_->find_leaf(without_quotes(text)).value_or(kNoNode) : kNoNode);
}

bool BoundaryReader::allows(std::uint32_t text, ValueId value) const {
  const NodeId leaf = leaf_of_value_[value];
  if (leaf == kNoNode) return false;
  if (quoted_leaf_of_text_[text] == leaf) return true;
  const auto [first, last] = hierarchy_->interval(hierarchy_->boundary(leaf));
  const std::size_t highest = hierarchy_->level(hierarchy_->boundary(leaf));
  for (const NodeId node : nodes_of_text_[text]) {
    const auto [begin, end] = hierarchy_->interval(node);
    const bool above_value = begin <= leaf && leaf <= end;
    if (above_value && hierarchy_->level(node) <= highest && first <= begin && end <= last) {
      return true;
    }
  }
  return false;
}

std::vector<std::uint8_t> barred_from_root(const Problem& problem) {
  std::vector<std::uint8_t> out(problem.table.rows(), 0);
  for (const auto& quasi : problem.quasi) {
    if (quasi.hierarchy == nullptr || !quasi.hierarchy->hierarchy.bounded()) continue;
    const Column& column = problem.table.column(quasi.column);
    BoundaryReader reader(column, quasi.hierarchy->hierarchy);
    reader.add("*");
    for (std::size_t r = 0; r < out.size(); ++r) {
      if (!reader.allows(0, column.codes[r])) out[r] = 1;
    }
  }
  return out;
}

}  // namespace privet::detail
