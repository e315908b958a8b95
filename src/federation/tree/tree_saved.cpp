// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_saved.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/counted.h"
#include "base/error.h"
#include "base/json_fields.h"
#include "federation/tree/tree_walk.h"
#include "mining/model_json.h"
#include "protocol/replicated/trio.h"

namespace privet::federation {
namespace {
namespace tree_saved {

using mining::ClassLabel;
using mining::NodeId;
using protocol::About;
using protocol::Bound;
using protocol::Occurs;

constexpr std::string_view kKind = "tree part";
constexpr std::size_t kMostSavedClasses = 256;

// The thresholds as --cuts has them.
std::string cuts_text(const std::vector<ColumnCuts>& cuts,
                      const std::vector<mining::TreeColumn>& columns) {
  std::string out;
  for (const auto& [column, values, texts] : cuts) {
    if (std::ranges::find(columns, column, &mining::TreeColumn::name) == columns.end()) continue;
    out += fmt::format("{}{}={}", out.empty() ? "" : ",", column, fmt::join(texts, "|"));
  }
  return out;
}

// One party's part, read.
struct SavedTree {
  mining::TreeModel model;  // own columns first, then one for each party
  std::size_t own = 0;
  std::vector<ColumnCuts> cuts;
  ModelPartHead head;
};

// The children of all nodes follow each other, and come after their parents.
void check_shape(const mining::TreeModel& model, const std::string& place) {
  std::size_t next = 1;
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    const auto& node = model.nodes[n];
    if (!node.split) continue;
    if (next <= n || node.first_child != next || node.split->branches == 0) {
      mining::bad_model(place, "its nodes do not make a tree");
    }
    next += node.split->branches;
  }
  if (next != model.nodes.size()) mining::bad_model(place, "its nodes do not make a tree");
}

mining::TreeNode read_node(const Json& in, const SavedTree& tree) {
  mining::TreeNode out;
  if (!in.contains("branches")) {
    const auto& label = in.at("class");
    if (!label.is_null()) out.label = ClassLabel(whole_at<std::uint32_t>(in, "class"));
    if (!label.is_null() && out.label >= tree.model.classes.size()) {
      throw Error(ErrorCode::Input, "a class that there is not");
    }
    return out;
  }
  const auto party = whole_at<std::uint32_t>(in, "party");
  const auto column = in.contains("column") ? whole_at<std::uint32_t>(in, "column") : 0U;
  const bool mine = party == tree.head.party + 1;
  if (party == 0 || party > tree.head.parties || mine != in.contains("column") ||
      (mine && column >= tree.own)) {
    throw Error(ErrorCode::Input, "a test that there is not");
  }
  mining::Split split;
  split.column = mine ? column : static_cast<std::uint32_t>(tree.own + party - 1);
  split.branches = whole_at<std::uint32_t>(in, "branches");
  if (mine && split.branches != tree.model.columns[column].values.size()) {
    throw Error(ErrorCode::Input, "another number of branches than its column has values");
  }
  out.split = split;
  out.first_child = whole_at<NodeId>(in, "first_child");
  return out;
}

SavedTree read_saved(const std::string& text, const std::string& place) {
  SavedTree out;
  out.head = read_part_head(text, place);
  const auto part = read_part(text, kKind, place);
  mining::read_fields(place, [&] {
    if (!part.at("class").is_null()) out.model.class_name = part.at("class").get<std::string>();
    const auto classes = whole_at<std::uint32_t>(part, "class_count");
    each_at(part, "classes",
            [&](const Json& name) { out.model.classes.push_back(name.get<std::string>()); });
    const bool here = out.head.party == out.head.class_site;
    if (out.model.classes.size() != (here ? classes : 0) || classes > kMostSavedClasses) {
      throw Error(ErrorCode::Input, "the classes are not those of the class site");
    }
    out.model.classes.resize(classes);
    each_at(part, "columns", [&](const Json& column) {
      out.model.columns.push_back({column.at("name").get<std::string>(), false,
                                   column.at("values").get<std::vector<std::string>>()});
    });
    out.own = out.model.columns.size();
    out.model.columns.resize(out.own + out.head.parties);
    const auto cuts = part.at("cuts").get<std::string>();
    if (!cuts.empty()) out.cuts = parse_cuts(cuts);
    each_at(part, "nodes",
            [&](const Json& node) { out.model.nodes.push_back(read_node(node, out)); });
  });
  check_shape(out.model, place);
  return out;
}

// All parts as one tree, for the comparison.
mining::TreeModel joined_tree(const std::vector<SavedTree>& parts) {
  const auto& classes = parts.at(parts.front().head.class_site);
  mining::TreeModel out{classes.model.class_name, classes.model.classes, {}, classes.model.nodes};
  std::vector<std::size_t> first;
  for (const auto& part : parts) {
    first.push_back(out.columns.size());
    out.columns.insert(out.columns.end(), part.model.columns.begin(),
                       part.model.columns.begin() + static_cast<std::ptrdiff_t>(part.own));
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto& part = parts[p];
    if (part.model.nodes.size() != out.nodes.size()) {
      throw Error(ErrorCode::Input, "the parties' parts are not of one tree");
    }
    for (std::size_t n = 0; n < out.nodes.size(); ++n) {
      const auto& split = part.model.nodes[n].split;
      if (!split || split->column >= part.own) continue;
      out.nodes[n] = part.model.nodes[n];
      out.nodes[n].split->column += static_cast<std::uint32_t>(first[p]);
    }
  }
  return out;
}

Answer answer_of(const mining::TreeModel& model, const Predictions& classes) {
  Json all = Json::array();
  for (const auto& one : classes) all.push_back(one ? Json(*one) : Json());
  const Json out{{"predictions", std::move(all)}};
  return {out.dump(),
          fmt::format("{} classified by a saved tree of {}", counted(classes.size(), "row"),
                      counted(model.nodes.size(), "node"))};
}

Answer plain(const DataSet& whole, const Settings& /*settings*/, const Run& /*run*/) {
  const auto& saved = std::get<ModelPart>(whole);
  std::vector<SavedTree> parts;
  std::vector<ColumnCuts> cuts;
  for (std::size_t p = 0; p < saved.models.size(); ++p) {
    parts.push_back(
        read_saved(saved.models[p], fmt::format("party-{}'s part of the model", p + 1)));
    cuts.insert(cuts.end(), parts.back().cuts.begin(), parts.back().cuts.end());
  }
  const auto model = joined_tree(parts);
  return answer_of(model, walk_whole_tree(model, with_cuts(saved.rows, cuts)));
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& /*settings*/, const Run& run) {
  const auto* saved = std::get_if<ModelPart>(&part);
  if (saved == nullptr || saved->models.size() != 1) {
    throw Error(ErrorCode::Input, "this party has no part of a model");
  }
  const auto tree = read_saved(saved->models.front(), "this party's part of the model");
  if (tree.head.party != session.parties().own.index() || tree.head.parties != job.parties ||
      tree.head.class_site != job.class_site) {
    throw Error(ErrorCode::Input, "this party's part of the model is not as was agreed on");
  }
  const auto rows = with_cuts(saved->rows, tree.cuts);
  const TreeWalker walker{tree.model, tree.own,
                          protocol::PartyId(static_cast<std::uint32_t>(job.class_site)), rows,
                          saved->count};
  return answer_of(tree.model, walk_tree(session.setting(run), walker, smallest_frame(session)));
}

protocol::Forecast forecast(const Job& job) {
  return walk_forecast(job.parties);
}

}  // namespace tree_saved
}  // namespace

std::string save_tree_part(const mining::TreeModel& model, std::size_t own,
                           const std::vector<ColumnCuts>& cuts, const ModelPartHead& head) {
  using namespace tree_saved;
  std::map<std::uint32_t, std::size_t> used;  // own columns that a node tests
  Json columns = Json::array();
  std::vector<mining::TreeColumn> kept;
  Json nodes = Json::array();
  const bool classes_here = head.party == head.class_site;
  for (const auto& node : model.nodes) {
    if (!node.split) {
      const bool known = classes_here && node.label != mining::kNoClass;
      nodes.push_back({{"class", known ? Json(std::uint32_t{node.label}) : Json()}});
      continue;
    }
    const auto column = node.split->column;
    const bool mine = column < own;
    Json one{{"party", (mine ? head.party : column - own) + 1},
             {"branches", node.split->branches},
             {"first_child", node.first_child}};
    if (mine) {
      if (used.emplace(column, used.size()).second) {
        kept.push_back(model.columns[column]);
        columns.push_back({{"name", kept.back().name}, {"values", kept.back().values}});
      }
      one["column"] = used.at(column);
    }
    nodes.push_back(std::move(one));
  }
  const Json part{{"class", classes_here ? Json(model.class_name) : Json()},
                  {"class_count", model.classes.size()},
                  {"classes", classes_here ? Json(model.classes) : Json::array()},
                  {"columns", std::move(columns)},
                  {"cuts", cuts_text(cuts, kept)},
                  {"nodes", std::move(nodes)}};
  return write_model_part(kKind, head, part);
}

Task tree_saved_task() {
  using namespace tree_saved;
  return {.name = "mine tree --saved",
          .split = Split::Vertical,
          .parameters = {},
          .protocols = {{.name = "walk",
                         .summary = "rows to classify go from the party that has a node's test to "
                                    "the party that has the next"}},
          .forecast = forecast,
          .referees = [](const Job&) { return std::string("none"); },
          .plain = plain,
          .secure = secure,
          .first_column_wins = false,
          .place = place_model_parts};
}

}  // namespace privet::federation
