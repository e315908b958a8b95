// SPDX-License-Identifier: Apache-2.0
#include "custody/tree_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "custody/binary_tree_internal.h"
#include "custody/text_trees.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_text.h"

namespace privet::custody {
namespace {

using mining::NodeId;
using mining::Split;
using mining::TestKind;

enum class Relation { AtMost, Above, Below, AtLeast, Equal, Other };

struct Operator {
  std::string_view text;
  Relation relation;
};
constexpr Operator kOperators[] = {{" <= ", Relation::AtMost}, {" > ", Relation::Above},
                                   {" < ", Relation::Below},   {" >= ", Relation::AtLeast},
                                   {" = ", Relation::Equal},   {" != ", Relation::Other}};

// One branch: a condition, and the leaf's class if it leads to a leaf.
struct Line {
  std::size_t number = 0;
  std::size_t depth = 0;
  std::uint32_t column = 0;
  Relation relation = Relation::Equal;
  double cut = 0;
  std::uint32_t value = 0;
  bool leaf = false;
  mining::ClassLabel label = mining::kNoClass;
  std::optional<std::pair<double, double>> stated = {};
};

// A rule under a heading: three or more of one sign.
bool is_rule(std::string_view line) {
  constexpr std::size_t kShortest = 3;
  return line.size() >= kShortest && (line.front() == '-' || line.front() == '=') &&
         line.find_first_not_of(line.front()) == std::string_view::npos;
}

class TextReader {
 public:
  TextReader(std::string_view text, const std::string& file, const Table& encoded,
             AttributeId class_column);
  EncodedTree read();

 private:
  [[noreturn]] void refuse(std::size_t line, const std::string& why) const {
    throw Error(ErrorCode::Input, why, {.file = file_, .line = line});
  }
  void skip_heading();
  [[nodiscard]] Line parse_line(std::size_t at) const;
  void parse_condition(Line& line, std::string_view rest) const;
  void parse_leaf(Line& line, std::string_view rest) const;
  // The longest of the column's values that the text begins with, followed by an end or a colon.
  [[nodiscard]] std::optional<std::uint32_t> find_value(std::uint32_t column,
                                                        std::string_view text) const;
  void use_as_nominal();
  // Whether the tree is one leaf; if so it is read.
  [[nodiscard]] bool read_single_leaf();
  void read_branches();
  void add_split(NodeId node, const std::vector<Line>& branches);
  [[nodiscard]] Split numeric_split(const std::vector<Line>& branches) const;
  [[nodiscard]] Split nominal_split(const std::vector<Line>& branches) const;

  const std::string& file_;
  const Table& encoded_;
  AttributeId class_column_;
  std::vector<std::string_view> lines_;
  std::size_t first_ = 0;
  EncodedTree out_;
  std::vector<Line> branches_;  // all of them, as written
};

TextReader::TextReader(std::string_view text, const std::string& file, const Table& encoded,
                       AttributeId class_column)
    : file_(file), encoded_(encoded), class_column_(class_column) {
  out_.model = mining::tree_header(encoded, class_column, mining::c45_options());
  out_.counted = false;
  lines_ = lines_of(text);
  skip_heading();
}

// What Weka prints above a tree ends with a ruled heading or the bare name of Id3.
void TextReader::skip_heading() {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const std::string_view line = trimmed(lines_[i]);
    if (!is_rule(line) && line != "Id3") continue;
    first_ = i + 1;
    out_.missing = MissingRows::Everywhere;
    break;
  }
  while (first_ < lines_.size() &&
         (trimmed(lines_[first_]).empty() || lines_[first_].starts_with('#')))
    ++first_;
}

std::optional<std::uint32_t> TextReader::find_value(std::uint32_t column,
                                                    std::string_view text) const {
  const auto& values = out_.model.columns[column].values;
  std::optional<std::uint32_t> best;
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (!text.starts_with(values[v])) continue;
    const std::string_view rest = text.substr(values[v].size());
    if (!rest.empty() && !rest.starts_with(':') && !rest.starts_with(" :")) continue;
    if (!best || values[v].size() > values[*best].size()) best = static_cast<std::uint32_t>(v);
  }
  return best;
}

void TextReader::parse_leaf(Line& line, std::string_view rest) const {
  rest = trimmed(rest);
  if (rest.empty()) return;
  if (!rest.starts_with(':'))
    refuse(line.number, fmt::format("expected ':' before {}", quote_for_message(rest)));
  rest = trimmed(rest.substr(1));
  line.leaf = true;
  const auto& classes = out_.model.classes;
  std::size_t length = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const std::string_view after = rest.substr(std::min(rest.size(), classes[c].size()));
    if (!rest.starts_with(classes[c]) || (!after.empty() && !after.starts_with(" ("))) continue;
    if (line.label != mining::kNoClass && classes[c].size() < length) continue;
    line.label = static_cast<mining::ClassLabel>(c);
    length = classes[c].size();
  }
  if (line.label == mining::kNoClass) {
    // Id3 writes null, and we write ?, where no row of the table goes.
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word != "null" && word != "?") {
      refuse(line.number, fmt::format("the key has no class {}", quote_for_message(word)));
    }
    length = word.size();
  }
  rest = trimmed(rest.substr(length));
  if (rest.empty()) return;
  const std::size_t end = rest.find(')');
  const std::size_t slash = rest.find('/');
  if (!rest.starts_with('(') || end == std::string_view::npos) return;
  const auto rows = parse_number(rest.substr(1, std::min(slash, end) - 1));
  const auto errors = slash < end ? parse_number(rest.substr(slash + 1, end - slash - 1)) : 0.0;
  if (!rows || !errors)
    refuse(line.number, fmt::format("{} is not a number of rows", quote_for_message(rest)));
  line.stated = std::pair(*rows, *errors);
}

void TextReader::parse_condition(Line& line, std::string_view rest) const {
  const auto& columns = out_.model.columns;
  std::size_t name = 0;
  const Operator* found = nullptr;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (!rest.starts_with(columns[c].name)) continue;
    for (const Operator& one : kOperators) {
      if (!rest.substr(columns[c].name.size()).starts_with(one.text)) continue;
      if (found != nullptr && columns[c].name.size() < name) continue;
      found = &one;
      name = columns[c].name.size();
      line.column = static_cast<std::uint32_t>(c);
      line.relation = one.relation;
    }
  }
  if (found == nullptr) {
    refuse(line.number, fmt::format("no column of the key begins {}; a line reads COLUMN <= "
                                    "NUMBER or COLUMN = VALUE",
                                    quote_for_message(rest)));
  }
  rest = rest.substr(name + found->text.size());
  if (line.relation == Relation::Equal || line.relation == Relation::Other) {
    const auto value = find_value(line.column, rest);
    if (!value) {
      refuse(line.number,
             fmt::format("the key has no value of column {} that begins {}",
                         quote_for_message(columns[line.column].name), quote_for_message(rest)));
    }
    line.value = *value;
    parse_leaf(line, rest.substr(columns[line.column].values[*value].size()));
    return;
  }
  const std::string_view number = rest.substr(0, rest.find_first_of(" :\r"));
  const auto cut = parse_number(number);
  if (!cut) refuse(line.number, fmt::format("{} is not a number", quote_for_message(number)));
  const bool strict = line.relation == Relation::Below || line.relation == Relation::AtLeast;
  line.cut = strict ? std::nextafter(*cut, -std::numeric_limits<double>::infinity()) : *cut;
  parse_leaf(line, rest.substr(number.size()));
}

Line TextReader::parse_line(std::size_t at) const {
  Line line;
  line.number = at + 1;
  std::string_view rest = lines_[at];
  for (; rest.starts_with('|'); ++line.depth) {
    rest.remove_prefix(1);
    while (rest.starts_with(' ')) rest.remove_prefix(1);
  }
  parse_condition(line, trimmed(rest));
  return line;
}

// A numeric column tested for equality is a nominal one to the learner that made the tree.
void TextReader::use_as_nominal() {
  for (std::size_t at = first_; at < lines_.size() && !trimmed(lines_[at]).empty(); ++at) {
    std::string_view rest = trimmed(lines_[at]);
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of("| ")));
    for (std::size_t c = 0, position = 0; c < encoded_.columns(); ++c) {
      if (c == class_column_) continue;
      mining::TreeColumn& column = out_.model.columns[position++];
      if (!column.numeric || !rest.starts_with(column.name)) continue;
      const std::string_view after = rest.substr(column.name.size());
      if (!after.starts_with(" = ") && !after.starts_with(" != ")) continue;
      column.numeric = false;
      const Dictionary& dictionary = encoded_.column(static_cast<AttributeId>(c)).dictionary;
      for (std::size_t v = dictionary.missing_count(); v < dictionary.size(); ++v) {
        column.values.emplace_back(dictionary.text(static_cast<ValueId>(v)));
      }
    }
  }
}

Split TextReader::numeric_split(const std::vector<Line>& branches) const {
  const Line& first = branches.front();
  const auto low = [](const Line& line) {
    return line.relation == Relation::AtMost || line.relation == Relation::Below;
  };
  if (branches.size() != 2 || low(branches[0]) == low(branches[1]) ||
      branches[0].cut != branches[1].cut || !out_.model.columns[first.column].numeric) {
    refuse(first.number, "a number has two branches with the same cut, <= and >");
  }
  Split split;
  split.kind = TestKind::AtMost;
  split.cut = first.cut;
  split.branches = 2;
  return split;
}

Split TextReader::nominal_split(const std::vector<Line>& branches) const {
  const Line& first = branches.front();
  Split split;
  if (branches.size() == 2 && branches[1].relation == Relation::Other &&
      branches[0].relation == Relation::Equal && branches[0].value == branches[1].value) {
    split.kind = TestKind::OneValue;
    split.value = ValueId(first.value);
    split.branches = 2;
    return split;
  }
  const std::size_t values = out_.model.columns[first.column].values.size();
  std::vector<bool> seen(values, false);
  for (const Line& line : branches) {
    if (line.relation != Relation::Equal || seen[line.value]) {
      refuse(line.number, "a value has two branches");
    }
    seen[line.value] = true;
  }
  if (branches.size() != values) {
    refuse(first.number, fmt::format("column {} has {} values and {} branches",
                                     quote_for_message(out_.model.columns[first.column].name),
                                     values, branches.size()));
  }
  split.kind = TestKind::Values;
  split.branches = static_cast<std::uint32_t>(values);
  return split;
}

void TextReader::add_split(NodeId node, const std::vector<Line>& branches) {
  const Line& first = branches.front();
  for (const Line& line : branches) {
    if (line.column != first.column) refuse(line.number, "the branches of a node test two columns");
  }
  const bool nominal = first.relation == Relation::Equal || first.relation == Relation::Other;
  Split split = nominal ? nominal_split(branches) : numeric_split(branches);
  split.column = first.column;
  out_.model.nodes[node].split = split;
  out_.model.nodes[node].first_child = static_cast<NodeId>(out_.model.nodes.size());
  for (std::uint32_t b = 0; b < split.branches; ++b) {
    out_.model.nodes.emplace_back();
    out_.stated.emplace_back();
  }
}

// The position of a branch among its node's.
std::uint32_t branch_position(const Split& split, const Line& line) {
  if (split.kind == TestKind::Values) return line.value;
  if (split.kind == TestKind::OneValue) return line.relation == Relation::Equal ? 0 : 1;
  return line.relation == Relation::AtMost || line.relation == Relation::Below ? 0 : 1;
}

bool TextReader::read_single_leaf() {
  Line only{.number = first_ + 1};
  const std::string_view line = trimmed(lines_[first_]);
  const bool alone = first_ + 1 == lines_.size() || trimmed(lines_[first_ + 1]).empty();
  const bool bare = alone && line.find(" = ") == std::string_view::npos &&
                    line.find(" <") == std::string_view::npos &&
                    line.find(" >") == std::string_view::npos;
  if (!line.starts_with(':') && !bare) return false;
  parse_leaf(only, line.starts_with(':') ? std::string(line) : ": " + std::string(line));
  out_.model.nodes[0].label = only.label;
  out_.stated[0] = only.stated;
  return true;
}

EncodedTree TextReader::read() {
  if (first_ == lines_.size()) refuse(0, "there is no tree in this file");
  out_.model.nodes.resize(1);
  out_.stated.resize(1);
  if (!read_single_leaf()) {
    use_as_nominal();
    for (std::size_t at = first_; at < lines_.size() && !trimmed(lines_[at]).empty(); ++at) {
      branches_.push_back(parse_line(at));
    }
    read_branches();
  }
  return std::move(out_);
}

// Breadth first, as models are kept: a queue of nodes with the lines [begin, end) below each.
void TextReader::read_branches() {
  struct Open {
    NodeId node;
    std::size_t begin;
    std::size_t end;
    std::size_t depth;
  };
  std::vector<Open> queue{{0, 0, branches_.size(), 0}};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Open open = queue[i];
    std::vector<Line> own;
    std::vector<std::size_t> starts;
    for (std::size_t at = open.begin; at < open.end; ++at) {
      if (branches_[at].depth < open.depth || (own.empty() && branches_[at].depth > open.depth)) {
        refuse(branches_[at].number, "the line is indented wrongly");
      }
      if (branches_[at].depth != open.depth) continue;
      own.push_back(branches_[at]);
      starts.push_back(at);
    }
    starts.push_back(open.end);
    add_split(open.node, own);
    const Split split = *out_.model.nodes[open.node].split;
    const NodeId first_child = out_.model.nodes[open.node].first_child;
    std::vector<std::size_t> order(own.size());
    for (std::size_t b = 0; b < own.size(); ++b) order[branch_position(split, own[b])] = b;
    for (std::size_t b = 0; b < order.size(); ++b) {
      const Line& branch = own[order[b]];
      const auto child = static_cast<NodeId>(first_child + b);
      const std::size_t begin = starts[order[b]] + 1;
      const std::size_t end = starts[order[b] + 1];
      out_.model.nodes[child].label = branch.label;
      out_.stated[child] = branch.stated;
      if (branch.leaf && begin < end) refuse(branches_[begin].number, "a leaf has branches");
      if (!branch.leaf && begin == end) refuse(branch.number, "a branch leads nowhere");
      if (!branch.leaf) queue.push_back({child, begin, end, open.depth + 1});
    }
  }
}

}  // namespace

EncodedTree read_tree(std::string_view text, const std::string& file, const Table& encoded,
                      AttributeId class_column) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start != std::string_view::npos && text[start] == '{') {
    return {.model = mining::load_tree(text, file)};
  }
  if (is_rpart_text(text)) return read_rpart_text(text, file, encoded, class_column);
  if (is_sklearn_text(text)) return read_sklearn_text(text, file, encoded, class_column);
  return TextReader(text, file, encoded, class_column).read();
}

}  // namespace privet::custody
