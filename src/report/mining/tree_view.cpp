// SPDX-License-Identifier: Apache-2.0
#include "report/mining/tree_view.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "mining/tree/tree_text.h"
#include "report/mining/page_parts.h"
#include "report/mining/quality_view.h"

namespace privet {
namespace {

std::string shown_tree(const mining::TreeModel& model, job::TreeView view) {
  if (view == job::TreeView::Dot) return mining::tree_dot(model);
  if (view == job::TreeView::Tree) return mining::draw_tree(model);
  return fmt::format("{}\n", fmt::join(mining::tree_rules(model), "\n"));
}

std::string branch_label(const mining::TreeModel& model, const mining::Split& split,
                         std::uint32_t branch) {
  const auto& column = model.columns[split.column];
  switch (split.kind) {
    case mining::TestKind::AtMost:
      return fmt::format("{} {}", branch == 0 ? "≤" : ">", format_exact(split.cut));
    case mining::TestKind::OneValue:
      return fmt::format("{} {}", branch == 0 ? "=" : "≠", column.values[split.value]);
    case mining::TestKind::Among: {
      std::string values;
      for (const auto value : split.among) {
        values += (values.empty() ? "" : ", ") + column.values[value];
      }
      return fmt::format("{} {}", branch == 0 ? "∈" : "∉", values);
    }
    case mining::TestKind::Values:
      break;
  }
  return column.values[branch];
}

DrawnNode drawn_node(const mining::TreeModel& model, mining::NodeId id) {
  const auto& node = model.nodes[id];
  std::uint64_t rows = 0;
  for (const auto count : node.counts) rows += count;
  DrawnNode out;
  const std::string label = node.label < model.classes.size() ? model.classes[node.label] : "?";
  out.label = node.split ? model.columns[node.split->column].name : label;
  out.sublabel = node.split ? counted(rows, "row")
                            : fmt::format("{} of {}",
                                          node.label < node.counts.size()
                                              ? format_count(node.counts[node.label])
                                              : "0",
                                          format_count(rows));
  for (std::uint32_t b = 0; node.split && b < node.split->branches; ++b) {
    out.children.push_back(drawn_node(model, node.child(b)));
    out.children.back().edge_label = branch_label(model, *node.split, b);
  }
  return out;
}

// How many rows join, and how large the join is.
std::string join_text(const job::JoinedFrom& join) {
  std::string out;
  for (std::size_t t = 0; t < join.tables.size(); ++t) {
    out += fmt::format("{}: {}, {} of them join{}\n", join.tables[t],
                       counted(join.sizes.rows[t], "row"), format_count(join.sizes.joined[t]),
                       t == join.target ? " (the class is here)" : "");
  }
  return out + fmt::format("the join: {}, {:.4g} times the cells of the tables (not made)\n",
                           counted(join.sizes.join_rows, "row"), join.sizes.blow_up());
}

Json join_json(const job::JoinedFrom& join) {
  Json tables = Json::array();
  for (std::size_t t = 0; t < join.tables.size(); ++t) {
    tables.push_back({{"name", join.tables[t]},
                      {"file", join.files[t]},
                      {"rows", join.sizes.rows[t]},
                      {"joined", join.sizes.joined[t]}});
  }
  Json out{{"tables", std::move(tables)},     {"class_table", join.tables[join.target]},
           {"rows", join.sizes.join_rows},    {"cells", join.sizes.join_cells},
           {"table_cells", join.sizes.cells}, {"blow_up", join.sizes.blow_up()}};
  if (join.learned) out["accuracy_of_joined_rows"] = join.joined_accuracy;
  return out;
}

}  // namespace

std::string mine_tree_text(const job::MineTreeOutcome& found, job::TreeView view) {
  const auto& model = found.model;
  if (found.join && !found.join->learned) return join_text(*found.join);
  std::string text = shown_tree(model, view);
  text += fmt::format("\n{}, {}, depth {}\n", counted(model.nodes.size(), "node"),
                      counted(model.leaves(), "leaf", "leaves"), model.depth());
  if (!found.measured) {
    text += fmt::format(
        "learned inside the database from {}; how well it classifies was not measured, because the "
        "rows stay there\n",
        counted(found.from.rows, "row"));
  } else {
    text += view == job::TreeView::Tree ? quality_text(found.quality, model.classes, found.from)
                                        : fmt::format("{}; the commonest class alone {:.4f}\n",
                                                      accuracy_text(found.quality, found.from),
                                                      found.quality.confusion.majority());
  }
  if (found.join && view == job::TreeView::Tree) {
    text += join_text(*found.join);
    text += fmt::format(
        "The accuracy is that of the rows of {}, by the votes of their joined rows; of joined rows "
        "in training it is {:.4f}.\n",
        found.join->tables[found.join->target], found.join->joined_accuracy);
  }
  if (!found.predictions) return text;
  for (const auto& label : *found.predictions) text += label.value_or("?") + "\n";
  return text;
}

Json mine_tree_json(const job::MineTreeOutcome& found) {
  const auto& model = found.model;
  if (found.join && !found.join->learned) return {{"join", join_json(*found.join)}};
  Json out{{"nodes", model.nodes.size()},
           {"leaves", model.leaves()},
           {"depth", model.depth()},
           {"tree", Json::parse(mining::canonical_tree(model))}};
  if (found.measured) {
    add_quality(out, found.quality, model.classes, found.from);
  } else {
    out["engine"] = "database";
    out["rows"] = found.from.rows;
  }
  if (found.join) out["join"] = join_json(*found.join);
  if (!found.predictions) return out;
  out["predictions"] = Json::array();
  for (const auto& label : *found.predictions)
    out["predictions"].push_back(label ? Json(*label) : Json());
  return out;
}

DrawnNode drawn_tree(const mining::TreeModel& model) {
  return drawn_node(model, 0);
}

std::string mine_tree_page(const job::MineTreeOutcome& found) {
  const auto& model = found.model;
  HtmlPage page = mining_page(fmt::format("Decision tree for {}", model.class_name), found.from);
  page.cards(
      {accuracy_card(found.quality, found.from),
       auc_card(found.quality),
       {.value = format_count(model.nodes.size()), .caption = noun_for(model.nodes.size(), "node")},
       {.value = format_count(model.leaves()),
        .caption = noun_for(model.leaves(), "leaf", "leaves")},
       {.value = format_count(model.depth()),
        .caption = noun_for(model.depth(), "test") + " on the longest path"}});
  // A tree of many leaves is taller than a page: on paper it is a text, which breaks between lines.
  const bool large = model.leaves() > 12;
  constexpr std::size_t kPaperWidth = 400;  // long lines are broken there, not cut
  const DrawnNode root = drawn_tree(model);
  page.section("The tree")
      .figure({draw(TreeDrawing{.title = fmt::format("Decision tree for {}", model.class_name),
                                .root = root,
                                .growth = large ? Growth::Right : Growth::Down}),
               "Inner nodes name the column that is tested. Leaves name the predicted class, and "
               "how many of the rows that reached the leaf have it.",
               large ? to_text(root, TextStyle{.width = kPaperWidth}) : std::string()});
  if (found.join) page.section("The tables").code(join_text(*found.join));
  add_quality_sections(page, found.quality, model.classes);
  std::string rules;
  for (const auto& rule : mining::tree_rules(model)) rules += rule + "\n";
  page.section("As rules")
      .details("One rule per leaf, with its rows and its errors",
               [&](HtmlPage& inner) { inner.code(rules); });
  return finished(page);
}

}  // namespace privet
