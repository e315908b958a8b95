// SPDX-License-Identifier: Apache-2.0
// Finds labels: a hash table of positions in a vector of labels kept elsewhere.
// Idea: the labels stay where they are and a slot is four bytes, so a hundred thousand labels cost
// less than a megabyte and no allocation each. Threads: find() may run in any number of threads.
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

  void place(std::uint32_t position, const std::vector<std::string_view>& labels);

  std::vector<std::uint32_t> slots_;  // a power of two of them, at most half used
  std::size_t used_ = 0;
};

}  // namespace privet
