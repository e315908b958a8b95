// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_parts.h"

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"

namespace privet::federation {
namespace {

std::string gist_of(const mining::TreeModel& model) {
  return "a tree of " + counted(model.nodes.size(), "node") + ", " +
         counted(model.leaves(), "leaf", "leaves") + ", depth " + std::to_string(model.depth());
}

// A null class: not known here.
Json leaf_json(const mining::TreeModel& model, const mining::TreeNode& node, bool known) {
  if (!known || node.label == mining::kNoClass) return {{"class", Json()}};
  return {{"class", model.classes[node.label]}};
}

Json branches_json(const mining::TreeModel& model, const mining::TreeNode& node, bool known) {
  Json out = Json::array();
  for (std::uint32_t b = 0; b < node.split->branches; ++b) {
    Json branch = Json::object();
    if (known) branch["value"] = model.columns[node.split->column].values[b];
    branch["node"] = node.first_child + b;
    out.push_back(std::move(branch));
  }
  return out;
}

Answer document(const mining::TreeModel& model, Json class_name, Json nodes,
                const std::optional<Predictions>& classes) {
  Json out{{"class", std::move(class_name)},
           {"depth", model.depth()},
           {"leaves", model.leaves()},
           {"nodes", std::move(nodes)}};
  auto gist = gist_of(model);
  if (classes) {
    Json all = Json::array();
    for (const auto& one : *classes) all.push_back(one ? Json(*one) : Json());
    out["predictions"] = std::move(all);
    gist += "; " + counted(classes->size(), "row") + " classified";
  }
  return {out.dump(), std::move(gist)};
}

// What one part adds to a node: members that the other does not have, and the values of branches.
void add_members(Json& node, const Json& more) {
  for (const std::string key : {"column", "class"}) {
    if (more.contains(key) && !more.at(key).is_null()) node[key] = more.at(key);
  }
  if (node.contains("branches") != more.contains("branches")) {
    throw Error(ErrorCode::Internal, "the parties' parts are not of one tree");
  }
  if (more.contains("column")) node["branches"] = more.at("branches");
}

}  // namespace

Answer tree_part(const mining::TreeModel& model, std::span<const std::string> parties,
                 const PartOwner& owner, const std::optional<Predictions>& classes) {
  Json nodes = Json::array();
  for (const auto& node : model.nodes) {
    if (!node.split) {
      nodes.push_back(leaf_json(model, node, owner.class_site));
      continue;
    }
    const bool mine = node.split->column < owner.columns;
    Json one{{"party", parties[mine ? owner.party : node.split->column - owner.columns]}};
    if (mine) one["column"] = model.columns[node.split->column].name;
    one["branches"] = branches_json(model, node, mine);
    nodes.push_back(std::move(one));
  }
  const Json name = owner.class_site ? Json(model.class_name) : Json();
  return document(model, name, std::move(nodes), classes);
}

Answer whole_tree(const mining::TreeModel& model, const std::optional<Predictions>& classes) {
  Json nodes = Json::array();
  for (const auto& node : model.nodes) {
    if (!node.split) {
      nodes.push_back(leaf_json(model, node, true));
      continue;
    }
    nodes.push_back({{"column", model.columns[node.split->column].name},
                     {"branches", branches_json(model, node, true)}});
  }
  return document(model, model.class_name, std::move(nodes), classes);
}

Answer join_tree_parts(std::span<const Answer> parts) {
  PRIVET_CHECK(!parts.empty());
  Json whole = Json::parse(parts.front().json);
  for (const auto& part : parts.subspan(1)) {
    const Json more = Json::parse(part.json);
    const bool same = more.contains("predictions") == whole.contains("predictions") &&
                      (!more.contains("predictions") ||
                       more.at("predictions").dump() == whole.at("predictions").dump());
    if (!same || more.at("nodes").size() != whole.at("nodes").size()) {
      throw Error(ErrorCode::Internal, "the parties' parts are not of one tree");
    }
    if (!more.at("class").is_null()) whole["class"] = more.at("class");
    for (std::size_t i = 0; i < more.at("nodes").size(); ++i) {
      add_members(whole["nodes"][i], more.at("nodes")[i]);
    }
  }
  Json nodes = Json::array();
  for (std::size_t i = 0; i < whole.at("nodes").size(); ++i) {
    const Json& node = whole.at("nodes")[i];
    if (node.contains("branches")) {
      nodes.push_back({{"column", node.at("column")}, {"branches", node.at("branches")}});
    } else {
      nodes.push_back({{"class", node.at("class")}});
    }
  }
  whole["nodes"] = std::move(nodes);
  return {whole.dump(), parts.front().gist};
}

}  // namespace privet::federation
