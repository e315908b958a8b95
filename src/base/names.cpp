// SPDX-License-Identifier: Apache-2.0
#include "base/names.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace privet {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = std::tolower(static_cast<unsigned char>(a[i - 1])) ==
                        std::tolower(static_cast<unsigned char>(b[j - 1]));
      const std::size_t change = diagonal + (same ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view wanted,
                                        std::span<const std::string> names) {
  const std::string* best = nullptr;
  std::size_t distance = std::max<std::size_t>(1, wanted.size() / 3) + 1;
  for (const auto& name : names) {
    const std::size_t d = edit_distance(wanted, name);
    if (d < distance) {
      distance = d;
      best = &name;
    }
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

}  // namespace privet
