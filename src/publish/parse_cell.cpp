// SPDX-License-Identifier: Apache-2.0
#include "publish/parse_cell.h"

#include <algorithm>
#include <string>
#include <utility>

#include "publish/cell_text.h"

namespace privet {
namespace {

using Kind = GeneralizedValue::Kind;
using Value = std::optional<GeneralizedValue>;

// The text inside double quotes that were doubled within.
std::optional<std::string> unquoted(std::string_view text) {
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

Value single(std::string_view text, const Column& column) {
  const auto plain = unquoted(text);
  const auto code = column.dictionary.find(plain ? std::string_view(*plain) : text);
  if (!code) return std::nullopt;
  return GeneralizedValue{.kind = Kind::Value, .low = *code, .high = *code};
}

// "[25-28]" and "[-5..3]": the codes whose numbers lie between the ends.
Value range(std::string_view text, const Column& column) {
  const Dictionary& dictionary = column.dictionary;
  if (!ordered(column.type()) || text.size() < 3 || text.back() != ']') {
    return std::nullopt;
  }
  const std::string_view inside = text.substr(1, text.size() - 2);
  auto split = inside.find("..");
  std::size_t width = 2;
  if (split == std::string_view::npos) {
    split = inside.find('-');
    width = 1;
  }
  if (split == std::string_view::npos) return std::nullopt;
  const auto low = dictionary.form().read(inside.substr(0, split));
  const auto high = dictionary.form().read(inside.substr(split + width));
  if (!low || !high) return std::nullopt;
  GeneralizedValue out{.kind = Kind::Range};
  bool found = false;
  for (std::size_t v = dictionary.missing_count(); v < dictionary.size(); ++v) {
    const auto code = static_cast<ValueId>(v);
    if (dictionary.number(code) < *low || dictionary.number(code) > *high) continue;
    if (!found) out.low = code;
    out.high = code;
    found = true;
  }
  return found ? Value(out) : std::nullopt;
}

// "{a,b}" and "{?,[25-28]}".
Value set(std::string_view inside, const Column& column) {
  GeneralizedValue out{.kind = Kind::Set};
  bool quoted = false;
  bool ranged = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= inside.size(); ++i) {
    if (i < inside.size() && inside[i] == '"') quoted = !quoted;
    // The ends of a range may have decimal commas: {?,[27,4-31,2]}.
    if (i == begin && i < inside.size() && inside[i] == '[') ranged = true;
    if (i < inside.size() && ranged && inside[i] == ']') ranged = false;
    if (i < inside.size() && (inside[i] != ',' || quoted || ranged)) continue;
    const std::string_view part = inside.substr(begin, i - begin);
    begin = i + 1;
    if (const Value value = single(part, column)) {
      out.members.push_back(value->low);
    } else if (const Value numbers = part.starts_with('[') ? range(part, column) : std::nullopt) {
      out.kind = Kind::Range;
      out.low = numbers->low;
      out.high = numbers->high;
    } else {
      return std::nullopt;
    }
  }
  std::sort(out.members.begin(), out.members.end());
  return out;
}

Value group(std::string_view text, const Column& column, const BoundHierarchy& bound) {
  const Hierarchy& tree = bound.hierarchy;
  const auto lowest = tree.find(text);
  if (!lowest) return single(text, column);
  // Where a label repeats on the way up a reader cannot know which is meant: the highest.
  NodeId highest = *lowest;
  for (NodeId node = highest; node != tree.root();) {
    node = tree.parent(node);
    if (tree.label(node) == text) highest = node;
  }
  const auto value = column.dictionary.find(text);
  if (highest < tree.leaves() && value) return single(text, column);
  return GeneralizedValue{.kind = Kind::Node, .node = highest};
}

}  // namespace

std::optional<GeneralizedValue> parse_cell(std::string_view text, const Column& column,
                                           const BoundHierarchy* hierarchy) {
  if (text == kSuppressedText) return GeneralizedValue{.kind = Kind::Any};
  if (hierarchy != nullptr) return group(text, column, *hierarchy);
  if (text.starts_with('[')) return range(text, column);
  if (text.size() > 1 && text.starts_with('{') && text.ends_with('}')) {
    return set(text.substr(1, text.size() - 2), column);
  }
  return single(text, column);
}

GeneralizedValue with_spellings(GeneralizedValue value, const Column& column) {
  const Dictionary& values = column.dictionary;
  const bool set = value.kind == Kind::Set && !value.members.empty();
  if (!ordered(column.type()) || (value.kind != Kind::Value && !set)) return value;
  const ValueId shown = set ? value.members.back() : value.low;  // missing values come first
  if (values.missing(shown)) return value;
  if (set) {
    value.members.pop_back();
    if (!value.members.empty() && !values.missing(value.members.back())) {
      value.members.push_back(shown);
      return value;
    }
  }
  value.kind = Kind::Range;
  value.low = value.high = shown;
  const double number = values.number(shown);
  while (value.low > values.missing_count() && values.number(value.low - 1) == number) --value.low;
  while (value.high + 1 < values.size() && values.number(value.high + 1) == number) ++value.high;
  return value;
}

}  // namespace privet
