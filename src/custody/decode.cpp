// SPDX-License-Identifier: Apache-2.0
#include "custody/decode.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "custody/coding/translation.h"
#include "mining/numbers/midpoint.h"
#include "mining/tree/training_rows.h"

namespace privet::custody {
namespace {

using mining::ClassCounts;
using mining::ClassLabel;
using mining::NodeId;
using mining::Split;
using mining::TestKind;
using mining::TreeModel;
using mining::TreeNode;

// One of the tree's columns: where it is in both tables, and how branches are recognised.
struct Bound {
  const ColumnCoding* coding = nullptr;
  const Column* original = nullptr;
  const Column* encoded = nullptr;
  std::uint32_t target = 0;                    // column of the decoded model
  std::vector<std::uint32_t> branch_of_code;   // nominal: encoded code -> value in the tree
  std::vector<std::uint32_t> target_of_value;  // nominal: value in the tree -> decoded value
};

class Decoder {
 public:
  Decoder(const EncodedTree& tree, const Coding& coding, const TwoTables& tables,
          const std::string& file)
      : tree_(tree),
        coding_(coding),
        original_(tables.original),
        encoded_(tables.encoded),
        file_(file) {}

  TreeModel decode(const Run& run);
  [[nodiscard]] const std::vector<NodeId>& from() const { return from_; }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ErrorCode::Input, why, {.file = file_});
  }
  void bind_classes();
  void bind_columns();
  void bind_values(Bound& bound, const mining::TreeColumn& column, mining::TreeColumn& target);
  void decode_node(NodeId at, NodeId to);
  // 0: at most the cut.
  [[nodiscard]] std::uint32_t side_of(const Split& split, const Bound& bound, RowId row) const {
    return number_of(bound, row) <= split.cut ? 0 : 1;
  }
  [[nodiscard]] double number_of(const Bound& bound, RowId row) const {
    const double number = bound.encoded->number(row);
    return tree_.single_precision ? static_cast<double>(static_cast<float>(number)) : number;
  }
  void check_slack(NodeId at, const Bound& bound, const std::vector<RowId>& rows) const;
  [[noreturn]] void refuse_missing(const Bound& bound) const;
  [[nodiscard]] double original_cut(const Split& split, const Bound& bound,
                                    const std::vector<RowId>& rows) const;
  [[nodiscard]] bool original_neighbours(const Split& split, const Bound& bound,
                                         const std::vector<RowId>& rows, double& cut) const;
  // The rows of each branch. `split` is given the heaviest where the tree does not say, or where
  // names decide between equal branches and no row follows the choice.
  [[nodiscard]] std::vector<std::vector<RowId>> split_rows(Split& split, const Bound& bound,
                                                           const std::vector<RowId>& rows) const;
  void check_counts(NodeId at, const TreeNode& decoded) const;
  void note_label(const TreeNode& decoded);

  const EncodedTree& tree_;
  const Coding& coding_;
  const Table& original_;
  const Table& encoded_;
  const std::string& file_;
  mining::ClassColumn classes_;
  std::vector<ClassLabel> class_of_;  // of the tree's classes, in the original
  std::vector<Bound> columns_;
  bool fractional_ = false;     // missing values may have been counted in parts
  std::size_t odd_leaves_ = 0;  // whose class is not that of most of their rows
  std::string first_odd_;
  TreeModel out_;
  std::vector<std::vector<RowId>> rows_;  // of nodes in out_ not yet decoded
  std::vector<NodeId> from_;              // the tree's node for each node in out_
};

void Decoder::bind_classes() {
  const ColumnCoding& coding = coding_.class_column();
  classes_ = mining::class_column(original_, coding.source);
  out_.class_name = classes_.name;
  out_.classes = classes_.classes;
  const Column& original = original_.column(coding.source);
  const Translation translation(coding, original, encoded_.column(coding_.class_position));
  for (const auto& label : tree_.model.classes) {
    const auto code = translation.original_code(label);
    if (!code || original.dictionary.missing(*code)) {
      refuse(fmt::format("the key has no class {}", quote_for_message(label)));
    }
    class_of_.emplace_back(*code - original.dictionary.missing_count());
  }
}

void Decoder::bind_values(Bound& bound, const mining::TreeColumn& column,
                          mining::TreeColumn& target) {
  const Translation translation(*bound.coding, *bound.original, *bound.encoded);
  std::vector<std::pair<ValueId, std::uint32_t>> order;  // original code, value in the tree
  bound.branch_of_code.assign(bound.encoded->dictionary.size(), kNoValue);
  for (std::size_t v = 0; v < column.values.size(); ++v) {
    const auto code = translation.original_code(column.values[v]);
    if (!code) {
      refuse(fmt::format("the key has no value {} of column {}",
                         quote_for_message(column.values[v]), quote_for_message(column.name)));
    }
    order.emplace_back(*code, static_cast<std::uint32_t>(v));
    const auto encoded = bound.encoded->dictionary.find(column.values[v]);
    if (encoded) bound.branch_of_code[*encoded] = static_cast<std::uint32_t>(v);
  }
  std::sort(order.begin(), order.end());
  bound.target_of_value.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    bound.target_of_value[order[i].second] = static_cast<std::uint32_t>(i);
    target.values.emplace_back(translation.original_text(order[i].first));
  }
}

void Decoder::bind_columns() {
  const auto& columns = tree_.model.columns;
  std::vector<std::pair<std::uint32_t, std::size_t>> order;  // original column, the tree's
  columns_.resize(columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto position = coding_.find(columns[c].name);
    if (!position || *position == coding_.class_position) {
      refuse(fmt::format("the key has no column {}", quote_for_message(columns[c].name)));
    }
    Bound& bound = columns_[c];
    bound.coding = &coding_.columns[*position];
    bound.original = &original_.column(bound.coding->source);
    bound.encoded = &encoded_.column(static_cast<AttributeId>(*position));
    if (columns[c].numeric && bound.encoded->type() != ColumnType::Numeric) {
      refuse(fmt::format("the tree compares column {} with numbers, and it holds texts",
                         quote_for_message(columns[c].name)));
    }
    order.emplace_back(bound.coding->source, c);
    const auto& codes = bound.encoded->codes;
    const std::size_t missing = bound.encoded->dictionary.missing_count();
    fractional_ = fractional_ || (tree_.missing == MissingRows::Everywhere && missing > 0 &&
                                  std::any_of(codes.begin(), codes.end(),
                                              [&](ValueId code) { return code < missing; }));
  }
  std::sort(order.begin(), order.end());
  for (const auto& [source, c] : order) {
    Bound& bound = columns_[c];
    bound.target = static_cast<std::uint32_t>(out_.columns.size());
    mining::TreeColumn target{bound.original->name, columns[c].numeric, {}};
    if (!target.numeric) bind_values(bound, columns[c], target);
    out_.columns.push_back(std::move(target));
  }
}

// The midpoint of the original values on both sides of the cut; false if one side is empty.
bool Decoder::original_neighbours(const Split& split, const Bound& bound,
                                  const std::vector<RowId>& rows, double& cut) const {
  ValueId low[2] = {ValueId(kNoValue),
                    ValueId(kNoValue)};  // least and greatest original code on each side
  ValueId high[2] = {0, 0};
  for (const RowId row : rows) {
    if (bound.encoded->missing(row)) continue;
    const std::size_t side = side_of(split, bound, row);
    low[side] = std::min(low[side], bound.original->codes[row]);
    high[side] = std::max(high[side], bound.original->codes[row]);
  }
  if (low[0] == kNoValue || low[1] == kNoValue) return false;
  const bool reversed = bound.coding->kind == ColumnKind::Numeric && bound.coding->numbers.reversed;
  const std::size_t below = reversed ? 1 : 0;
  const double left = bound.original->dictionary.number(high[below]);
  const double right = bound.original->dictionary.number(low[1 - below]);
  if (!(left < right)) {
    refuse(fmt::format(
        "the test {} <= {} separates values that were shuffled inside a piece of one "
        "class: the tree was mined from other data, or by a learner with a minimum leaf (see "
        "privet custody encode --level)",
        bound.coding->name, split.cut));
  }
  cut = mining::midpoint(left, right);
  return true;
}

// A printed cut is rounded: a value in between may have gone either way.
void Decoder::check_slack(NodeId at, const Bound& bound, const std::vector<RowId>& rows) const {
  if (tree_.slack.empty() || tree_.slack[at] == 0) return;
  constexpr double kPadding = 1e-15;  // what computing with the printed number may add
  const double cut = tree_.model.nodes[at].split->cut;
  const double slack = tree_.slack[at] + kPadding * std::abs(cut);
  for (const RowId row : rows) {
    if (bound.encoded->missing(row)) continue;
    const double number = number_of(bound, row);
    if (number < cut - slack || number > cut + slack) continue;
    refuse(fmt::format(
        "the cut {} of column {} is rounded, and the encoded value {} lies within its rounding: "
        "nobody can tell on which side it went; {}",
        cut, quote_for_message(bound.coding->name), bound.encoded->number(row), tree_.finer));
  }
}

void Decoder::refuse_missing(const Bound& bound) const {
  refuse(fmt::format(
      "column {} has missing values among the rows of a test, and {}'s text does not "
      "say where they went{}",
      quote_for_message(bound.coding->name), tree_.program,
      tree_.program == "rpart" ? "; grow the tree with rpart.control(usesurrogate = 0)" : ""));
}

double Decoder::original_cut(const Split& split, const Bound& bound,
                             const std::vector<RowId>& rows) const {
  double cut = 0;
  if (original_neighbours(split, bound, rows, cut)) return cut;
  // A test that separates no rows of its own node, as a hand-made tree may have: the whole column.
  if (!tree_.counted && original_neighbours(split, bound, classes_.rows, cut)) return cut;
  refuse(fmt::format("the test {} <= {} separates no rows: the tree was mined from other data",
                     bound.coding->name, split.cut));
}

std::vector<std::vector<RowId>> Decoder::split_rows(Split& split, const Bound& bound,
                                                    const std::vector<RowId>& rows) const {
  std::vector<std::vector<RowId>> out(split.branches);
  std::vector<RowId> unknown;
  for (const RowId row : rows) {
    std::uint32_t branch = kNoValue;
    if (split.kind == TestKind::AtMost) {
      if (!bound.encoded->missing(row)) branch = side_of(split, bound, row);
    } else {
      branch = bound.branch_of_code[bound.encoded->codes[row]];
      if (split.kind == TestKind::OneValue && branch != kNoValue) {
        branch = branch == split.value ? 0 : 1;
      }
      if (split.kind == TestKind::Among && branch != kNoValue) {
        branch = std::ranges::binary_search(split.among, branch) ? 0 : 1;
      }
    }
    (branch == kNoValue ? unknown : out[branch]).push_back(row);
  }
  if (!tree_.counted || (split.kind == TestKind::Values && unknown.empty())) {
    const auto place = [&](std::size_t b) {
      return split.kind == TestKind::Values ? bound.target_of_value[b] : b;
    };
    std::size_t most = 0;
    for (std::size_t b = 1; b < out.size(); ++b) {
      const bool tie = out[b].size() == out[most].size() && place(b) < place(most);
      if (out[b].size() > out[most].size() || tie) most = b;
    }
    split.heaviest = static_cast<std::uint32_t>(most);
  }
  if (tree_.missing == MissingRows::Stop) return out;
  if (tree_.missing == MissingRows::Unknown && !unknown.empty()) refuse_missing(bound);
  for (std::uint32_t b = 0; b < split.branches; ++b) {
    if (tree_.missing == MissingRows::Heaviest && b != split.heaviest) continue;
    out[b].insert(out[b].end(), unknown.begin(), unknown.end());
  }
  return out;
}

void Decoder::check_counts(NodeId at, const TreeNode& decoded) const {
  const TreeNode& node = tree_.model.nodes[at];
  if (tree_.counted) {
    for (std::size_t c = 0; c < class_of_.size(); ++c) {
      if (node.counts[c] == decoded.counts[class_of_[c]]) continue;
      refuse(
          fmt::format("node {} holds {} rows of class {} in the tree and {} in the table: the "
                      "tree was mined from other data",
                      at, node.counts[c], quote_for_message(tree_.model.classes[c]),
                      decoded.counts[class_of_[c]]));
    }
  }
  if (tree_.stated.empty() || !tree_.stated[at] || fractional_) return;
  double rows = 0;
  for (const auto n : decoded.counts) rows += static_cast<double>(n);
  const double right = decoded.label < decoded.counts.size()
                           ? static_cast<double>(decoded.counts[decoded.label])
                           : 0;
  const auto [stated_rows, stated_errors] = *tree_.stated[at];
  if (rows != stated_rows || rows - right != stated_errors) {
    refuse(
        fmt::format("a leaf holds {} rows and {} errors in the tree, {} and {} in the table: the "
                    "tree was mined from other data",
                    stated_rows, stated_errors, rows, rows - right));
  }
}

// Costs and priors make such leaves, and so does whoever changes the tree.
void Decoder::note_label(const TreeNode& decoded) {
  if (decoded.split || decoded.label >= decoded.counts.size()) return;
  const auto most = std::ranges::max_element(decoded.counts);
  const auto own = decoded.counts[decoded.label];
  if (own == *most || odd_leaves_++ > 0) return;
  std::uint64_t rows = 0;
  for (const auto n : decoded.counts) rows += n;
  const auto other = static_cast<std::size_t>(most - decoded.counts.begin());
  first_odd_ = fmt::format("a leaf says {}, and of its {} rows {} are {} and {} are {}",
                           quote_for_message(out_.classes[decoded.label]), rows, own,
                           quote_for_message(out_.classes[decoded.label]), *most,
                           quote_for_message(out_.classes[other]));
}

void Decoder::decode_node(NodeId at, NodeId to) {
  const TreeNode& node = tree_.model.nodes[at];
  const std::vector<RowId> rows = std::move(rows_[to]);
  TreeNode decoded;
  decoded.counts.assign(classes_.classes.size(), 0);
  for (const RowId row : rows) ++decoded.counts[classes_.labels[row]];
  if (node.label != mining::kNoClass) decoded.label = class_of_[node.label];
  if (node.split && !tree_.counted) {  // texts name the classes of leaves only
    const auto most = std::max_element(decoded.counts.begin(), decoded.counts.end());
    decoded.label = static_cast<ClassLabel>(most - decoded.counts.begin());
  }
  if (node.split) {
    const Bound& bound = columns_[node.split->column];
    Split split = *node.split;
    auto parts = split_rows(split, bound, rows);
    split.column = bound.target;
    std::vector<std::uint32_t> place(split.branches);  // where each branch goes
    for (std::uint32_t b = 0; b < split.branches; ++b) place[b] = b;
    if (split.kind == TestKind::AtMost) {
      check_slack(at, bound, rows);
      split.cut = original_cut(*node.split, bound, rows);
      if (bound.coding->kind == ColumnKind::Numeric && bound.coding->numbers.reversed) {
        std::swap(place[0], place[1]);
      }
    } else if (split.kind == TestKind::OneValue) {
      split.value = ValueId(bound.target_of_value[split.value]);
    } else if (split.kind == TestKind::Among) {
      for (auto& value : split.among) value = ValueId(bound.target_of_value[value]);
      std::ranges::sort(split.among);
    } else {
      place = bound.target_of_value;
    }
    split.heaviest = place[split.heaviest];
    decoded.first_child = static_cast<NodeId>(out_.nodes.size());
    out_.nodes.resize(out_.nodes.size() + split.branches);
    rows_.resize(out_.nodes.size());
    from_.resize(out_.nodes.size());
    for (std::uint32_t b = 0; b < split.branches; ++b) {
      rows_[decoded.child(place[b])] = std::move(parts[b]);
      from_[decoded.child(place[b])] = node.child(b);
    }
    decoded.split = split;
  }
  check_counts(at, decoded);
  note_label(decoded);
  out_.nodes[to] = std::move(decoded);
}

TreeModel Decoder::decode(const Run& run) {
  bind_classes();
  bind_columns();
  out_.nodes.resize(1);
  rows_.push_back(classes_.rows);
  from_.push_back(0);
  for (std::size_t to = 0; to < out_.nodes.size(); ++to) {
    run.progress("decoding the tree");
    decode_node(from_[to], static_cast<NodeId>(to));
  }
  if (odd_leaves_ > 0) {
    run.warn(fmt::format("{}: {}{}; was the tree mined with costs or priors, or changed since?",
                         file_, first_odd_,
                         odd_leaves_ == 1 ? "" : fmt::format(" (and {} more)", odd_leaves_ - 1)));
  }
  return std::move(out_);
}

}  // namespace

TreeModel decode_against(const EncodedTree& tree, const Coding& coding, const TwoTables& tables,
                         const std::string& tree_file, const Run& run, std::vector<NodeId>* from) {
  Decoder decoder(tree, coding, tables, tree_file);
  TreeModel out = decoder.decode(run);
  if (from != nullptr) *from = decoder.from();
  return out;
}

TreeModel decode_tree(const EncodedTree& tree, const Coding& coding, const Table& original,
                      const std::string& data_file, const std::string& tree_file, const Run& run) {
  const Table encoded = encoded_table(coding, original, data_file, run);
  return decode_against(tree, coding, {original, encoded}, tree_file, run);
}

}  // namespace privet::custody
