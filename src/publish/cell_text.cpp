// SPDX-License-Identifier: Apache-2.0
#include "publish/cell_text.h"

#include <fmt/format.h>

#include "base/error.h"

namespace privet {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string value_text(std::string_view text) {
  const bool special = text == kSuppressedText || text.starts_with('[') || text.starts_with('{') ||
                       text.starts_with('"');
  return special ? quoted(text) : std::string(text);
}

std::string member_text(std::string_view text) {
  const bool special = text.empty() || text.find_first_of(",{}\"") != std::string_view::npos;
  return special ? quoted(text) : value_text(text);
}

std::string range_text(std::string_view low, std::string_view high) {
  const bool minus =
      low.find('-') != std::string_view::npos || high.find('-') != std::string_view::npos;
  // "-1." as an end would leave open which two of three dots part the ends; "-1" is the same
  // number.
  if (minus && low.ends_with('.')) low.remove_suffix(1);
  return fmt::format("[{}{}{}]", low, minus ? ".." : "-", high);
}

// Whether a range shows one number: the statistic that stands for it, or the one number that it
// has in several spellings.
bool one_number(const GeneralizedValue& value, const Dictionary& dictionary) {
  return !value.statistic.empty() || dictionary.number(value.low) == dictionary.number(value.high);
}

// What is shown of a range of numbers: its ends, or one number. Of several spellings of that the
// shortest is shown.
std::string numbers_text(const GeneralizedValue& value, const Dictionary& dictionary) {
  if (!value.statistic.empty()) return value.statistic;
  if (!one_number(value, dictionary)) {
    return range_text(dictionary.text(value.low), dictionary.text(value.high));
  }
  std::string_view shortest = dictionary.text(value.low);
  for (ValueId v = value.low; v <= value.high; ++v) {
    if (dictionary.text(v).size() < shortest.size()) shortest = dictionary.text(v);
  }
  return std::string(shortest);
}

}  // namespace

std::string cell_text(const GeneralizedValue& value, const Column& column,
                      const BoundHierarchy* hierarchy) {
  using Kind = GeneralizedValue::Kind;
  const Dictionary& dictionary = column.dictionary;
  switch (value.kind) {
    case Kind::Value:
      return value_text(dictionary.text(value.low));
    case Kind::Node:
      PRIVET_CHECK(hierarchy != nullptr);
      return std::string(hierarchy->hierarchy.label(value.node));
    case Kind::Any:
      return std::string(kSuppressedText);
    case Kind::Range:
      if (value.members.empty()) return numbers_text(value, dictionary);
      break;
    case Kind::Set:
      break;
  }
  std::string out = "{";
  for (const ValueId member : value.members) {
    if (out.size() > 1) out += ',';
    out += member_text(dictionary.text(member));
  }
  if (value.kind == Kind::Range) {
    // In a range the brackets hold a decimal comma together; a single number needs quotes.
    const std::string numbers = numbers_text(value, dictionary);
    out += ',' + (one_number(value, dictionary) ? member_text(numbers) : numbers);
  }
  return out + '}';
}

}  // namespace privet
