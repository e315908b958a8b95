// SPDX-License-Identifier: Apache-2.0
#include "hierarchy/label_index.h"

#include <functional>
#include <utility>

namespace privet {
namespace {

std::uint32_t short_hash(std::string_view label) {
  const std::size_t hash = std::hash<std::string_view>()(label);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

}  // namespace

std::optional<std::uint32_t> LabelIndex::find(std::string_view label,
                                              const std::vector<std::string_view>& labels) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t hash = short_hash(label);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask; slots_[i].position != kEmpty; i = (i + 1) & mask) {
    if (slots_[i].hash == hash && labels[slots_[i].position] == label) return slots_[i].position;
  }
  return std::nullopt;
}

void LabelIndex::add(std::uint32_t position, const std::vector<std::string_view>& labels) {
  if (2 * (used_ + 1) > slots_.size()) {
    const auto old =
        std::exchange(slots_, std::vector<Slot>(slots_.empty() ? 16 : 4 * slots_.size()));
    for (const Slot& slot : old) {
      if (slot.position != kEmpty) place(slot);
    }
  }
  place({position, short_hash(labels[position])});
  ++used_;
}

void LabelIndex::place(Slot slot) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = slot.hash & mask;
  while (slots_[i].position != kEmpty) i = (i + 1) & mask;
  slots_[i] = slot;
}

}  // namespace privet
