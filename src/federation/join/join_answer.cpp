// SPDX-License-Identifier: Apache-2.0
#include "federation/join/join_answer.h"

#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"

namespace privet::federation {
namespace {

Json test_json(const mining::TreeColumn& column, const mining::Split& split) {
  Json out{{"heaviest", split.heaviest}};
  if (split.kind == mining::TestKind::AtMost) out["at_most"] = split.cut;
  if (split.kind == mining::TestKind::OneValue) out["value"] = column.values[split.value];
  if (split.kind == mining::TestKind::Values) out["values"] = column.values;
  return out;
}

Json node_json(const JoinAnswerOf& of, const mining::TreeNode& node) {
  Json out{{"counts", node.counts}};
  if (!node.split) {
    const bool known = node.label < of.model.classes.size();
    out["class"] = known ? Json(of.model.classes[node.label]) : Json();
    return out;
  }
  const auto column = node.split->column;
  out["table"] = of.tables[column];
  Json branches = Json::array();
  for (std::uint32_t b = 0; b < node.split->branches; ++b) branches.push_back(node.first_child + b);
  out["branches"] = std::move(branches);
  if (column >= of.own) return out;
  out["column"] = of.model.columns[column].name;
  out["test"] = test_json(of.model.columns[column], *node.split);
  return out;
}

[[noreturn]] void not_of_one_tree() {
  throw Error(ErrorCode::Internal, "the parties' parts are not of one tree");
}

}  // namespace

Answer join_answer(const JoinAnswerOf& of, const std::optional<InstanceClasses>& classes) {
  const auto& model = of.model;
  Json nodes = Json::array();
  for (const auto& node : model.nodes) nodes.push_back(node_json(of, node));
  Json out{{"class", model.class_name},
           {"classes", model.classes},
           {"depth", model.depth()},
           {"leaves", model.leaves()},
           {"nodes", std::move(nodes)}};
  std::string gist = "a tree of " + counted(model.nodes.size(), "node") + ", " +
                     counted(model.leaves(), "leaf", "leaves") + ", depth " +
                     std::to_string(model.depth());
  if (classes) {
    Json all = Json::array();
    for (const auto& one : *classes) all.push_back(one ? Json(*one) : Json());
    out["predictions"] = std::move(all);
    gist += "; " + counted(classes->size(), "instance") + " classified";
  }
  return {out.dump(), std::move(gist)};
}

Answer join_site_answers(std::span<const Answer> parts) {
  PRIVET_CHECK(!parts.empty());
  Json whole = Json::parse(parts.front().json);
  for (const auto& part : parts.subspan(1)) {
    const Json more = Json::parse(part.json);
    if (more.at("nodes").size() != whole.at("nodes").size()) not_of_one_tree();
    for (std::size_t i = 0; i < more.at("nodes").size(); ++i) {
      const Json& theirs = more.at("nodes")[i];
      Json& ours = whole["nodes"][i];
      for (const std::string key : {"counts", "class", "table", "branches"}) {
        const bool same = theirs.contains(key) == ours.contains(key) &&
                          (!theirs.contains(key) || theirs.at(key).dump() == ours.at(key).dump());
        if (!same) not_of_one_tree();
      }
      if (!theirs.contains("column")) continue;
      ours["column"] = theirs.at("column");
      ours["test"] = theirs.at("test");
    }
    const bool predicts = more.contains("predictions");
    if (predicts != whole.contains("predictions") ||
        (predicts && more.at("predictions").dump() != whole.at("predictions").dump())) {
      not_of_one_tree();
    }
  }
  return {whole.dump(), parts.front().gist};
}

}  // namespace privet::federation
