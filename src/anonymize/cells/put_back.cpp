// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "anonymize/cells/cell_table.h"
#include "base/error.h"

namespace privet {
namespace {

class PutBack {
 public:
  PutBack(const CellTable& table, CellClasses& classes) : table_(table), classes_(classes) {
    columns_.resize(table.columns());
    std::iota(columns_.begin(), columns_.end(), std::size_t{0});
    std::stable_sort(columns_.begin(), columns_.end(), [&](std::size_t a, std::size_t b) {
      return table.weight(a) > table.weight(b);
    });
  }

  // One pass over all classes; whether a star was taken away.
  bool pass(const Run& run) {
    bool changed = false;
    // Classes may be added behind; they are looked at in their turn.
    for (std::size_t c = 0; c < classes_.classes().size(); ++c) {
      if (c % 256 == 0) run.check_cancelled();
      for (const std::size_t column : columns_) {
        const CellClass& cls = classes_.classes()[c];
        if (cls.rows.empty() || (cls.stars >> column & 1U) == 0) continue;
        changed = restore(c, column) || changed;
      }
    }
    return changed;
  }

 private:
  using Groups = std::vector<std::vector<RowId>>;

  // Records of the class by their values of the column, the largest groups first.
  [[nodiscard]] Groups divide(const CellClass& cls, std::size_t column) const {
    std::map<ValueId, std::vector<RowId>> by_value;
    for (const RowId row : cls.rows) by_value[table_.value(column, row)].push_back(row);
    Groups out;
    for (auto& [value, rows] : by_value) out.push_back(std::move(rows));
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    return out;
  }

  // Whether these records could show the column, together with those that do already.
  [[nodiscard]] bool could_move(std::span<const RowId> rows, StarSet stars) {
    const CellClass* there = classes_.find(rows.front(), stars);
    if (there == nullptr) return classes_.hold(rows, {}, stars);
    return classes_.hold(rows, there->rows, stars, there);
  }

  // Whether these records of the class could stay without the others.
  [[nodiscard]] bool rest_holds(std::size_t c, std::span<const RowId> rest) {
    const CellClass& cls = classes_.classes()[c];
    return classes_.hold(rest, {}, cls.stars, &cls);
  }

  static std::vector<RowId> without(const std::vector<RowId>& rows,
                                    const std::vector<RowId>& gone) {
    std::vector<RowId> out;
    std::vector<RowId> sorted = gone;
    std::sort(sorted.begin(), sorted.end());
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(out),
                 [&](RowId row) { return !std::binary_search(sorted.begin(), sorted.end(), row); });
    return out;
  }

  void move(std::size_t cls, const std::vector<RowId>& rows, StarSet stars) {
    classes_.classes()[cls].rows = without(classes_.classes()[cls].rows, rows);
    classes_.add(rows, stars);  // may move the list of classes
  }

  bool restore(std::size_t c, std::size_t column) {
    const StarSet stars = classes_.classes()[c].stars & ~(StarSet{1} << column);
    const Groups groups = divide(classes_.classes()[c], column);
    std::vector<bool> movable;
    for (const auto& rows : groups) movable.push_back(could_move(rows, stars));
    if (std::find(movable.begin(), movable.end(), false) == movable.end()) {
      for (const auto& rows : groups) move(c, rows, stars);
      return true;
    }
    bool changed = false;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (!movable[g]) {
        changed = move_singly(c, groups[g], stars) || changed;
        continue;
      }
      const auto rest = without(classes_.classes()[c].rows, groups[g]);
      if (rest.empty() || rest_holds(c, rest)) {
        move(c, groups[g], stars);
        changed = true;
      } else {
        changed = move_singly(c, groups[g], stars) || changed;
      }
    }
    return changed;
  }

  // As many of these records as can leave the class one after the other for one that holds.
  bool move_singly(std::size_t c, const std::vector<RowId>& rows, StarSet stars) {
    if (classes_.by_size()) return move_part(c, rows, stars);
    bool changed = false;
    for (const RowId row : rows) {
      const std::vector<RowId> one{row};
      if (!could_move(one, stars)) continue;
      const auto rest = without(classes_.classes()[c].rows, one);
      if (!rest.empty() && !rest_holds(c, rest)) continue;
      move(c, one, stars);
      changed = true;
    }
    return changed;
  }

  // The same where sizes are all that counts.
  bool move_part(std::size_t c, const std::vector<RowId>& rows, StarSet stars) {
    const std::size_t least = std::max<std::size_t>(1, table_.problem().smallest_class());
    const std::size_t here = classes_.classes()[c].rows.size();
    const CellClass* there = classes_.find(rows.front(), stars);
    const std::size_t known = there == nullptr ? 0 : there->rows.size();
    const std::size_t count = std::min(rows.size(), here > least ? here - least : 0);
    if (count == 0 || known + count < least) return false;
    move(c, {rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count)}, stars);
    return true;
  }

  const CellTable& table_;
  CellClasses& classes_;
  std::vector<std::size_t> columns_;  // the most important first
};

}  // namespace

void put_back(const CellTable& table, CellClasses& classes, const Run& run) {
  PutBack work(table, classes);
  while (work.pass(run)) run.progress("putting cells back");
}

}  // namespace privet
