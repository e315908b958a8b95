// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "base/error.h"
#include "base/with_place.h"
#include "custody/binary_tree_internal.h"
#include "custody/text_trees.h"
#include "mining/tree/tree.h"

namespace privet::custody {
namespace {

using mining::Split;
using mining::TestKind;

constexpr std::string_view kHeading = "node), split, n, ";

// One line: "  6) a>=5.3 18  4 FALSE (0.77777778 0.22222222) *".
struct Line {
  std::size_t number = 0;      // in the file
  std::string_view test = {};  // "a>=5.3", "root"
  double rows = 0;
  double errors = 0;
  mining::ClassLabel label = mining::kNoClass;
  bool leaf = false;
};

// As R's make.names() has it.
std::string r_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = std::isalnum(byte) != 0 || byte >= 0x80;
    out += letter || c == '.' || c == '_' ? c : '.';
  }
  const bool digit_first = !out.empty() && std::isdigit(static_cast<unsigned char>(out[0])) != 0;
  const bool point_digit =
      out.size() > 1 && out[0] == '.' && std::isdigit(static_cast<unsigned char>(out[1])) != 0;
  if (out.empty() || out[0] == '_' || digit_first || point_digit) out.insert(0, "X");
  return out;
}

// Digits from the first that is not 0.
int significant_digits(std::string_view number) {
  int out = 0;
  for (const char c : number) {
    if (c == 'e' || c == 'E') break;
    if (c >= '0' && c <= '9' && (c != '0' || out > 0)) ++out;
  }
  return out;
}

// The last word of the text, which is cut off.
std::string_view take_last_word(std::string_view& text) {
  text = trimmed(text);
  const std::size_t space = text.find_last_of(" \t");
  const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
  const std::string_view out = text.substr(begin);
  text = trimmed(text.substr(0, begin));
  return out;
}

class RpartReader {
 public:
  RpartReader(const std::string& file, const Table& encoded, AttributeId class_column)
      : file_(file) {
    out_.model = mining::tree_header(encoded, class_column, mining::c45_options());
    out_.counted = false;
    out_.program = "rpart";
    out_.finer = "print it again with print(tree, digits = 15)";
  }

  EncodedTree read(std::string_view text) {
    read_lines(text);
    if (!lines_.contains(1)) refuse(0, "there is no tree in this file");
    find_missing();
    std::vector<ReadNode> nodes;
    std::map<std::uint64_t, std::size_t> place;
    for (const auto& [id, line] : lines_) {
      place[id] = nodes.size();
      with_place({.file = file_, .line = line.number}, [&] { nodes.push_back(node_of(id, line)); });
    }
    for (const auto& [id, at] : place) {
      if (id > 1 && (!place.contains(id / 2) || lines_.at(id / 2).leaf)) {
        refuse(lines_.at(id).number, "the node above this line is not in the tree");
      }
      if (!nodes[at].split) continue;
      const std::size_t low = first_branch_[id];  // which child is branch 0
      nodes[at].children = {place.at(2 * id + low), place.at(2 * id + 1 - low)};
    }
    for (ReadNode& node : nodes) finish_cut(node);
    take_nodes(nodes, place.at(1), out_);
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse(std::size_t line, const std::string& why) const {
    throw Error(ErrorCode::Input, why, {.file = file_, .line = line});
  }

  void read_lines(std::string_view text) {
    const auto lines = lines_of(text);
    bool begun = false;
    for (std::size_t at = 0; at < lines.size(); ++at) {
      const std::string_view line = trimmed(lines[at]);
      if (line.starts_with(kHeading)) {
        if (line.find("loss") == std::string_view::npos) {
          refuse(at + 1, "this is a tree of a number; only trees of classes are decoded");
        }
        begun = true;
        continue;
      }
      const std::size_t bracket = line.find(')');
      std::uint64_t id = 0;
      const bool node =
          begun && bracket != std::string_view::npos &&
          std::from_chars(line.data(), line.data() + bracket, id).ptr == line.data() + bracket &&
          id > 0;
      if (!node) {
        if (!lines_.empty()) break;
        continue;
      }
      with_place({.file = file_, .line = at + 1}, [&] {
        if (!lines_.emplace(id, line_of(line.substr(bracket + 1), at + 1)).second) {
          throw Error(ErrorCode::Input, fmt::format("node {} is there twice", id));
        }
      });
    }
  }

  Line line_of(std::string_view rest, std::size_t number) {
    Line out{.number = number};
    rest = trimmed(rest);
    out.leaf = rest.ends_with('*');
    if (out.leaf) rest = trimmed(rest.substr(0, rest.size() - 1));
    const std::size_t open = rest.rfind('(');
    if (!rest.ends_with(')') || open == std::string_view::npos) {
      throw Error(ErrorCode::Input, "expected the shares of the classes in brackets at the end");
    }
    note_shares(rest.substr(open + 1, rest.size() - open - 2));
    rest = trimmed(rest.substr(0, open));
    std::size_t longest = 0;
    for (std::size_t c = 0; c < out_.model.classes.size(); ++c) {
      const std::string_view name = out_.model.classes[c];
      if (!rest.ends_with(name) || rest.size() == name.size() || name.size() < longest) continue;
      if (rest[rest.size() - name.size() - 1] != ' ') continue;
      longest = name.size();
      out.label = static_cast<mining::ClassLabel>(c);
    }
    if (out.label == mining::kNoClass) {
      throw Error(ErrorCode::Input,
                  fmt::format("the key has no class {}", quote_for_message(take_last_word(rest))));
    }
    rest.remove_suffix(longest);
    const auto errors = parse_number(take_last_word(rest));
    const auto rows = parse_number(take_last_word(rest));
    if (!errors || !rows) throw Error(ErrorCode::Input, "expected numbers of rows and of errors");
    out.errors = *errors;
    out.rows = *rows;
    out.test = rest;
    return out;
  }

  // R prints the shares with as many decimals as give the smallest of them `digits` digits, and
  // with `digits` at least; so there are no fewer digits than decimals less its leading zeros.
  void note_shares(std::string_view shares) {
    while (!shares.empty()) {
      const std::string_view one = take_last_word(shares);
      const std::size_t point = one.find('.');
      if (point == std::string_view::npos) continue;
      decimals_ = std::max(decimals_, static_cast<int>(one.size() - point - 1));
      const std::size_t first = one.find_first_not_of("0", point + 1);
      if (one[0] == '0' && first != std::string_view::npos) {
        zeros_ = std::max(zeros_, static_cast<int>(first - point - 1));
      }
    }
  }

  // Rows with a missing value stop at the node (usesurrogate = 0), or go on, nobody knows where.
  void find_missing() {
    out_.missing = MissingRows::Unknown;
    for (const auto& [id, line] : lines_) {
      const auto left = lines_.find(2 * id);
      const auto right = lines_.find(2 * id + 1);
      if (left == lines_.end() || right == lines_.end()) continue;
      if (left->second.rows + right->second.rows < line.rows) out_.missing = MissingRows::Stop;
    }
  }

  ReadNode node_of(std::uint64_t id, const Line& line) {
    ReadNode out{.line = line.number};
    out.label = line.label;
    if (line.leaf) {
      out.stated = std::pair(line.rows, line.errors);
      return out;
    }
    const auto left = lines_.find(2 * id);
    const auto right = lines_.find(2 * id + 1);
    if (left == lines_.end() || right == lines_.end()) {
      throw Error(ErrorCode::Input, "a test has two branches");
    }
    out.split = split_of(id, left->second.test, right->second.test);
    return out;
  }

  // When all cuts are known: how far each may be from the true one, and the cut for <= instead of
  // <.
  void finish_cut(ReadNode& node) const {
    const int digits = std::max(digits_, decimals_ - zeros_);
    // Errors of more digits than are printed are rounded too, and say nothing exact.
    if (node.stated && node.stated->second >= std::pow(10.0, digits)) node.stated.reset();
    if (!node.split || node.split->kind != TestKind::AtMost) return;
    const double cut = node.split->cut;
    node.slack =
        cut == 0 ? 0 : std::pow(10.0, std::floor(std::log10(std::abs(cut))) + 1 - digits) / 2;
    node.split->cut = std::nextafter(cut, -std::numeric_limits<double>::infinity());
  }

  // The column that the test begins with; what follows it is left over.
  std::uint32_t take_column(std::string_view& test) const {
    std::size_t longest = 0;
    std::uint32_t out = 0;
    for (std::size_t c = 0; c < out_.model.columns.size(); ++c) {
      const std::string& name = out_.model.columns[c].name;
      for (const auto& spelled : {name, r_name(name)}) {
        if (!test.starts_with(spelled) || spelled.size() <= longest) continue;
        const std::string_view after = test.substr(spelled.size());
        if (!after.starts_with("< ") && !after.starts_with(">=") && !after.starts_with('='))
          continue;
        longest = spelled.size();
        out = static_cast<std::uint32_t>(c);
      }
    }
    if (longest == 0) {
      throw Error(ErrorCode::Input,
                  fmt::format("no column of the key begins {}", quote_for_message(test)));
    }
    test.remove_prefix(longest);
    return out;
  }

  Split split_of(std::uint64_t id, std::string_view left, std::string_view right) {
    Split out;
    out.branches = 2;
    out.column = take_column(left);
    if (take_column(right) != out.column) {
      throw Error(ErrorCode::Input, "the branches of a node test two columns");
    }
    const mining::TreeColumn& column = out_.model.columns[out.column];
    const bool text = left.starts_with('=');
    if (text == column.numeric) {
      throw Error(ErrorCode::Input,
                  fmt::format("column {} holds {}, and the tree takes it for {}",
                              quote_for_message(column.name), text ? "numbers" : "texts",
                              text ? "texts" : "numbers"));
    }
    if (text) {
      first_branch_[id] = 0;
      split_values(id, values_of(left.substr(1), column), values_of(right.substr(1), column), out);
      return out;
    }
    const bool low_left = left.starts_with("< ");
    if (low_left == right.starts_with("< ")) {
      throw Error(ErrorCode::Input, "a number has two branches with the same cut, < and >=");
    }
    const std::string_view number = trimmed(left.substr(2));
    const auto cut = parse_number(number);
    if (!cut || number != trimmed(right.substr(2))) {
      throw Error(ErrorCode::Input, "a number has two branches with the same cut, < and >=");
    }
    digits_ = std::max(digits_, significant_digits(number));
    out.kind = TestKind::AtMost;
    out.cut = *cut;
    first_branch_[id] = low_left ? 0 : 1;
    return out;
  }

  // A value that no row of the node has goes where most rows went.
  void split_values(std::uint64_t id, std::vector<ValueId> left, std::vector<ValueId> right,
                    Split& out) {
    const std::size_t values = out_.model.columns[out.column].values.size();
    const bool to_left = lines_.at(2 * id).rows > lines_.at(2 * id + 1).rows;
    for (ValueId v = 0; v < values; ++v) {
      const bool known =
          std::ranges::binary_search(left, v) || std::ranges::binary_search(right, v);
      if (!known) insert_value(to_left ? left : right, v);
    }
    if (left.size() + right.size() != values) {
      throw Error(ErrorCode::Input, "a value has two branches");
    }
    out.kind = TestKind::OneValue;
    if (left.size() == 1) {
      out.value = left.front();
    } else if (right.size() == 1) {
      out.value = right.front();
      first_branch_[id] = 1;
    } else {
      out.kind = TestKind::Among;
      out.among = std::move(left);
    }
  }

  static void insert_value(std::vector<ValueId>& values, ValueId value) {
    const auto place = std::ranges::lower_bound(values, value);
    if (place == values.end() || *place != value) values.insert(place, value);
  }

  // "green,red" as values of the column, ascending. Values may hold commas: each is the longest
  // that fits, and the rest must fit as well.
  static std::vector<ValueId> values_of(std::string_view list, const mining::TreeColumn& column) {
    // By place in the list: the value that ends there and where it began, if the text before fits.
    std::vector<std::optional<std::pair<ValueId, std::size_t>>> ends(list.size() + 1);
    for (std::size_t at = 0; at <= list.size(); ++at) {
      if (at > 0 && (!ends[at] || at == list.size() || list[at] != ',')) continue;
      const std::size_t begin = at == 0 ? 0 : at + 1;
      for (std::size_t v = 0; v < column.values.size(); ++v) {
        const std::string_view value = column.values[v];
        if (!list.substr(begin).starts_with(value)) continue;
        const std::size_t end = begin + value.size();
        if (end < list.size() && list[end] != ',') continue;
        if (!ends[end]) ends[end] = std::pair(static_cast<ValueId>(v), at);
      }
    }
    std::vector<ValueId> out;
    std::size_t at = list.size();
    while (at > 0 && ends[at]) {
      insert_value(out, ends[at]->first);
      at = ends[at]->second;
    }
    if (at > 0 || out.empty()) {
      throw Error(ErrorCode::Input,
                  fmt::format("the key has no values {} of column {}; print the tree without "
                              "minlength, so that values are not abbreviated",
                              quote_for_message(list), quote_for_message(column.name)));
    }
    return out;
  }

  const std::string& file_;
  EncodedTree out_;
  std::map<std::uint64_t, Line> lines_;  // by node
  std::map<std::uint64_t, std::size_t> first_branch_;
  int digits_ = 1;  // that every cut has at least, as far as the cuts show
  int decimals_ = 0;
  int zeros_ = 0;
};

}  // namespace

bool is_rpart_text(std::string_view text) {
  return std::ranges::any_of(
      lines_of(text), [](std::string_view line) { return trimmed(line).starts_with(kHeading); });
}

EncodedTree read_rpart_text(std::string_view text, const std::string& file, const Table& encoded,
                            AttributeId class_column) {
  return RpartReader(file, encoded, class_column).read(text);
}

}  // namespace privet::custody
