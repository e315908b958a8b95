// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/error.h"
#include "publish/guard_identifier_internal.h"

namespace privet::detail {
namespace {

// Characters of UTF-8 text.
std::size_t length(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) >> 6U) == 2U ? 0U : 1U;
  return count;
}

bool is_mask(std::string_view cell, std::string_view original, std::size_t keep) {
  if (!cell.ends_with('*')) return false;
  cell.remove_suffix(1);
  return original.starts_with(cell) && cell.size() < original.size() &&
         length(cell) == (length(original) > keep ? keep : 0);
}

}  // namespace

void check_masks(const Column& masked, const MaskedIdentifier& how) {
  const Column& original = *how.original;
  for (std::size_t r = 0; r < original.codes.size(); ++r) {
    const auto row = static_cast<RowId>(r);
    const bool sound = original.missing(row)
                           ? masked.text(row) == original.text(row)
                           : is_mask(masked.text(row), original.text(row), how.keep);
    if (sound) continue;
    guard_refuses(fmt::format("record {}, column {}: the identifier is not masked as promised",
                              r + 1, privet::quote_for_message(original.name)));
  }
}

void check_identifier(const Column& original, const ScannedColumn& released,
                      std::span<const std::uint8_t> dropped) {
  constexpr ValueId kNobody = ValueId{~0U};
  std::vector<ValueId> owner(released.texts.size(), kNobody);
  for (std::size_t r = 0; r < original.codes.size(); ++r) {
    if (!dropped.empty() && dropped[r] != 0) continue;
    const ValueId value = original.codes[r];
    const std::uint32_t text = released.text_of_row[r];
    const std::string_view cell = released.texts[text];
    const std::string_view own = original.dictionary.text(value);
    bool sound = original.dictionary.missing(value) ? cell == own : true;
    if (!original.dictionary.missing(value)) {
      sound = !original.dictionary.find(cell) && (owner[text] == kNobody || owner[text] == value);
      owner[text] = value;
    }
    if (!sound) {
      guard_refuses(fmt::format("record {}, column {}: the identifier is not hidden as promised",
                                r + 1, privet::quote_for_message(original.name)));
    }
  }
}

}  // namespace privet::detail
