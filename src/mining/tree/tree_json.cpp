// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "base/error.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "mining/model_json.h"
#include "mining/tree/tree_text.h"

namespace privet::mining {
namespace {

constexpr std::string_view kKind = "tree";

std::string_view kind_name(TestKind kind) {
  if (kind == TestKind::AtMost) return "at_most";
  if (kind == TestKind::Among) return "among";
  return kind == TestKind::OneValue ? "one_value" : "values";
}

Json label_json(const TreeModel& model, const TreeNode& node) {
  return node.label < model.classes.size() ? Json(model.classes[node.label]) : Json();
}

Json branch_json(const TreeModel& model, const Split& split, std::uint32_t branch) {
  const TreeColumn& column = model.columns[split.column];
  switch (split.kind) {
    case TestKind::AtMost:
      return {{branch == 0 ? "at_most" : "above", split.cut}};
    case TestKind::OneValue:
      return {{branch == 0 ? "value" : "other_than", column.values[split.value]}};
    case TestKind::Among: {
      std::vector<std::string> values;
      for (const ValueId value : split.among) values.push_back(column.values[value]);
      return {{branch == 0 ? "values" : "other_than_values", values}};
    }
    case TestKind::Values:
      return {{"value", column.values[branch]}};
  }
  return {};
}

Json node_json(const TreeNode& node) {
  Json out{{"counts", node.counts}};
  out["label"] = node.label == kNoClass ? Json() : Json(std::uint32_t{node.label});
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

TreeNode node_from(const Json& in) {
  TreeNode node;
  node.counts = wholes_at<ClassCounts::value_type>(in, "counts");
  node.label =
      in.at("label").is_null() ? kNoClass : ClassLabel(whole_at<std::uint32_t>(in, "label"));
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

// A file may hold anything: what prediction relies on is checked here.
void check_tree(const TreeModel& model, const std::string& file) {
  if (model.nodes.empty()) bad_model(file, "the tree has no nodes");
  std::size_t next = 1;  // children follow each other in breadth-first order
  for (const auto& node : model.nodes) {
    if (node.counts.size() != model.classes.size())
      bad_model(file, "counts do not fit the classes");
    if (node.label != kNoClass && node.label >= model.classes.size()) {
      bad_model(file, "a label is not among the classes");
    }
    if (!node.split) continue;
    const Split& split = *node.split;
    if (split.column >= model.columns.size())
      bad_model(file, "the column of a test is not among the columns");
    const TreeColumn& column = model.columns[split.column];
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
  if (next != model.nodes.size()) bad_model(file, "nodes are missing or left over");
}

}  // namespace

std::string canonical_tree(const TreeModel& model) {
  // Built from the last node to the first: children come after their parents.
  std::vector<Json> built(model.nodes.size());
  for (std::size_t i = model.nodes.size(); i-- > 0;) {
    const TreeNode& node = model.nodes[i];
    if (!node.split) {
      built[i]["class"] = label_json(model, node);
      built[i]["counts"] = node.counts;
      continue;
    }
    built[i]["column"] = model.columns[node.split->column].name;
    Json children = Json::array();
    for (std::uint32_t b = 0; b < node.split->branches; ++b) {
      Json child = branch_json(model, *node.split, b);
      child["node"] = std::move(built[node.first_child + b]);
      children.push_back(std::move(child));
    }
    built[i]["children"] = std::move(children);
  }
  return built[0].dump();
}

std::string save_tree(const TreeModel& model) {
  Json columns = Json::array();
  for (const auto& column : model.columns) {
    Json out{{"name", column.name}, {"numeric", column.numeric}};
    if (!column.numeric) out["values"] = column.values;
    columns.push_back(std::move(out));
  }
  Json nodes = Json::array();
  for (const auto& node : model.nodes) nodes.push_back(node_json(node));
  return wrap_model(kKind, {{"class", model.class_name},
                            {"classes", model.classes},
                            {"columns", std::move(columns)},
                            {"nodes", std::move(nodes)}});
}

TreeModel load_tree(std::string_view text, const std::string& file) {
  const Json in = unwrap_model(text, kKind, file);
  TreeModel model;
  read_fields(file, [&] {
    model.class_name = in.at("class").get<std::string>();
    model.classes = in.at("classes").get<std::vector<std::string>>();
    each_at(in, "columns", [&](const Json& column) {
      TreeColumn out{column.at("name").get<std::string>(), column.at("numeric").get<bool>(), {}};
      if (!out.numeric) out.values = column.at("values").get<std::vector<std::string>>();
      model.columns.push_back(std::move(out));
    });
    each_at(in, "nodes", [&](const Json& node) { model.nodes.push_back(node_from(node)); });
  });
  check_tree(model, file);
  return model;
}

}  // namespace privet::mining
