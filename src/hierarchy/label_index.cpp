// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/label_index.h"

#include <functional>
#include <utility>

namespace privet {

std::optional<std::uint32_t> LabelIndex::find(std::string_view label,
                                              const std::vector<std::string_view>& labels) const {
  if (slots_.empty()) return std::nullopt;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = std::hash<std::string_view>()(label) & mask;; i = (i + 1) & mask) {
    if (slots_[i] == kEmpty) return std::nullopt;
    if (labels[slots_[i]] == label) return slots_[i];
  }
}

void LabelIndex::add(std::uint32_t position, const std::vector<std::string_view>& labels) {
  if (2 * (used_ + 1) > slots_.size()) {
    const auto old = std::exchange(
        slots_, std::vector<std::uint32_t>(slots_.empty() ? 16 : 4 * slots_.size(), kEmpty));
    for (const auto slot : old) {
      if (slot != kEmpty) place(slot, labels);
    }
  }
  place(position, labels);
  ++used_;
}

void LabelIndex::place(std::uint32_t position, const std::vector<std::string_view>& labels) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = std::hash<std::string_view>()(labels[position]) & mask;
  while (slots_[i] != kEmpty) i = (i + 1) & mask;
  slots_[i] = position;
}

}  // namespace privet
