// SPDX-License-Identifier: Apache-2.0
// Finds labels: a hash table of positions in a vector of labels kept elsewhere.
// Idea: the labels stay where they are; a slot holds a position and part of the hash, so that a
// label is looked at only where it is almost surely the right one, and none is hashed twice.
// Threads: find() may run in any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace privet {

class LabelIndex {
 public:
  // The position of this label, if it was added. `labels` is the vector it was added from.
  [[nodiscard]] std::optional<std::uint32_t> find(
      std::string_view label, const std::vector<std::string_view>& labels) const;
  // Adds labels[position]; an equal label must not have been added.
  void add(std::uint32_t position, const std::vector<std::string_view>& labels);

 private:
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;
  struct Slot {
    std::uint32_t position = kEmpty;
    std::uint32_t hash = 0;
  };

  void place(Slot slot);

  std::vector<Slot> slots_;  // a power of two of them, at most half used
  std::size_t used_ = 0;
};

}  // namespace privet
