// SPDX-License-Identifier: Apache-2.0
#include "custody/attack/attack_pair.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "mining/tree/tree_model.h"

namespace privet::custody {

std::vector<std::uint64_t> AttributePair::weights(Counting counting) const {
  if (counting == Counting::Values) return std::vector<std::uint64_t>(size(), 1);
  std::vector<std::uint64_t> out(size(), 0);
  for (const std::uint32_t value : value_of_row) {
    if (value != kNoValue) ++out[value];
  }
  return out;
}

AttributePair pair_columns(const Column& original, const Column& encoded) {
  PRIVET_CHECK(original.codes.size() == encoded.codes.size());
  const std::vector<mining::ClassLabel> no_class(original.codes.size(), mining::kNoClass);
  const Domain before = active_domain(original, no_class);
  const Domain after = active_domain(encoded, no_class);
  AttributePair out;
  out.name = original.name;
  out.encoded = after.values;
  std::vector<std::uint32_t> was(after.size(), kNoValue);
  std::vector<std::uint32_t> became(before.size(), kNoValue);
  out.value_of_row.reserve(original.codes.size());
  for (std::size_t row = 0; row < original.codes.size(); ++row) {
    const std::uint32_t old_value = before.value_of_code[original.codes[row]];
    const std::uint32_t new_value = after.value_of_code[encoded.codes[row]];
    out.value_of_row.push_back(new_value);
    if (old_value == kNoValue && new_value == kNoValue) continue;
    const bool fits = old_value != kNoValue && new_value != kNoValue &&
                      (was[new_value] == kNoValue || was[new_value] == old_value) &&
                      (became[old_value] == kNoValue || became[old_value] == new_value);
    if (!fits) {
      throw Error(
          ErrorCode::Input,
          fmt::format("row {}, column {}: {} is not what {} was encoded as elsewhere; the "
                      "tables do not belong together, or the rows were shuffled: name the key with "
                      "--key",
                      row + 1, quote_for_message(original.name),
                      quote_for_message(encoded.text(static_cast<RowId>(row))),
                      quote_for_message(original.text(static_cast<RowId>(row)))));
    }
    was[new_value] = old_value;
    became[old_value] = new_value;
  }
  for (const std::uint32_t value : was) out.original.push_back(before.values[value]);
  out.grid = grid_of(before, original);
  if (before.size() > 0) {
    out.least = before.values.front();
    out.greatest = before.values.back();
  }
  return out;
}

}  // namespace privet::custody
