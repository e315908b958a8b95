// SPDX-License-Identifier: Apache-2.0
// Forests and boosted trees as model files.
#include <utility>

#include "base/json.h"
#include "base/json_fields.h"
#include "mining/model_json.h"
#include "mining/tree/boost.h"
#include "mining/tree/forest.h"
#include "mining/tree/tree_nodes.h"

namespace privet::mining {
namespace {

void check_counts(const std::vector<TreeNode>& nodes, std::size_t classes,
                  const std::string& file) {
  for (const auto& node : nodes) {
    if (node.counts.size() != classes) bad_model(file, "counts do not fit the classes");
    if (node.label != kNoClass && node.label >= classes) {
      bad_model(file, "a label is not among the classes");
    }
  }
}

}  // namespace

std::string save_forest(const ForestModel& model) {
  Json trees = Json::array();
  for (const auto& nodes : model.trees) trees.push_back({{"nodes", nodes_json(nodes, true)}});
  return wrap_model("forest", {{"class", model.class_name},
                               {"classes", model.classes},
                               {"columns", columns_json(model.columns)},
                               {"importance", model.importance},
                               {"trees", std::move(trees)}});
}

ForestModel load_forest(std::string_view text, const std::string& file) {
  const Json in = unwrap_model(text, "forest", file);
  ForestModel model;
  read_fields(file, [&] {
    model.class_name = in.at("class").get<std::string>();
    model.classes = in.at("classes").get<std::vector<std::string>>();
    model.columns = columns_from(in);
    model.importance = in.at("importance").get<std::vector<double>>();
    each_at(in, "trees", [&](const Json& tree) { model.trees.push_back(nodes_from(tree, true)); });
  });
  if (model.trees.empty()) bad_model(file, "the forest has no trees");
  if (model.importance.size() != model.columns.size()) {
    bad_model(file, "the importance does not fit the columns");
  }
  for (const auto& nodes : model.trees) {
    check_nodes(nodes, model.columns, file);
    check_counts(nodes, model.classes.size(), file);
  }
  return model;
}

std::string save_boost(const BoostModel& model) {
  Json trees = Json::array();
  for (const auto& tree : model.trees) {
    trees.push_back({{"nodes", nodes_json(tree.nodes, false)}, {"values", tree.values}});
  }
  return wrap_model("boost", {{"class", model.class_name},
                              {"classes", model.classes},
                              {"columns", columns_json(model.columns)},
                              {"rate", model.rate},
                              {"start", model.start},
                              {"importance", model.importance},
                              {"trees", std::move(trees)}});
}

BoostModel load_boost(std::string_view text, const std::string& file) {
  const Json in = unwrap_model(text, "boost", file);
  BoostModel model;
  read_fields(file, [&] {
    model.class_name = in.at("class").get<std::string>();
    model.classes = in.at("classes").get<std::vector<std::string>>();
    model.columns = columns_from(in);
    model.rate = in.at("rate").get<double>();
    model.start = in.at("start").get<std::vector<double>>();
    model.importance = in.at("importance").get<std::vector<double>>();
    each_at(in, "trees", [&](const Json& tree) {
      model.trees.push_back(
          {nodes_from(tree, false), tree.at("values").get<std::vector<double>>()});
    });
  });
  const std::size_t classes = model.classes.size();
  const std::size_t outputs = classes == 2 ? 1 : classes;
  if (classes < 2 || model.start.size() != outputs || model.trees.size() % outputs != 0 ||
      model.importance.size() != model.columns.size()) {
    bad_model(file, "its parts do not fit each other");
  }
  for (const auto& tree : model.trees) {
    check_nodes(tree.nodes, model.columns, file);
    if (tree.values.size() != tree.nodes.size()) bad_model(file, "values do not fit the nodes");
  }
  return model;
}

}  // namespace privet::mining
