// SPDX-License-Identifier: Apache-2.0
#include "risk/matching_groups.h"

#include <algorithm>
#include <map>

namespace privet {
namespace {

using Pattern = std::vector<bool>;  // [column] missing
using Codes = std::vector<ValueId>;

// The groups by what they show of the columns that neither pattern misses.
std::map<Codes, std::vector<std::uint32_t>> by_common(const std::vector<std::uint32_t>& groups,
                                                      const std::vector<Codes>& codes,
                                                      const Pattern& here, const Pattern& there) {
  std::map<Codes, std::vector<std::uint32_t>> out;
  for (const std::uint32_t group : groups) {
    Codes key;
    for (std::size_t c = 0; c < here.size(); ++c) {
      if (!here[c] && !there[c]) key.push_back(codes[group][c]);
    }
    out[key].push_back(group);
  }
  return out;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> matching_groups(const Table& table,
                                                        std::span<const AttributeId> columns,
                                                        const RowGroups& groups, const Run& run) {
  if (std::none_of(columns.begin(), columns.end(), [&](AttributeId id) {
        return table.column(id).dictionary.missing_count() > 0;
      })) {
    return {};
  }
  std::vector<Codes> codes(groups.sizes.size());
  std::map<Pattern, std::vector<std::uint32_t>> by_pattern;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const std::uint32_t group = groups.group_of[r];
    if (!codes[group].empty()) continue;
    Pattern pattern;
    for (const AttributeId id : columns) {
      codes[group].push_back(table.column(id).codes[r]);
      pattern.push_back(table.column(id).missing(static_cast<RowId>(r)));
    }
    by_pattern[pattern].push_back(group);
  }
  std::vector<std::vector<std::uint32_t>> out(groups.sizes.size());
  const Pattern complete(columns.size());
  for (const auto& [here, mine] : by_pattern) {
    for (const auto& [there, theirs] : by_pattern) {
      if (here == complete && there == complete) continue;
      run.check_cancelled();
      const auto others = by_common(theirs, codes, here, there);
      for (const auto& [key, agreeing] : by_common(mine, codes, here, there)) {
        const auto found = others.find(key);
        if (found == others.end()) continue;
        for (const std::uint32_t group : agreeing) {
          std::copy_if(found->second.begin(), found->second.end(), std::back_inserter(out[group]),
                       [&](std::uint32_t other) { return other != group; });
        }
      }
    }
  }
  return out;
}

}  // namespace privet
