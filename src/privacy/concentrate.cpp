// SPDX-License-Identifier: Apache-2.0
#include "privacy/concentrate.h"

#include <algorithm>
#include <vector>

namespace privet {

void concentrate(std::span<std::uint32_t> persons_with, std::size_t persons) {
  std::vector<std::uint32_t> values;
  for (std::size_t v = 0; v < persons_with.size(); ++v) {
    if (persons_with[v] > 0) values.push_back(static_cast<std::uint32_t>(v));
  }
  std::stable_sort(values.begin(), values.end(), [&](std::uint32_t a, std::uint32_t b) {
    return persons_with[a] > persons_with[b];
  });
  std::size_t left = persons;
  for (const std::uint32_t value : values) {
    const std::size_t taken = std::min<std::size_t>(persons_with[value], left);
    persons_with[value] = static_cast<std::uint32_t>(taken);
    left -= taken;
  }
}

}  // namespace privet
