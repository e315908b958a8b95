// SPDX-License-Identifier: Apache-2.0
#include "publish/guard_scheme_internal.h"

#include <fmt/format.h>

#include <map>
#include <string>

#include "base/error.h"

namespace privet::detail {
namespace {

// What the scheme makes of a value, as text; without a hierarchy levels are the value and anything.
std::string by_scheme(const Column& column, const BoundHierarchy* hierarchy, std::size_t level,
                      ValueId value) {
  if (level == 0) return "value " + std::string(column.dictionary.text(value));
  if (hierarchy == nullptr) return "anything";
  const Hierarchy& tree = hierarchy->hierarchy;
  return "group " + std::to_string(tree.ancestor(hierarchy->leaf(value), level));
}

}  // namespace

void check_scheme(const Problem& problem, const ShownRecords& shown) {
  if (problem.scheme.size() != problem.quasi.size()) {
    guard_refuses("not every quasi-identifier has a fixed level");
  }
  std::vector<std::vector<std::string>> wanted(shown.records);
  for (std::size_t q = 0; q < problem.quasi.size(); ++q) {
    const Column& column = problem.table.column(problem.quasi[q].column);
    // One text for each group, and one group for each text.
    std::map<std::string, std::uint32_t> text_of;
    std::map<std::uint32_t, std::string> group_of;
    for (std::size_t r = 0; r < shown.records; ++r) {
      const std::string group =
          by_scheme(column, problem.quasi[q].hierarchy, problem.scheme[q], column.codes[r]);
      wanted[r].push_back(group);
      if (shown.suppressed[r] != 0) continue;
      const std::uint32_t text = shown.quasi[q]->text_of_row[r];
      const bool same = text_of.try_emplace(group, text).first->second == text &&
                        group_of.try_emplace(text, group).first->second == group;
      if (same) continue;
      guard_refuses(fmt::format("record {}, column {}: {} is not what the fixed level shows", r + 1,
                                privet::quote_for_message(column.name),
                                privet::quote_for_message(shown.quasi[q]->texts[text])));
    }
  }
  std::map<std::vector<std::string>, std::size_t> counts;
  for (const auto& groups : wanted) ++counts[groups];
  for (std::size_t r = 0; r < shown.records; ++r) {
    const bool small = counts[wanted[r]] < problem.smallest_class();
    if (small == (shown.suppressed[r] != 0)) continue;
    guard_refuses(fmt::format("record {} is {} although {} show the same on the fixed levels",
                              r + 1, small ? "released" : "left out", counts[wanted[r]]));
  }
}

}  // namespace privet::detail
