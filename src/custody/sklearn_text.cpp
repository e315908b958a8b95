// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/with_place.h"
#include "custody/binary_tree_internal.h"
#include "custody/text_trees.h"
#include "mining/tree/tree.h"

namespace privet::custody {
namespace {

using mining::Split;
using mining::TestKind;

constexpr std::string_view kGeneric = "feature_";

// "|   |--- a <= 3.50": how deep, and what follows the dashes. Depth 0: no line of a tree.
struct Text {
  std::size_t depth = 0;
  std::string_view rest;
};

Text split_prefix(std::string_view line) {
  Text out;
  while (line.starts_with('|')) {
    line.remove_prefix(1);
    ++out.depth;
    if (line.starts_with('-')) {
      line.remove_prefix(std::min(line.find_first_not_of('-'), line.size()));
      out.rest = trimmed(line);
      return out;
    }
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  }
  return {};
}

// A test as one line shows it.
struct Condition {
  Split split;
  double slack = 0;
  std::uint32_t branch = 0;
  // The same on the line of the other branch:
  std::string_view name;
  std::string_view number;
};

class SklearnReader {
 public:
  SklearnReader(const std::string& file, const Table& encoded, AttributeId class_column)
      : file_(file) {
    out_.model = mining::tree_header(encoded, class_column, mining::c45_options());
    out_.counted = false;
    out_.missing = MissingRows::Unknown;
    out_.single_precision = true;
    out_.program = "scikit-learn";
    out_.finer = "print it again with export_text(..., decimals=10)";
  }

  EncodedTree read(std::string_view text) {
    const auto lines = lines_of(text);
    for (std::size_t at = 0; at < lines.size(); ++at) {
      const Text line = split_prefix(lines[at]);
      if (line.depth == 0) {
        if (trimmed(lines[at]).empty() || nodes_.empty()) continue;
        break;
      }
      with_place({.file = file_, .line = at + 1}, [&] { take(line, at + 1); });
    }
    for (const ReadNode& node : nodes_) {
      if (node.split && node.children[1] == kNoNode) refuse(node.line, "the test has one branch");
    }
    take_nodes(nodes_, 0, out_);
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse(std::size_t line, const std::string& why) const {
    throw Error(ErrorCode::Input, why, {.file = file_, .line = line});
  }

  void take(const Text& line, std::size_t number) {
    if (line.rest.starts_with("truncated branch")) {
      throw Error(ErrorCode::Input,
                  "the tree was cut short; print it again with export_text(..., max_depth=1000)");
    }
    if (line.rest.starts_with("value:")) {
      throw Error(ErrorCode::Input,
                  "this is a tree of a number; only trees of classes are decoded");
    }
    const bool leaf = line.rest.starts_with("class: ") || line.rest.starts_with("weights: [");
    if (leaf) {
      attach(line.depth, number);
      read_leaf(line.rest);
      return;
    }
    const Condition condition = read_condition(line.rest);
    if (line.depth <= open_.size() && open_[line.depth - 1].other_branch(condition) &&
        nodes_[open_[line.depth - 1].node].children[condition.branch] == kNoNode) {
      open_.resize(line.depth);
      open_.back().branch = condition.branch;
      return;
    }
    attach(line.depth, number);
    nodes_.back().split = condition.split;
    nodes_.back().slack = condition.slack;
    open_.push_back({nodes_.size() - 1, condition.branch, condition.name, condition.number});
  }

  // A new node at this depth, below the test that is open there.
  void attach(std::size_t depth, std::size_t number) {
    const std::size_t made = nodes_.size();
    if (depth > open_.size() + 1 || (depth == 1 && made > 0)) {
      throw Error(ErrorCode::Input, "the line is indented wrongly");
    }
    open_.resize(depth - 1);
    if (depth > 1) {
      std::size_t& place = nodes_[open_.back().node].children[open_.back().branch];
      if (place != kNoNode) throw Error(ErrorCode::Input, "a branch leads to two places");
      place = made;
    }
    nodes_.push_back({.line = number});
  }

  void read_leaf(std::string_view rest) {
    ReadNode& node = nodes_.back();
    std::vector<double> weights;
    if (rest.starts_with("weights: [")) {
      rest.remove_prefix(std::string_view("weights: [").size());
      std::string_view list = rest.substr(0, rest.find(']'));
      while (!list.empty()) {
        const std::string_view one = list.substr(0, list.find(','));
        const auto weight = parse_number(trimmed(one));
        if (!weight) throw Error(ErrorCode::Input, "a weight is not a number");
        weights.push_back(*weight);
        list.remove_prefix(std::min(one.size() + 1, list.size()));
      }
      rest = rest.substr(std::min(rest.find("class: "), rest.size()));
    }
    if (!rest.starts_with("class: ")) throw Error(ErrorCode::Input, "a leaf has no class");
    node.label = class_of_text(out_.model, rest.substr(std::string_view("class: ").size()));
    // Weights are numbers of rows unless the rows were weighted; some versions print shares.
    const bool whole = std::ranges::all_of(weights, [](double w) { return w == std::floor(w); });
    if (weights.size() != out_.model.classes.size() || !whole) return;
    double rows = 0;
    for (const double weight : weights) rows += weight;
    node.stated = std::pair(rows, rows - weights[node.label]);
  }

  Condition read_condition(std::string_view rest) const {
    Condition out;
    std::size_t at = rest.rfind(" <= ");
    constexpr std::size_t kRelation = std::string_view(" <= ").size();
    if (at == std::string_view::npos) {
      at = rest.rfind(" >  ");
      out.branch = 1;
    }
    if (at == std::string_view::npos) {
      throw Error(ErrorCode::Input,
                  fmt::format("expected COLUMN <= NUMBER, COLUMN >  NUMBER or class: CLASS, not {}",
                              quote_for_message(rest)));
    }
    const std::string_view name = rest.substr(0, at);
    const std::string_view number = rest.substr(at + kRelation);
    const auto cut = parse_number(number);
    if (!cut) {
      throw Error(ErrorCode::Input, fmt::format("{} is not a number", quote_for_message(number)));
    }
    const std::size_t point = number.find('.');
    const std::size_t decimals = point == std::string_view::npos ? 0 : number.size() - point - 1;
    out.slack = std::pow(10.0, -static_cast<double>(decimals)) / 2;
    out.name = name;
    out.number = number;
    out.split = {.kind = TestKind::AtMost, .cut = *cut, .branches = 2};
    bind_column(name, out);
    return out;
  }

  void bind_column(std::string_view name, Condition& out) const {
    const auto& columns = out_.model.columns;
    const auto named = std::ranges::find(columns, name, &mining::TreeColumn::name);
    if (named != columns.end()) {
      out.split.column = static_cast<std::uint32_t>(named - columns.begin());
      if (!named->numeric) {
        throw Error(ErrorCode::Input,
                    fmt::format("the tree compares column {} with numbers, and it holds texts",
                                quote_for_message(name)));
      }
      return;
    }
    if (const auto value = indicator(name)) {
      if (!(out.split.cut > 0 && out.split.cut < 1)) {
        throw Error(ErrorCode::Input, fmt::format("{} is 0 or 1, and the cut is not between them",
                                                  quote_for_message(name)));
      }
      out.split = {.column = value->first,
                   .kind = TestKind::OneValue,
                   .value = value->second,
                   .branches = 2};
      out.branch = 1 - out.branch;  // above the cut is the value
      out.slack = 0;
      return;
    }
    if (name.starts_with(kGeneric)) {
      const auto position = parse_number(name.substr(kGeneric.size()));
      if (position && *position >= 0 && *position == std::floor(*position) &&
          *position < static_cast<double>(columns.size()) &&
          std::ranges::all_of(columns, &mining::TreeColumn::numeric)) {
        out.split.column = static_cast<std::uint32_t>(*position);
        return;
      }
    }
    throw Error(ErrorCode::Input,
                fmt::format("the key has no column {}; name the columns as the encoded table does, "
                            "with export_text(..., feature_names=...)",
                            quote_for_message(name)));
  }

  // COLUMN_VALUE of a column of texts: column and value.
  [[nodiscard]] std::optional<std::pair<std::uint32_t, ValueId>> indicator(
      std::string_view name) const {
    std::optional<std::pair<std::uint32_t, ValueId>> out;
    for (std::size_t c = 0; c < out_.model.columns.size(); ++c) {
      const auto& column = out_.model.columns[c];
      if (column.numeric || !name.starts_with(column.name + "_")) continue;
      const auto value = std::ranges::find(column.values, name.substr(column.name.size() + 1));
      if (value == column.values.end()) continue;
      if (out) {
        throw Error(ErrorCode::Input, fmt::format("{} may mean two columns; rename one before "
                                                  "mining",
                                                  quote_for_message(name)));
      }
      out = std::pair(static_cast<std::uint32_t>(c),
                      static_cast<ValueId>(value - column.values.begin()));
    }
    return out;
  }

  struct Open {
    std::size_t node;
    std::uint32_t branch;
    std::string_view name;
    std::string_view number;

    [[nodiscard]] bool other_branch(const Condition& condition) const {
      return name == condition.name && number == condition.number && branch != condition.branch;
    }
  };

  const std::string& file_;
  EncodedTree out_;
  std::vector<ReadNode> nodes_;
  std::vector<Open> open_;  // by depth
};

}  // namespace

bool is_sklearn_text(std::string_view text) {
  for (const auto line : lines_of(text)) {
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    return line.starts_with("|-");
  }
  return false;
}

EncodedTree read_sklearn_text(std::string_view text, const std::string& file, const Table& encoded,
                              AttributeId class_column) {
  return SklearnReader(file, encoded, class_column).read(text);
}

}  // namespace privet::custody
