// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/row_maker.h"

#include <utility>

namespace privet {

RowMaker::RowMaker(std::size_t levels, std::string source) {
  rows_.levels = levels;
  rows_.source = std::move(source);
}

void RowMaker::add(std::string label) {
  // Neighbours mostly share their groups.
  const std::size_t at = rows_.labels.size();
  if (at >= rows_.levels && rows_.labels[at - rows_.levels] == label) {
    rows_.labels.push_back(rows_.labels[at - rows_.levels]);
  } else {
    rows_.labels.push_back(kept_.emplace_back(std::move(label)));
  }
}

void RowMaker::add_missing(std::string_view text, std::string_view root) {
  // An empty text cannot be a group's label.
  const std::string_view group = text.empty() ? std::string_view("?") : text;
  add_view(text);
  for (std::size_t level = 1; level + 1 < rows_.levels; ++level) add_view(group);
  add_view(root);
}

void RowMaker::add_missing(const Dictionary& dictionary) {
  for (ValueId value = 0; value < dictionary.missing_count(); ++value) {
    add_missing(dictionary.text(value));
  }
}

}  // namespace privet
