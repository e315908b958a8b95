// SPDX-License-Identifier: Apache-2.0
#include "risk/persons_in_groups.h"

#include <algorithm>

#include "risk/rows_by_group.h"

namespace privet {

std::vector<std::uint32_t> persons_in_groups(
    const Column& who, const RowGroups& groups,
    const std::vector<std::vector<std::uint32_t>>& others) {
  const RowsByGroup rows(groups);
  std::vector<std::uint32_t> out;
  std::vector<ValueId> persons;
  const auto add = [&](std::size_t group) {
    for (const RowId row : rows.of(group)) {
      // The first values are the missing ones.
      const ValueId code = who.codes[row];
      persons.push_back(who.dictionary.missing(code) ? ValueId{0} : code);
    }
  };
  for (std::size_t g = 0; g < groups.sizes.size(); ++g) {
    persons.clear();
    add(g);
    if (!others.empty()) {
      for (const std::uint32_t other : others[g]) add(other);
    }
    std::sort(persons.begin(), persons.end());
    const auto end = std::unique(persons.begin(), persons.end());
    out.push_back(static_cast<std::uint32_t>(end - persons.begin()));
  }
  return out;
}

}  // namespace privet
