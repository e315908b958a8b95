// SPDX-License-Identifier: Apache-2.0
// Counts, for many sets of columns, the pairs of rows that a set leaves unseparated, and stops as
// soon as the answer is clear. Idea: each group of the set's best column is split by the other
// columns down to the end before the next group is begun, so the work stays in the cache. The pairs
// found so far bound the answer from below and the pairs of the groups not yet begun bound it from
// above; the largest groups go first. Cost: linear in the rows of groups of two or more, at each
// column; less with an early answer. Threads: share the SetCounter, one Work each.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "quasi/codes.h"
#include "quasi/packed_rows.h"
#include "quasi/partition.h"

namespace privet::quasi {

class SetCounter {
 public:
  // `codes` must outlive this.
  explicit SetCounter(const Codes& codes);

  // What one thread needs; may be used for any number of counts.
  struct Work {
    struct Slot {
      std::uint32_t stamp = 0;  // of the group it belongs to
      RowId row = 0;            // the first of its kind
      std::uint64_t count = 0;
    };
    Counters counters;
    std::vector<Slot> slots;
    std::uint32_t stamp = 0;
    PackedRows::Mask mask;
    std::vector<std::size_t> order;
  };

  // Whether the columns leave at most `allowed` pairs unseparated. Exact.
  [[nodiscard]] bool within(std::span<const std::size_t> columns, std::uint64_t allowed,
                            Work& work) const;
  // The pairs the columns leave unseparated if they are at most `allowed`, and nothing if more.
  // Exact.
  [[nodiscard]] std::optional<std::uint64_t> unseparated_within(
      std::span<const std::size_t> columns, std::uint64_t allowed, Work& work) const;
  // The pairs the columns leave unseparated. Exact.
  [[nodiscard]] std::uint64_t unseparated(std::span<const std::size_t> columns, Work& work) const;
  // The same for one column.
  [[nodiscard]] std::uint64_t alone(std::size_t column) const { return alone_[column]; }

  [[nodiscard]] const Codes& codes() const { return codes_; }

 private:
  struct First {
    std::once_flag made;
    Partition groups;
    std::vector<std::size_t> order;  // largest first
  };
  struct Bounds {
    std::uint64_t low;
    std::uint64_t high;
  };
  Bounds count(std::span<const std::size_t> columns, std::uint64_t enough_below,
               std::uint64_t enough_above, Work& work) const;
  [[nodiscard]] std::uint64_t same_in_group(std::span<const RowId> rows, std::uint64_t enough,
                                            Work& work) const;
  const First& first(std::size_t column, Counters& counters) const;

  const Codes& codes_;
  PackedRows packed_;
  std::vector<std::uint64_t> alone_;
  mutable std::vector<std::unique_ptr<First>> firsts_;
};

}  // namespace privet::quasi
