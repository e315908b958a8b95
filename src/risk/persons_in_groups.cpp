// SPDX-License-Identifier: Apache-2.0
#include "risk/persons_in_groups.h"

#include <algorithm>
#include <map>
#include <set>

#include "risk/rows_by_group.h"
#include "risk/value_meaning.h"

namespace privet {

std::vector<std::uint32_t> persons_in_groups(
    const Column& who, bool exact_text, const RowGroups& groups,
    const std::vector<std::vector<std::uint32_t>>& others) {
  const RowsByGroup rows(groups);
  std::size_t count = 0;
  const auto person = number_meanings(who.dictionary, exact_text, count);
  std::vector<std::uint32_t> out;
  std::vector<std::uint32_t> persons;
  const auto add = [&](std::size_t group) {
    for (const RowId row : rows.of(group)) persons.push_back(person[who.codes[row]]);
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

std::optional<RowGroups> linked_groups(const Column& who, bool exact_text,
                                       const RowGroups& groups) {
  std::size_t count = 0;
  const auto person = number_meanings(who.dictionary, exact_text, count);
  std::map<std::uint32_t, std::set<std::uint32_t>> own;  // the groups of each person
  for (std::size_t r = 0; r < who.codes.size(); ++r) {
    if (!who.missing(static_cast<RowId>(r))) own[person[who.codes[r]]].insert(groups.group_of[r]);
  }
  if (std::none_of(own.begin(), own.end(), [](const auto& each) { return each.second.size() > 1; }))
    return std::nullopt;
  RowGroups out;
  std::map<std::set<std::uint32_t>, std::uint32_t> numbers;
  for (std::size_t r = 0; r < who.codes.size(); ++r) {
    const bool nobody = who.missing(static_cast<RowId>(r));
    const auto seen =
        nobody ? std::set<std::uint32_t>{groups.group_of[r]} : own.at(person[who.codes[r]]);
    const auto fresh = static_cast<std::uint32_t>(numbers.size());
    out.group_of.push_back(numbers.try_emplace(seen, fresh).first->second);
    if (out.group_of.back() == out.sizes.size()) out.sizes.push_back(0);
    ++out.sizes[out.group_of.back()];
  }
  return out;
}

}  // namespace privet
