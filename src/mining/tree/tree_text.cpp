// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/tree_text.h"

#include <fmt/format.h>

#include "base/error.h"

namespace privet::mining {
namespace {

std::string label_text(const TreeModel& model, const TreeNode& node) {
  return node.label < model.classes.size() ? model.classes[node.label] : "?";
}

std::pair<std::uint64_t, std::uint64_t> rows_and_errors(const TreeNode& node) {
  std::uint64_t rows = 0;
  for (const std::uint64_t n : node.counts) rows += n;
  const std::uint64_t right = node.label < node.counts.size() ? node.counts[node.label] : 0;
  return {rows, rows - right};
}

std::string leaf_text(const TreeModel& model, const TreeNode& node) {
  const auto [rows, errors] = rows_and_errors(node);
  return errors == 0 ? fmt::format("{} ({})", label_text(model, node), rows)
                     : fmt::format("{} ({}/{})", label_text(model, node), rows, errors);
}

// "{sunny, rain}".
std::string joined_values(const TreeColumn& column, const Split& split) {
  std::string out;
  for (const ValueId value : split.among) out += (out.empty() ? "" : ", ") + column.values[value];
  return "{" + out + "}";
}

// "outlook = sunny", "age <= 30.5", "outlook in {rain, sunny}".
std::string condition(const TreeModel& model, const Split& split, std::uint32_t branch) {
  const TreeColumn& column = model.columns[split.column];
  switch (split.kind) {
    case TestKind::AtMost:
      return fmt::format("{} {} {}", column.name, branch == 0 ? "<=" : ">", split.cut);
    case TestKind::OneValue:
      return fmt::format("{} {} {}", column.name,
                         branch == 0 ? "=" : "!=", column.values[split.value]);
    case TestKind::Among:
      return fmt::format("{} {} {}", column.name, branch == 0 ? "in" : "not in",
                         joined_values(column, split));
    case TestKind::Values:
      return fmt::format("{} = {}", column.name, column.values[branch]);
  }
  return {};
}

// Deep trees must not exhaust the stack, so the walk keeps its own. Calls visit(node, depth, parent
// split or null, branch) in the order of drawing.
template <class Visit>
void walk(const TreeModel& model, const Visit& visit) {
  struct Step {
    NodeId node;
    std::size_t depth;
    const Split* from;
    std::uint32_t branch;
  };
  std::vector<Step> stack{{0, 0, nullptr, 0}};
  while (!stack.empty()) {
    const Step step = stack.back();
    stack.pop_back();
    const TreeNode& node = model.nodes[step.node];
    visit(step.node, step.depth, step.from, step.branch);
    if (!node.split) continue;
    for (std::uint32_t b = node.split->branches; b-- > 0;) {
      stack.push_back({node.child(b), step.depth + 1, &*node.split, b});
    }
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

}  // namespace

std::string draw_tree(const TreeModel& model) {
  std::string out;
  walk(model, [&](NodeId id, std::size_t depth, const Split* from, std::uint32_t branch) {
    const TreeNode& node = model.nodes[id];
    if (from == nullptr) {
      if (!node.split) out += leaf_text(model, node) + "\n";
      return;
    }
    for (std::size_t i = 1; i < depth; ++i) out += "|   ";
    out += condition(model, *from, branch);
    if (!node.split) out += ": " + leaf_text(model, node);
    out += "\n";
  });
  return out;
}

std::string tree_dot(const TreeModel& model) {
  std::string out = "digraph tree {\n  node [fontname=\"sans-serif\"];\n";
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const TreeNode& node = model.nodes[i];
    if (!node.split) {
      out += fmt::format("  n{} [shape=box, label=\"{}\"];\n", i, escaped(leaf_text(model, node)));
      continue;
    }
    out +=
        fmt::format("  n{} [label=\"{}\"];\n", i, escaped(model.columns[node.split->column].name));
    const std::size_t name = model.columns[node.split->column].name.size() + 1;
    for (std::uint32_t b = 0; b < node.split->branches; ++b) {
      const std::string test = condition(model, *node.split, b).substr(name);
      out += fmt::format("  n{} -> n{} [label=\"{}\"];\n", i, node.first_child + b, escaped(test));
    }
  }
  return out + "}\n";
}

std::vector<std::string> tree_rules(const TreeModel& model) {
  std::vector<std::string> out;
  std::vector<std::string> path;
  walk(model, [&](NodeId id, std::size_t depth, const Split* from, std::uint32_t branch) {
    const TreeNode& node = model.nodes[id];
    path.resize(depth == 0 ? 0 : depth - 1);
    if (from != nullptr) path.push_back(condition(model, *from, branch));
    const auto [rows, errors] = rows_and_errors(node);
    if (node.split || rows == 0) return;
    std::string rule;
    for (const auto& part : path) rule += (rule.empty() ? "" : " and ") + part;
    if (rule.empty()) rule = "always";
    out.push_back(fmt::format("{} -> {} ({}/{})", rule, label_text(model, node), rows, errors));
  });
  return out;
}

}  // namespace privet::mining
