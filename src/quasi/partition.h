// SPDX-License-Identifier: Apache-2.0
// The rows of a table grouped by what they have in common.
// Idea: a stripped partition keeps only the groups of two rows or more, packed one after the other;
// a row that is alone in its group stays alone under every further column, so refining gets cheaper
// as it goes. Counters carry a stamp, so that moving to the next group does not clear them.
// Reference: Huhtala, Karkkainen, Porkka, Toivonen, "Discovery of functional and approximate
// dependencies using partitions" (1998).
// Cost: refining or counting is linear in the rows kept; no pair of rows is ever looked at alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/dictionary.h"

namespace privet::quasi {

// n (n - 1) / 2
[[nodiscard]] constexpr std::uint64_t pairs_of(std::uint64_t n) {
  return n % 2 == 0 ? n / 2 * (n - (n > 0 ? 1 : 0)) : (n - 1) / 2 * n;
}

// What a grouping comes to.
struct Tally {
  std::uint64_t unseparated = 0;  // pairs of rows within one group
  std::uint64_t groups = 0;       // groups, those of a single row included

  bool operator==(const Tally&) const = default;
};

// Counters of one thread, grown to the largest column they met.
class Counters {
 public:
  // Makes room for codes below `limit`, and forgets what was counted.
  void reset(std::size_t limit);
  // Begins a new group.
  void next_group() { base_ += std::uint64_t{1} << 32U; }
  // How often this code came before in the group; counts it.
  std::uint64_t add(ValueId code) {
    std::uint64_t& cell = cells_[code];
    const std::uint64_t now = cell < base_ ? base_ : cell;
    cell = now + 1;
    return now - base_;
  }
  [[nodiscard]] std::uint64_t count(ValueId code) const {
    return cells_[code] < base_ ? 0 : cells_[code] - base_;
  }
  void set(ValueId code, std::uint64_t count) { cells_[code] = base_ + count; }

 private:
  std::vector<std::uint64_t> cells_;  // stamp in the upper half, count in the lower
  std::uint64_t base_ = 0;
};

class Partition {
 public:
  // All rows in one group.
  [[nodiscard]] static Partition whole(std::size_t rows);

  [[nodiscard]] std::size_t groups_kept() const { return ends_.size(); }
  [[nodiscard]] std::span<const RowId> group(std::size_t id) const {
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return std::span(rows_).subspan(begin, ends_[id] - begin);
  }
  [[nodiscard]] std::size_t rows_kept() const { return rows_.size(); }
  [[nodiscard]] Tally tally() const;

  // The groups split by a column.
  [[nodiscard]] Partition refine(std::span<const ValueId> codes, std::size_t limit,
                                 Counters& counters) const;
  // What refine() would come to, without building it.
  [[nodiscard]] Tally tally_refined(std::span<const ValueId> codes, std::size_t limit,
                                    Counters& counters) const;

 private:
  std::vector<RowId> rows_;
  std::vector<std::uint32_t> ends_;
  std::size_t total_ = 0;  // rows of the table
};

}  // namespace privet::quasi
