// SPDX-License-Identifier: Apache-2.0
#include "risk/two_releases.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "data/meaning.h"
#include "risk/cell_overlap.h"
#include "risk/cover_join.h"
#include "risk/rows_by_group.h"

namespace privet {
namespace {

using ClassList = std::vector<std::uint32_t>;

// Numbers for texts that mean the same, shared by both releases; 0 is a missing value.
class SharedMeanings {
 public:
  std::uint32_t number(std::string_view text) {
    const std::string key = meaning_key(text);
    if (key.empty()) return 0;
    return numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size() + 1)).first->second;
  }
  std::vector<std::uint32_t> of(const Column& column) {
    std::vector<std::uint32_t> meaning;
    for (std::size_t v = 0; v < column.dictionary.size(); ++v)
      meaning.push_back(number(column.dictionary.text(static_cast<ValueId>(v))));
    std::vector<std::uint32_t> out;
    for (const ValueId code : column.codes) out.push_back(meaning[code]);
    return out;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

// One number for each combination of what the linking columns show, the same in both releases.
struct Links {
  std::vector<std::uint32_t> now;
  std::vector<std::uint32_t> then;
};

Links number_links(const ReleaseSide& now, const ReleaseSide& then) {
  std::vector<std::vector<std::uint32_t>> rows_now(now.table.rows());
  std::vector<std::vector<std::uint32_t>> rows_then(then.table.rows());
  for (std::size_t c = 0; c < now.links.size(); ++c) {
    SharedMeanings meanings;
    const auto ours = meanings.of(now.table.column(now.links[c]));
    const auto theirs = meanings.of(then.table.column(then.links[c]));
    for (std::size_t r = 0; r < ours.size(); ++r) rows_now[r].push_back(ours[r]);
    for (std::size_t r = 0; r < theirs.size(); ++r) rows_then[r].push_back(theirs[r]);
  }
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
  const auto number = [&](const std::vector<std::uint32_t>& row) {
    return numbers.try_emplace(row, static_cast<std::uint32_t>(numbers.size())).first->second;
  };
  Links out;
  for (const auto& row : rows_now) out.now.push_back(number(row));
  for (const auto& row : rows_then) out.then.push_back(number(row));
  return out;
}

void lower(std::uint32_t& fewest, std::size_t found) {
  const auto count = static_cast<std::uint32_t>(found);
  fewest = fewest == 0 ? count : std::min(fewest, count);
}

// Who is in some classes of the newer and in some of the older release.
class Judge {
 public:
  Judge(const ReleaseSide& now, const ReleaseSide& then, const TwoReleasesOptions& options,
        TwoReleases& out)
      : links_(number_links(now, then)), rows_now_(now.groups), rows_then_(then.groups), out_(out) {
    out_.candidates.assign(now.table.rows(), 0);
    for (const AttributeId id : options.sensitive) {
      SharedMeanings meanings;
      sensitive_.push_back(meanings.of(now.table.column(id)));
      out_.values.emplace_back(now.table.rows());
    }
  }

  // Whether anybody can be in both.
  bool judge(std::span<const std::uint32_t> now, std::span<const std::uint32_t> then) {
    std::map<std::uint32_t, std::size_t> older;
    for (const auto cls : then)
      for (const RowId row : rows_then_.of(cls)) ++older[links_.then[row]];
    std::map<std::uint32_t, std::size_t> newer;
    std::vector<RowId> candidates;
    for (const auto cls : now) {
      for (const RowId row : rows_now_.of(cls)) {
        if (!older.contains(links_.now[row])) continue;
        ++newer[links_.now[row]];
        candidates.push_back(row);
      }
    }
    if (candidates.empty()) return false;
    std::size_t people = 0;
    for (const auto& [link, count] : newer) people += std::min(count, older.at(link));
    if (out_.smallest == 0 || people < out_.smallest) out_.smallest = people;
    for (const RowId row : candidates) lower(out_.candidates[row], people);
    for (std::size_t s = 0; s < sensitive_.size(); ++s) {
      std::set<std::uint32_t> values;
      for (const RowId row : candidates) values.insert(sensitive_[s][row]);
      if (values.size() > 1) values.erase(0);  // a missing value adds no other
      for (const RowId row : candidates) lower(out_.values[s][row], values.size());
    }
    return true;
  }

 private:
  Links links_;
  RowsByGroup rows_now_;
  RowsByGroup rows_then_;
  std::vector<std::vector<std::uint32_t>> sensitive_;
  TwoReleases& out_;
};

std::vector<std::uint32_t> cells_of_classes(const Column& column, const RowGroups& groups) {
  std::vector<std::uint32_t> out(groups.sizes.size());
  for (std::size_t r = 0; r < column.codes.size(); ++r) out[groups.group_of[r]] = column.codes[r];
  return out;
}

void note_unclear(const CellCover& cover, const std::string& name, TwoReleases& out) {
  if (!cover.unclear) return;
  if (std::ranges::find(out.unclear, name) == out.unclear.end()) out.unclear.push_back(name);
}

// Of each person the classes of a release that cover it.
std::vector<ClassList> covering(const ReleaseSide& side, const Originals& people,
                                const TwoReleasesOptions& options, TwoReleases& out,
                                const Run& run) {
  std::vector<CoverAttribute> attributes;
  for (std::size_t c = 0; c < side.quasi.size(); ++c) {
    const Column& released = side.table.column(side.quasi[c]);
    const Column& original = people.table.column(people.quasi[c]);
    CellCover cover =
        cover_values(released, original, options.hierarchies[c], options.missing_matches);
    note_unclear(cover, released.name, out);
    attributes.push_back({.cell_of_class = cells_of_classes(released, side.groups),
                          .value_of_person = original.codes,
                          .values = cover.values,
                          .covers = std::move(cover.covers)});
  }
  std::vector<ClassList> found(people.table.rows());
  cover_join(
      side.groups.sizes.size(), people.table.rows(), attributes,
      [&](auto rows, auto classes) {
        ClassList sorted(classes.begin(), classes.end());
        std::sort(sorted.begin(), sorted.end());
        for (const RowId row : rows) found[row] = sorted;
      },
      run);
  return found;
}

void by_people(const ReleaseSide& now, const ReleaseSide& then, const Originals& people,
               const TwoReleasesOptions& options, TwoReleases& out, const Run& run) {
  const auto in_now = covering(now, people, options, out, run);
  const auto in_then = covering(then, people, options, out, run);
  std::map<std::pair<ClassList, ClassList>, std::size_t> alike;
  for (std::size_t r = 0; r < in_now.size(); ++r) ++alike[{in_now[r], in_then[r]}];
  Judge judge(now, then, options, out);
  for (const auto& [classes, count] : alike) {
    run.check_cancelled();
    (judge.judge(classes.first, classes.second) ? out.judged : out.apart) += count;
  }
}

void by_classes(const ReleaseSide& now, const ReleaseSide& then, const TwoReleasesOptions& options,
                TwoReleases& out, const Run& run) {
  std::vector<CoverAttribute> attributes;
  std::vector<std::vector<ValueId>> older;  // [column] cells of the older classes
  for (const AttributeId id : then.quasi) {
    const auto cells = cells_of_classes(then.table.column(id), then.groups);
    auto& values = older.emplace_back();
    for (const std::uint32_t cell : cells) values.emplace_back(cell);
  }
  for (std::size_t c = 0; c < now.quasi.size(); ++c) {
    const Column& ours = now.table.column(now.quasi[c]);
    CellCover cover = overlap_cells(ours, then.table.column(then.quasi[c]), options.hierarchies[c],
                                    options.missing_matches, run);
    note_unclear(cover, ours.name, out);
    attributes.push_back({.cell_of_class = cells_of_classes(ours, now.groups),
                          .value_of_person = older[c],
                          .values = cover.values,
                          .covers = std::move(cover.covers)});
  }
  Judge judge(now, then, options, out);
  cover_join(
      now.groups.sizes.size(), then.groups.sizes.size(), attributes,
      [&](auto older_classes, auto classes) {
        for (const std::uint32_t b : older_classes) {
          for (const std::uint32_t a : classes) {
            if (judge.judge(std::span(&a, 1), std::span(&b, 1))) ++out.judged;
          }
        }
      },
      run);
}

}  // namespace

TwoReleases intersect_releases(const ReleaseSide& now, const ReleaseSide& then,
                               const std::optional<Originals>& people,
                               const TwoReleasesOptions& options, const Run& run) {
  TwoReleases out;
  if (people) {
    by_people(now, then, *people, options, out, run);
  } else {
    by_classes(now, then, options, out, run);
  }
  return out;
}

}  // namespace privet
