// SPDX-License-Identifier: Apache-2.0
#include "risk/outside_table.h"

#include <algorithm>
#include <limits>

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

constexpr std::uint32_t kSeveral = std::numeric_limits<std::uint32_t>::max();

// [class] the one person whose records it has, or kSeveral.
std::vector<std::uint32_t> sole_persons(const RowGroups& groups,
                                        const std::vector<ValueId>& persons) {
  std::vector<std::uint32_t> out(groups.sizes.size(), kSeveral);
  std::vector<bool> met(out.size());
  for (std::size_t r = 0; r < groups.group_of.size(); ++r) {
    const std::uint32_t cls = groups.group_of[r];
    const std::uint32_t who = persons.empty() ? static_cast<std::uint32_t>(r) : persons[r];
    if (!met[cls]) {
      met[cls] = true;
      out[cls] = who;
    } else if (out[cls] != who) {
      out[cls] = kSeveral;
    }
  }
  return out;
}

// Whether the records of these classes, which are some, are all of one person.
template <class Classes>
bool one_person(const Classes& classes, const std::vector<std::uint32_t>& sole) {
  const std::uint32_t who = sole[*classes.begin()];
  return who != kSeveral && std::all_of(classes.begin(), classes.end(),
                                        [&](std::uint32_t cls) { return sole[cls] == who; });
}

// The classes that cover some row of each person, person by person.
class PersonClasses {
 public:
  explicit PersonClasses(std::span<const ValueId> persons) : persons_(persons) {}

  void see(std::span<const RowId> rows, std::span<const std::uint32_t> classes) {
    for (const RowId row : rows) {
      for (const std::uint32_t cls : classes) pairs_.emplace_back(persons_[row], cls);
    }
  }

  void count(const std::vector<std::uint32_t>& sole, OutsideMatch& out) {
    std::vector<ValueId> all(persons_.begin(), persons_.end());
    std::sort(all.begin(), all.end());
    out.rows = static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    out.no_class = out.rows;
    for (std::size_t begin = 0; begin < pairs_.size();) {
      std::vector<std::uint32_t> classes;
      std::size_t end = begin;
      for (; end < pairs_.size() && pairs_[end].first == pairs_[begin].first; ++end) {
        classes.push_back(pairs_[end].second);
        ++out.people_of_class[classes.back()];
      }
      --out.no_class;
      if (classes.size() == 1) ++out.one_class;
      if (one_person(classes, sole)) ++out.one_record;
      begin = end;
    }
  }

 private:
  std::span<const ValueId> persons_;
  std::vector<std::pair<ValueId, std::uint32_t>> pairs_;
};

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
  const auto sole = sole_persons(groups, shared.own_persons);
  PersonClasses by_person(shared.persons);
  cover_join(
      groups.sizes.size(), outside.rows(), attributes,
      [&](auto people, auto classes) {
        if (!shared.persons.empty()) return by_person.see(people, classes);
        for (const std::uint32_t cls : classes) out.people_of_class[cls] += people.size();
        if (classes.empty()) out.no_class += people.size();
        if (classes.size() == 1) out.one_class += people.size();
        if (!classes.empty() && one_person(classes, sole)) out.one_record += people.size();
      },
      run);
  if (!shared.persons.empty()) by_person.count(sole, out);
  for (std::size_t c = 0; c < groups.sizes.size(); ++c) {
    if (out.people_of_class[c] == 0) out.unmatched_records += groups.sizes[c];
  }
  for (const auto& attribute : attributes) out.met.push_back(people_met(attribute));
  return out;
}

}  // namespace privet
