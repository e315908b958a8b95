// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/tree_nodes.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/error.h"
#include "base/json_fields.h"
#include "mining/model_json.h"

namespace privet::mining {
namespace {

std::string_view kind_name(TestKind kind) {
  if (kind == TestKind::AtMost) return "at_most";
  if (kind == TestKind::Among) return "among";
  return kind == TestKind::OneValue ? "one_value" : "values";
}

Json node_json(const TreeNode& node, bool counted) {
  Json out = Json::object();
  if (counted) {
    out["counts"] = node.counts;
    out["label"] = node.label == kNoClass ? Json() : Json(std::uint32_t{node.label});
    if (!node.weights.empty()) out["weights"] = node.weights;
  }
  if (!node.split) return out;
  const Split& split = *node.split;
  out["first_child"] = node.first_child;
  Json test{{"column", split.column},
            {"kind", kind_name(split.kind)},
            {"branches", split.branches},
            {"heaviest", split.heaviest}};
  if (split.kind == TestKind::AtMost) test["cut"] = split.cut;
  if (split.kind == TestKind::OneValue) test["value"] = split.value;
  if (split.kind == TestKind::Among) test["values"] = split.among;
  out["split"] = std::move(test);
  return out;
}

TreeNode node_from(const Json& in, bool counted) {
  TreeNode node;
  if (counted) {
    node.counts = wholes_at<ClassCounts::value_type>(in, "counts");
    node.label =
        in.at("label").is_null() ? kNoClass : ClassLabel(whole_at<std::uint32_t>(in, "label"));
    if (in.contains("weights")) node.weights = in.at("weights").get<std::vector<double>>();
  }
  if (!in.contains("split")) return node;
  const Json& test = in.at("split");
  Split split;
  split.column = whole_at<std::uint32_t>(test, "column");
  const auto kind = test.at("kind").get<std::string>();
  if (kind == "at_most") split.kind = TestKind::AtMost;
  if (kind == "one_value") split.kind = TestKind::OneValue;
  if (kind == "among") split.kind = TestKind::Among;
  if (kind != kind_name(split.kind)) {
    throw Error(ErrorCode::Input, "kind is not at_most, one_value, among or values");
  }
  split.branches = whole_at<std::uint32_t>(test, "branches");
  split.heaviest = whole_at<std::uint32_t>(test, "heaviest");
  if (split.kind == TestKind::AtMost) split.cut = test.at("cut").get<double>();
  if (split.kind == TestKind::OneValue) split.value = whole_at<ValueId>(test, "value");
  if (split.kind == TestKind::Among) split.among = wholes_at<ValueId>(test, "values");
  node.split = split;
  node.first_child = whole_at<NodeId>(in, "first_child");
  return node;
}

// Some but not all of the values, ascending.
bool fits(const std::vector<ValueId>& among, std::size_t values) {
  return !among.empty() && among.size() < values && among.back() < values &&
         std::ranges::adjacent_find(among, std::greater_equal<>()) == among.end();
}

}  // namespace

Json columns_json(std::span<const TreeColumn> columns) {
  Json list = Json::array();
  for (const auto& column : columns) {
    Json out{{"name", column.name}, {"numeric", column.numeric}};
    if (!column.numeric) out["values"] = column.values;
    list.push_back(std::move(out));
  }
  return list;
}

std::vector<TreeColumn> columns_from(const Json& object) {
  std::vector<TreeColumn> list;
  each_at(object, "columns", [&](const Json& column) {
    TreeColumn out{column.at("name").get<std::string>(), column.at("numeric").get<bool>(), {}};
    if (!out.numeric) out.values = column.at("values").get<std::vector<std::string>>();
    list.push_back(std::move(out));
  });
  return list;
}

Json nodes_json(std::span<const TreeNode> nodes, bool counted) {
  Json list = Json::array();
  for (const auto& node : nodes) list.push_back(node_json(node, counted));
  return list;
}

std::vector<TreeNode> nodes_from(const Json& object, bool counted) {
  std::vector<TreeNode> list;
  each_at(object, "nodes", [&](const Json& node) { list.push_back(node_from(node, counted)); });
  return list;
}

void check_nodes(std::span<const TreeNode> nodes, std::span<const TreeColumn> columns,
                 const std::string& file) {
  if (nodes.empty()) bad_model(file, "the tree has no nodes");
  std::size_t next = 1;  // children follow each other in breadth-first order
  for (const auto& node : nodes) {
    if (!node.split) continue;
    const Split& split = *node.split;
    if (split.column >= columns.size())
      bad_model(file, "the column of a test is not among the columns");
    const TreeColumn& column = columns[split.column];
    const bool numeric = split.kind == TestKind::AtMost;
    const std::size_t values = column.values.size();
    const std::size_t branches = split.kind == TestKind::Values ? values : 2;
    if (numeric != column.numeric || split.branches != branches || split.branches == 0 ||
        split.heaviest >= split.branches ||
        (split.kind == TestKind::OneValue && split.value >= values) ||
        (split.kind == TestKind::Among && !fits(split.among, values))) {
      bad_model(file, "a test does not fit its column");
    }
    if (node.first_child != next) bad_model(file, "the nodes are not in breadth-first order");
    next += split.branches;
  }
  if (next != nodes.size()) bad_model(file, "nodes are missing or left over");
}

}  // namespace privet::mining
