// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "protocol/columns/pass_on.h"
#include "protocol/tell.h"

namespace privet::federation {
namespace {

using mining::NodeId;
using protocol::PartyId;

// By column of the model and value of the table: the branch, or none.
using Branches = std::vector<std::vector<std::optional<std::uint32_t>>>;

struct Values {
  Branches branches;
  std::vector<AttributeId> columns;  // where the model's columns are in the table
};

Values values_of(const mining::TreeModel& model, std::size_t columns, const Table& rows) {
  Values out;
  for (std::size_t c = 0; c < columns; ++c) {
    const auto& known = model.columns[c];
    const auto found = rows.find(known.name);
    if (!found) {
      throw Error(ErrorCode::Input,
                  fmt::format("the rows to classify have no column {}, which the tree may test",
                              quote_for_message(known.name)),
                  {.parameter = "--predict"});
    }
    out.columns.push_back(*found);
    auto& here = out.branches.emplace_back();
    const auto& dictionary = rows.column(*found).dictionary;
    for (std::size_t v = 0; v < dictionary.size(); ++v) {
      const auto text = dictionary.text(static_cast<ValueId>(v));
      const auto branch = std::ranges::find(known.values, text);
      here.push_back(branch == known.values.end() ? std::nullopt
                                                  : std::optional(static_cast<std::uint32_t>(
                                                        branch - known.values.begin())));
    }
  }
  return out;
}

// The next node of a row, or none.
std::optional<NodeId> next_node(const mining::TreeNode& node, const Values& values,
                                const Table& rows, std::size_t row) {
  const auto column = node.split->column;
  const auto code = rows.column(values.columns[column]).codes[row];
  const auto branch = values.branches[column][code];
  if (!branch) return std::nullopt;
  return node.child(*branch);
}

// All rows on their way, as one party sees it.
class Walk {
 public:
  Walk(const protocol::Setting& setting, const TreeWalker& walker)
      : setting_(setting),
        walker_(walker),
        values_(values_of(walker.model, walker.own_columns, walker.rows)),
        leaves_(walker.count, nowhere()) {
    if (site_of(0) != setting.own()) return;
    for (std::size_t row = 0; row < walker.count; ++row) here_.push_back({row, 0});
  }

  // Who passes a row on tells of its own test; its node tells of all tests above, too. How many
  // rows come that way only those two know, so all of them count.
  void record_tests_above() const {
    std::map<PartyId, protocol::PartySet> about;  // by who learns
    std::vector<std::pair<NodeId, protocol::PartySet>> open{{NodeId(0), {}}};
    while (!open.empty()) {
      const auto [node, above] = open.back();
      open.pop_back();
      if (!walker_.model.nodes[node].split) continue;
      const auto site = site_of(node);
      const auto tell = [&](PartyId to) {
        if (to == site) return;
        for (const auto party : above.without(site).without(to).list()) {
          about[to] = about[to].with(party);
        }
      };
      tell(walker_.class_site);  // an unknown value
      for (std::uint32_t b = 0; b < walker_.model.nodes[node].split->branches; ++b) {
        const auto child = walker_.model.nodes[node].child(b);
        tell(site_of(child));
        open.emplace_back(child, above.with(site));
      }
    }
    for (const auto& [to, parties] : about) {
      if (!parties.with(to).contains(setting_.own())) continue;
      protocol::record_passed_on(setting_, parties, to, walker_.count, kPassedTests);
    }
  }

  // The leaf of every row, at the class site.
  const std::vector<NodeId>& run() {
    std::vector<std::vector<std::uint64_t>> outgoing(setting_.mesh.ids());
    for (auto left = walker_.model.depth() + 1; left-- > 0;) {
      for (auto& list : outgoing) list.clear();
      while (!here_.empty()) {
        const auto [row, node] = here_.back();
        here_.pop_back();
        step(row, node, outgoing);
      }
      if (left == 0) break;
      const auto incoming = protocol::pass_on(setting_, outgoing, 2 * walker_.count, 2, kReached);
      for (std::size_t p = 0; p < incoming.size(); ++p) take(p, incoming[p]);
    }
    return leaves_;
  }

  // Where rows go that have an unknown value.
  [[nodiscard]] NodeId nowhere() const { return static_cast<NodeId>(walker_.model.nodes.size()); }

 private:
  struct Place {
    std::size_t row;
    NodeId node;
  };

  [[nodiscard]] PartyId site_of(NodeId node) const {
    if (node == nowhere() || !walker_.model.nodes[node].split) return walker_.class_site;
    const auto column = walker_.model.nodes[node].split->column;
    return column < walker_.own_columns
               ? setting_.own()
               : PartyId(static_cast<std::uint32_t>(column - walker_.own_columns));
  }

  void step(std::size_t row, NodeId node, std::vector<std::vector<std::uint64_t>>& outgoing) {
    if (node == nowhere() || !walker_.model.nodes[node].split) {
      leaves_[row] = node;
      return;
    }
    const auto next =
        next_node(walker_.model.nodes[node], values_, walker_.rows, row).value_or(nowhere());
    const auto site = site_of(next);
    if (site == setting_.own()) {
      here_.push_back({row, next});
    } else {
      outgoing[site.index()].push_back(row);
      outgoing[site.index()].push_back(next);
    }
  }

  void take(std::size_t from, std::span<const std::uint64_t> list) {
    for (std::size_t i = 0; i < list.size(); i += 2) {
      if (list[i] >= walker_.count || list[i + 1] > nowhere() ||
          site_of(static_cast<NodeId>(list[i + 1])) != setting_.own()) {
        throw Error(ErrorCode::Peer,
                    "party-" + std::to_string(from + 1) +
                        " sent a row and its node: expected one for this party, got row " +
                        std::to_string(list[i] + 1) + " at node " + std::to_string(list[i + 1]));
      }
      here_.push_back({list[i], static_cast<NodeId>(list[i + 1])});
    }
  }

  const protocol::Setting& setting_;
  const TreeWalker& walker_;
  Values values_;
  std::vector<NodeId> leaves_;
  std::vector<Place> here_;
};

}  // namespace

Predictions walk_tree(const protocol::Setting& setting, const TreeWalker& walker,
                      std::uint32_t largest_frame) {
  const auto& model = walker.model;
  const auto count = walker.count;
  setting.ledger.add_to_size(kRowsToClassify, count);
  setting.ledger.add_to_size(kLevels, model.depth());
  setting.ledger.add_to_size(kClassCount, model.classes.size());
  Walk walk(setting, walker);
  walk.record_tests_above();
  const auto& leaves = walk.run();
  const bool classes_here = setting.own() == walker.class_site;
  std::vector<std::uint64_t> labels;  // and one more; 0: none
  for (std::size_t row = 0; classes_here && row < count; ++row) {
    const bool known =
        leaves[row] != walk.nowhere() && model.nodes[leaves[row]].label != mining::kNoClass;
    labels.push_back(known ? std::uint64_t{model.nodes[leaves[row]].label} + 1 : 0);
  }
  const auto told =
      protocol::announce_numbers(setting, walker.class_site, labels, count, kPredicted);
  const auto site = walker.class_site.index();
  std::vector<std::size_t> counts(setting.mesh.ids());
  counts[site] = model.classes.size();
  const auto names =
      protocol::tell_texts(setting, classes_here ? model.classes : std::vector<std::string>(),
                           counts, largest_frame, kClassNames);
  Predictions out;
  for (const auto label : told) {
    if (label > names[site].size()) {
      throw Error(ErrorCode::Peer,
                  "party-" + std::to_string(site + 1) + " sent a class: expected at most " +
                      std::to_string(names[site].size()) + ", got " + std::to_string(label));
    }
    out.push_back(label == 0 ? std::nullopt : std::optional(names[site][label - 1]));
  }
  return out;
}

protocol::Forecast walk_forecast(std::size_t parties) {
  using protocol::About;
  using protocol::Bound;
  using protocol::Occurs;
  protocol::Forecast out;
  const auto add = [&](protocol::Opening opening, const Bound& most, Occurs occurs,
                       About about = About::Some) {
    const auto items = told_to_all(parties, opening, most, occurs, about);
    out.insert(out.end(), items.begin(), items.end());
  };
  add(kReached, Bound::of(kRowsToClassify) * Bound::of(kLevels), Occurs::Sometimes);
  add(kPassedTests, Bound::of(kRowsToClassify), Occurs::Sometimes);
  add(kPredicted, Bound::of(kRowsToClassify), Occurs::Always, About::All);
  add(kClassNames, Bound::of(kClassCount), Occurs::Always);
  return out;
}

Predictions walk_whole_tree(const mining::TreeModel& model, const Table& rows) {
  const auto values = values_of(model, model.columns.size(), rows);
  Predictions out;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    std::optional<NodeId> node = NodeId{0};
    while (node && model.nodes[*node].split) {
      node = next_node(model.nodes[*node], values, rows, row);
    }
    const auto label = node ? model.nodes[*node].label : mining::kNoClass;
    out.push_back(label == mining::kNoClass ? std::nullopt : std::optional(model.classes[label]));
  }
  return out;
}

}  // namespace privet::federation
