// SPDX-License-Identifier: Apache-2.0
#include "job/risk/beside.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include "base/counted.h"

namespace privet::job {
namespace {

// The records, group by group.
std::vector<RowId> rows_by_group(const RowGroups& groups) {
  std::vector<std::size_t> next(groups.sizes.size());
  std::size_t before = 0;
  for (std::size_t g = 0; g < next.size(); ++g) {
    next[g] = before;
    before += groups.sizes[g];
  }
  std::vector<RowId> out(groups.group_of.size());
  for (std::size_t r = 0; r < out.size(); ++r) {
    out[next[groups.group_of[r]]++] = static_cast<RowId>(r);
  }
  return out;
}

// What is seen of one value within the group that is looked at.
struct Seen {
  std::uint32_t group = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t person = 0;
  bool several = false;
};

}  // namespace

std::vector<BesideColumn> columns_beside(const Table& table, std::span<const AttributeId> columns,
                                         const RowGroups& groups,
                                         std::span<const ValueId> person_of, const Run& run) {
  const std::vector<RowId> rows = rows_by_group(groups);
  std::vector<BesideColumn> out;
  for (const AttributeId id : columns) {
    run.check_cancelled();
    const Column& column = table.column(id);
    std::vector<Seen> seen(column.dictionary.size());
    BesideColumn found{.name = column.name};
    std::size_t begin = 0;
    for (std::uint32_t g = 0; g < groups.sizes.size(); ++g) {
      const std::size_t end = begin + groups.sizes[g];
      for (std::size_t i = begin; i < end; ++i) {
        const RowId row = rows[i];
        const auto person = static_cast<std::uint32_t>(
            person_of.empty() ? std::size_t{row} : std::size_t{person_of[row]});
        Seen& value = seen[column.codes[row]];
        if (value.group != g) {
          value = {g, person, false};
        } else {
          value.several = value.several || value.person != person;
        }
      }
      for (std::size_t i = begin; i < end; ++i) {
        found.alone += seen[column.codes[rows[i]]].several ? 0 : 1;
      }
      begin = end;
    }
    if (found.alone > 0) out.push_back(std::move(found));
  }
  return out;
}

std::string beside_text(std::span<const BesideColumn> columns, std::size_t records,
                        const std::string& unit) {
  constexpr std::size_t kShown = 10;
  if (columns.empty()) return {};
  std::string each;
  for (std::size_t i = 0; i < columns.size() && i < kShown; ++i) {
    each += fmt::format("{}{} for {}", each.empty() ? "" : ", ", columns[i].name,
                        grouped(columns[i].alone));
  }
  if (columns.size() > kShown) each += fmt::format(" and {} more", columns.size() - kShown);
  return fmt::format(
      "no model counts other columns of the file as known: each of them, together with the "
      "quasi-identifiers, leads to a single {} (of {}): {}",
      unit.empty() ? "record" : unit, counted(records, "record"), each);
}

}  // namespace privet::job
