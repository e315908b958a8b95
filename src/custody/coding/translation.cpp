// SPDX-License-Identifier: Apache-2.0
#include "custody/coding/translation.h"

#include <algorithm>

namespace privet::custody {

Translation::Translation(const ColumnCoding& coding, const Column& original, const Column& encoded)
    : original_(original), encoded_(encoded), codes_(encoded.dictionary.size(), ValueId(kNoValue)) {
  // The rows say it all, save for names of values in no row.
  for (std::size_t row = 0; row < original.codes.size(); ++row) {
    ValueId& now = codes_[encoded.codes[row]];
    now = std::min(now, original.codes[row]);
  }
  if (coding.kind == ColumnKind::Kept) {
    for (std::size_t code = 0; code < codes_.size(); ++code) {
      codes_[code] = static_cast<ValueId>(code);
    }
  }
  const std::size_t missing = original.dictionary.missing_count();
  for (std::size_t i = 0; i < coding.names.size(); ++i) {
    if (const auto code = encoded.dictionary.find(coding.names[i])) {
      codes_[*code] = static_cast<ValueId>(missing + i);
    }
  }
}

std::optional<ValueId> Translation::original_code(std::string_view encoded_text) const {
  const Dictionary& dictionary = encoded_.dictionary;
  std::optional<ValueId> found = dictionary.find(encoded_text);
  const auto number = parse_number(encoded_text);
  if (!found && number && dictionary.type() == ColumnType::Numeric) {
    std::size_t low = dictionary.missing_count();
    std::size_t high = dictionary.size();
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (dictionary.number(static_cast<ValueId>(middle)) < *number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low < dictionary.size() && dictionary.number(static_cast<ValueId>(low)) == *number) {
      found = static_cast<ValueId>(low);
    }
  }
  if (!found || codes_[*found] == kNoValue) return std::nullopt;
  return codes_[*found];
}

}  // namespace privet::custody
