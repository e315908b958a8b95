// SPDX-License-Identifier: Apache-2.0
// Counts, for many sets of columns, the pairs of rows that a set leaves unseparated, and stops as
// soon as the answer is clear. Idea: the groups of the set's two best columns are kept from set to
// set, their rows packed into words and side by side; all other columns are then compared at once,
// with a hash table as small as the group. The pairs found so far bound the answer from below and
// the pairs of the groups not yet begun bound it from above; the largest groups go first. Cost:
// linear in the rows that two columns leave together, whatever the columns; less with an early
// answer. Memory: at most kKeptWords words of groups beside the table.
// Threads: share the SetCounter, one Work each.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "quasi/codes.h"
#include "quasi/partition.h"
#include "quasi/sets/packed_rows.h"

namespace privet::quasi {

class SetCounter {
 public:
  // `codes` must outlive this.
  explicit SetCounter(const Codes& codes);

  // What one thread needs; may be used for any number of counts.
  struct Work {
    struct Slot {
      std::uint32_t stamp = 0;  // of the group it belongs to
      std::uint32_t count = 0;
      const std::uint64_t* row = nullptr;  // the first of its kind
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
  static constexpr std::size_t kKeptWords = std::size_t{1} << 25U;

  // The groups that one or two columns make.
  struct Groups {
    std::once_flag made;
    std::vector<std::uint64_t> words;  // of the rows, group after group, the largest first
    std::vector<std::size_t> ends;     // in rows
    std::uint64_t pairs = 0;
  };
  struct Bounds {
    std::uint64_t low;
    std::uint64_t high;
  };
  Bounds count(std::span<const std::size_t> columns, std::uint64_t enough_below,
               std::uint64_t enough_above, Work& work) const;
  // Of the first one or two columns of `order`; `used` tells how many.
  const Groups& groups_of(std::span<const std::size_t> order, std::size_t& used,
                          Counters& counters) const;
  void make(Groups& out, std::span<const std::size_t> columns, Counters& counters) const;

  const Codes& codes_;
  PackedRows packed_;
  std::vector<std::uint64_t> alone_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::size_t, std::unique_ptr<Groups>> kept_;
  mutable std::atomic<std::size_t> kept_words_{0};
};

}  // namespace privet::quasi
