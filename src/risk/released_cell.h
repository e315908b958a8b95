// SPDX-License-Identifier: Apache-2.0
// A released cell, understood by who did not write it: which values of a column it covers. The
// guard reads with it the cells of a release, and the risk report those of any table. Deliberately
// not publish/cell_text.h, which wrote them. See docs/format/release.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/table.h"
#include "hierarchy/bind.h"

namespace privet {

// The column that cells are compared with: texts, and its own reading of the numbers.
class OriginalColumn {
 public:
  // `by_meaning`: a cell that is a value covers all values that mean the same (25 and 25.0), for
  // columns of other tables.
  OriginalColumn(const Column& column, const BoundHierarchy* hierarchy, bool by_meaning = false);

  [[nodiscard]] const Column& column() const { return *column_; }
  [[nodiscard]] const BoundHierarchy* hierarchy() const { return hierarchy_; }
  [[nodiscard]] double number(ValueId value) const { return numbers_[value]; }
  // The values that a cell with this text names.
  [[nodiscard]] std::vector<ValueId> values(std::string_view text) const;
  [[nodiscard]] NodeId leaf(ValueId value) const { return leaves_[value]; }

 private:
  const Column* column_;
  const BoundHierarchy* hierarchy_;
  std::vector<double> numbers_;  // not a number where the text is none
  std::vector<NodeId> leaves_;   // with a hierarchy: by looking the text up
  std::unordered_map<std::string, std::vector<ValueId>> meanings_;  // by meaning; or empty
};

// The two ends of what is inside the brackets of a range, "18-25" or "-3..4"; nothing if it is
// none.
[[nodiscard]] std::optional<std::pair<std::string_view, std::string_view>> range_ends(
    std::string_view inside);

// The texts between the commas of "{a,"b,c",[1-2]}", without the braces; quotes stay.
[[nodiscard]] std::vector<std::string_view> set_members(std::string_view inside);

// The text between doubled quotes, if `text` is one quoted text and nothing else.
[[nodiscard]] std::optional<std::string> unquoted_cell(std::string_view text);

// A cell's text, understood.
class Cell {
 public:
  // A text that is neither a value nor one of the documented forms covers nothing.
  Cell(std::string_view text, const OriginalColumn& original);

  [[nodiscard]] bool covers(ValueId value, const OriginalColumn& original) const {
    if (any_) return true;
    if (ranged_) {
      const double number = original.number(value);
      if (number >= low_ && number <= high_) return true;
    }
    if (node_) {
      const NodeId leaf = original.leaf(value);
      if (leaf >= first_leaf_ && leaf <= last_leaf_) return true;
    }
    for (const ValueId member : members_) {
      if (member == value) return true;
    }
    return false;
  }
  [[nodiscard]] bool any() const { return any_; }

 private:
  void read_member(std::string_view text, const OriginalColumn& original);
  void read_range(std::string_view inside, const ValueForm& form);
  void read_set(std::string_view inside, const OriginalColumn& original);
  void add_value(std::string_view text, const OriginalColumn& original);

  bool any_ = false;
  bool ranged_ = false;
  double low_ = 0;
  double high_ = 0;
  bool node_ = false;
  NodeId first_leaf_ = 0;
  NodeId last_leaf_ = 0;
  std::vector<ValueId> members_;
};

}  // namespace privet
