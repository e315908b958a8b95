// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "base/error.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "mining/model_json.h"
#include "mining/tree/tree_nodes.h"
#include "mining/tree/tree_text.h"

namespace privet::mining {
namespace {

constexpr std::string_view kKind = "tree";

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

void check_classes(const TreeModel& model, const std::string& file) {
  const std::size_t classes = model.classes.size();
  for (const auto& node : model.nodes) {
    if (node.counts.size() != classes ||
        (!node.weights.empty() && node.weights.size() != classes)) {
      bad_model(file, "counts do not fit the classes");
    }
    if (node.label != kNoClass && node.label >= classes) {
      bad_model(file, "a label is not among the classes");
    }
  }
}

}  // namespace

std::string canonical_tree(const TreeModel& model) {
  // Built from the last node to the first: children come after their parents.
  std::vector<Json> built(model.nodes.size());
  for (std::size_t i = model.nodes.size(); i-- > 0;) {
    const TreeNode& node = model.nodes[i];
    if (!node.split) {
      built[i]["class"] = label_json(model, node);
      built[i]["counts"] = node.weights.empty() ? Json(node.counts) : Json(node.weights);
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
  Json out{{"class", model.class_name},
           {"classes", model.classes},
           {"columns", columns_json(model.columns)},
           {"nodes", nodes_json(model.nodes, true)}};
  if (model.fractional) out["missing"] = "fractional";
  return wrap_model(kKind, out);
}

TreeModel load_tree(std::string_view text, const std::string& file) {
  const Json in = unwrap_model(text, kKind, file);
  TreeModel model;
  read_fields(file, [&] {
    model.class_name = in.at("class").get<std::string>();
    model.classes = in.at("classes").get<std::vector<std::string>>();
    model.columns = columns_from(in);
    model.nodes = nodes_from(in, true);
    model.fractional = in.contains("missing") && in.at("missing") == "fractional";
  });
  check_nodes(model.nodes, model.columns, file);
  check_classes(model, file);
  return model;
}

}  // namespace privet::mining
