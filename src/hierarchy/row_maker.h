// SPDX-License-Identifier: Apache-2.0
// Collects the rows of a hierarchy that is built, not read, and owns their labels.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "data/table.h"
#include "hierarchy/hierarchy.h"

namespace privet {

class RowMaker {
 public:
  static constexpr std::string_view kRoot = "*";

  // `levels` labels a row, root included. `source` is for messages.
  RowMaker(std::size_t levels, std::string source);

  // The next label of the row under way, from the leaf up. Row ends by themselves.
  void add(std::string label);
  // A label that outlives make(), such as a text of the column.
  void add_view(std::string_view label) { rows_.labels.push_back(label); }
  // A missing value is not a member of any group: it hangs below the root on every level.
  void add_missing(std::string_view text, std::string_view root = kRoot);
  // All missing values of the column.
  void add_missing(const Dictionary& dictionary);

  [[nodiscard]] Hierarchy make() const { return Hierarchy(rows_); }

 private:
  HierarchyRows rows_;
  std::deque<std::string> kept_;
};

}  // namespace privet
