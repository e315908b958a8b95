// SPDX-License-Identifier: Apache-2.0
#include "risk/released_cell.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>

#include "risk/released_number.h"
#include "risk/value_meaning.h"

namespace privet {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::optional<std::string> unquoted_cell(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
  std::string out;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '"') {
      ++i;
      if (i + 1 >= text.size() || text[i] != '"') return std::nullopt;
    }
    out += text[i];
  }
  return out;
}

std::optional<std::pair<std::string_view, std::string_view>> range_ends(std::string_view inside) {
  auto split = inside.find("..");
  std::size_t width = 2;
  if (split == std::string_view::npos) {
    split = inside.find('-');
    width = 1;
  }
  if (split == std::string_view::npos) return std::nullopt;
  return std::pair(inside.substr(0, split), inside.substr(split + width));
}

std::vector<std::string_view> set_members(std::string_view inside) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  bool quoted = false;
  bool ranged = false;  // between the brackets of a range a comma is a decimal comma
  for (std::size_t i = 0; i <= inside.size(); ++i) {
    if (i < inside.size() && inside[i] == '"') quoted = !quoted;
    if (i < inside.size() && i == begin) ranged = inside[i] == '[';
    if (i < inside.size() && inside[i] == ']') ranged = false;
    if (i == inside.size() || (inside[i] == ',' && !quoted && !ranged)) {
      out.push_back(inside.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  return out;
}

OriginalColumn::OriginalColumn(const Column& column, const BoundHierarchy* hierarchy,
                               bool by_meaning)
    : column_(&column), hierarchy_(hierarchy) {
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    const auto text = column.dictionary.text(static_cast<ValueId>(v));
    const bool number = ordered(column.type());
    numbers_.push_back(number ? read_released_number(text, column.dictionary.form()) : kNoNumber);
    if (by_meaning) meanings_[same_meaning_text(text)].push_back(static_cast<ValueId>(v));
    if (hierarchy != nullptr) {
      leaves_.push_back(
          hierarchy->hierarchy.find_leaf(text).value_or(std::numeric_limits<NodeId>::max()));
    }
  }
}

std::vector<ValueId> OriginalColumn::values(std::string_view text) const {
  if (meanings_.empty()) {
    const auto value = column_->dictionary.find(text);
    return value ? std::vector<ValueId>{*value} : std::vector<ValueId>{};
  }
  if (const auto same = meanings_.find(same_meaning_text(text)); same != meanings_.end()) {
    return same->second;
  }
  return {};
}

Cell::Cell(std::string_view text, const OriginalColumn& original) {
  if (text == "*") {
    any_ = true;
    return;
  }
  if (original.hierarchy() == nullptr) {
    read_member(text, original);
    if (text.size() > 1 && text.front() == '{' && text.back() == '}') {
      read_set(text.substr(1, text.size() - 2), original);
    }
    return;
  }
  if (const auto plain = unquoted_cell(text)) add_value(*plain, original);
  const Hierarchy& tree = original.hierarchy()->hierarchy;
  if (const auto lowest = tree.find(text)) {
    // A label may repeat on the way up: a reader cannot know which is meant, so it covers what the
    // highest covers.
    NodeId highest = *lowest;
    for (NodeId node = highest; node != tree.root();) {
      node = tree.parent(node);
      if (tree.label(node) == text) highest = node;
    }
    const auto [first, last] = tree.interval(highest);
    node_ = true;
    first_leaf_ = first;
    last_leaf_ = last;
  }
}

void Cell::read_member(std::string_view text, const OriginalColumn& original) {
  if (const auto plain = unquoted_cell(text)) {
    add_value(*plain, original);
  } else if (text.starts_with('[')) {
    if (text.back() == ']' && ordered(original.column().type())) {
      read_range(text.substr(1, text.size() - 2), original.column().dictionary.form());
    }
  } else if (!text.starts_with('{') && !text.starts_with('"')) {
    add_value(text, original);
  }
}

void Cell::read_range(std::string_view inside, const ValueForm& form) {
  const auto ends = range_ends(inside);
  if (!ends) return;
  low_ = read_released_number(ends->first, form);
  high_ = read_released_number(ends->second, form);
  ranged_ = !std::isnan(low_) && !std::isnan(high_);
}

void Cell::read_set(std::string_view inside, const OriginalColumn& original) {
  for (const auto member : set_members(inside)) read_member(member, original);
}

void Cell::add_value(std::string_view text, const OriginalColumn& original) {
  for (const ValueId value : original.values(text)) members_.push_back(value);
  // A number stands for all its spellings: 1 for 01 and 1.0.
  if (ranged_ || members_.empty() || !ordered(original.column().type())) return;
  const double number = original.number(members_.back());
  if (std::isnan(number)) return;
  ranged_ = true;
  low_ = high_ = number;
}

}  // namespace privet
