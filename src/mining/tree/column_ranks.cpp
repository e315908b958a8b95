// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/column_ranks.h"

#include <algorithm>

namespace privet::mining {

ColumnRanks::ColumnRanks(const Column& column, const TreeOptions& options) {
  const bool c45 = options.algorithm == TreeAlgorithm::C45;
  numeric = c45 && column.type() == ColumnType::Numeric;
  const std::size_t missing = c45 ? column.dictionary.missing_count() : 0;
  std::vector<std::uint32_t> of_code(column.dictionary.size(), kMissingRank);
  for (std::size_t code = missing; code < of_code.size(); ++code) {
    const auto id = static_cast<ValueId>(code);
    if (numeric) {
      const double number = column.dictionary.number(id);
      if (values.empty() || values.back() != number) values.push_back(number);
      of_code[code] = static_cast<std::uint32_t>(values.size() - 1);
    } else {
      of_code[code] = static_cast<std::uint32_t>(code - missing);
    }
  }
  size = numeric ? values.size() : of_code.size() - missing;
  rank.resize(column.codes.size());
  std::transform(column.codes.begin(), column.codes.end(), rank.begin(),
                 [&](ValueId code) { return of_code[code]; });
  constexpr std::size_t kNarrow = 64;
  if (!numeric || size > kNarrow) return;
  narrow.resize(rank.size());
  std::transform(rank.begin(), rank.end(), narrow.begin(), [&](std::uint32_t at) {
    return static_cast<std::uint8_t>(at == kMissingRank ? size : at);
  });
}

}  // namespace privet::mining
