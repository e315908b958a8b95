// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/build_prefix.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "hierarchy/row_maker.h"

namespace privet {
namespace {

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::size_t characters(std::string_view text) {
  const auto extra = std::count_if(text.begin(), text.end(), continues);
  return text.size() - static_cast<std::size_t>(extra);
}

// The first `count` characters.
std::string_view prefix(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (continues(text[end])) continue;
    if (count == 0) break;
    --count;
  }
  return text.substr(0, end);
}

}  // namespace

Hierarchy build_prefix(const Column& column, const PrefixMask& options) {
  if (options.step == 0) throw Error(ErrorCode::Usage, "prefix: step must be at least 1");
  const auto& dictionary = column.dictionary;
  std::size_t longest = 1;
  for (std::size_t i = dictionary.missing_count(); i < dictionary.size(); ++i) {
    longest = std::max(longest, characters(dictionary.text(static_cast<ValueId>(i))));
  }
  const std::size_t possible = (longest - 1) / options.step;
  const std::size_t levels = options.levels == 0 ? possible : std::min(options.levels, possible);
  if (levels + 1 > Hierarchy::kMaxHeight) {
    throw Error(ErrorCode::Usage,
                fmt::format("prefix: values of column {} have up to {} characters; give a larger "
                            "step, or fewer levels",
                            quote_for_message(column.name), longest));
  }
  RowMaker rows(levels + 2, fmt::format("prefixes of column {}", quote_for_message(column.name)));
  rows.add_missing(dictionary);
  for (std::size_t i = dictionary.missing_count(); i < dictionary.size(); ++i) {
    const std::string_view text = dictionary.text(static_cast<ValueId>(i));
    if (text.empty()) {  // nothing to mask
      rows.add_missing(text);
      continue;
    }
    const std::size_t length = characters(text);
    rows.add_view(text);
    for (std::size_t level = 1; level <= levels; ++level) {
      const std::size_t kept = longest - level * options.step;
      if (length <= kept) {
        rows.add_view(text);
      } else {
        rows.add(std::string(prefix(text, kept)).append(longest - kept, options.mask));
      }
    }
    rows.add_view(RowMaker::kRoot);
  }
  return rows.make();
}

}  // namespace privet
