// SPDX-License-Identifier: Apache-2.0
#include "risk/outside_table.h"

#include <algorithm>

#include "base/thread_pool.h"
#include "risk/cover_join.h"
#include "risk/released_cell.h"

namespace privet {
namespace {

CoverAttribute attribute_of(const Column& ours, const Column& theirs,
                            const BoundHierarchy* hierarchy, const std::vector<RowId>& first,
                            bool missing_matches) {
  CoverAttribute out;
  out.value_of_person = theirs.codes;
  out.values = theirs.dictionary.size();
  for (const RowId row : first) out.cell_of_class.push_back(ours.codes[row]);
  const OriginalColumn original(theirs, hierarchy, true);
  out.covers.reserve(ours.dictionary.size() * out.values);
  for (std::size_t t = 0; t < ours.dictionary.size(); ++t) {
    const auto text = static_cast<ValueId>(t);
    const Cell cell(ours.dictionary.text(text), original);
    const bool any = missing_matches && ours.dictionary.missing(text);
    for (std::size_t v = 0; v < out.values; ++v) {
      const auto value = static_cast<ValueId>(v);
      out.covers.push_back(any || (missing_matches && theirs.dictionary.missing(value)) ||
                           cell.covers(value, original));
    }
  }
  return out;
}

// How many people have a value that the cell of some class covers.
std::size_t people_met(const CoverAttribute& attribute) {
  std::vector<bool> shown;
  for (const std::uint32_t cell : attribute.cell_of_class) {
    if (cell >= shown.size()) shown.resize(cell + std::size_t{1});
    shown[cell] = true;
  }
  std::vector<bool> met(attribute.values);
  for (std::size_t cell = 0; cell < shown.size(); ++cell) {
    for (std::size_t v = 0; shown[cell] && v < attribute.values; ++v) {
      if (attribute.covers[cell * attribute.values + v]) met[v] = true;
    }
  }
  return static_cast<std::size_t>(std::count_if(attribute.value_of_person.begin(),
                                                attribute.value_of_person.end(),
                                                [&](ValueId value) { return met[value]; }));
}

}  // namespace

OutsideMatch match_outside(const Table& table, const RowGroups& groups, const Table& outside,
                           const SharedColumns& shared, bool missing_matches, const Run& run) {
  std::vector<RowId> first(groups.sizes.size());
  for (std::size_t r = table.rows(); r-- > 0;) first[groups.group_of[r]] = static_cast<RowId>(r);
  std::vector<CoverAttribute> attributes(shared.ours.size());
  run.pool().parallel_for(attributes.size(), [&](std::size_t a) {
    attributes[a] = attribute_of(table.column(shared.ours[a]), outside.column(shared.theirs[a]),
                                 shared.hierarchies[a], first, missing_matches);
  });
  OutsideMatch out;
  out.rows = outside.rows();
  out.people_of_class.assign(groups.sizes.size(), 0);
  cover_join(
      groups.sizes.size(), outside.rows(), attributes,
      [&](auto people, auto classes) {
        std::size_t records = 0;
        for (const std::uint32_t cls : classes) {
          out.people_of_class[cls] += people.size();
          records += groups.sizes[cls];
        }
        if (classes.empty()) out.no_class += people.size();
        if (classes.size() == 1) out.one_class += people.size();
        if (records == 1) out.one_record += people.size();
      },
      run);
  for (std::size_t c = 0; c < groups.sizes.size(); ++c) {
    if (out.people_of_class[c] == 0) out.unmatched_records += groups.sizes[c];
  }
  for (const auto& attribute : attributes) out.met.push_back(people_met(attribute));
  return out;
}

}  // namespace privet
