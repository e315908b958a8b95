// SPDX-License-Identifier: Apache-2.0
// Baskets for tests and benchmarks: from rows of one-letter items, at random, or from a FIMI file.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/sampling.h"
#include "data/baskets/baskets.h"
#include "data/baskets/read_fimi.h"

namespace privet::testing_support {

// Items are words; ids are given in order of first appearance after `first`.
inline Baskets baskets_of(const std::vector<std::string>& rows,
                          const std::vector<std::string>& first = {}) {
  Baskets out;
  std::map<std::string, ItemId> ids;
  for (const auto& name : first) ids.emplace(name, out.add_item(name));
  for (const auto& row : rows) {
    std::vector<ItemId> items;
    std::istringstream words(row);
    for (std::string word; words >> word;) {
      auto it = ids.find(word);
      if (it == ids.end()) it = ids.emplace(word, out.add_item(word)).first;
      items.push_back(it->second);
    }
    out.add(items);
  }
  return out;
}

inline Baskets random_baskets(std::size_t count, std::size_t items, double density,
                              std::uint64_t seed) {
  Sampler sampler(seed);
  Baskets out;
  for (std::size_t i = 0; i < items; ++i) out.add_item("i" + std::to_string(i));
  for (std::size_t b = 0; b < count; ++b) {
    std::vector<ItemId> basket;
    for (ItemId i = 0; i < items; ++i) {
      // Skewed: later items are rarer.
      const double chance = density * (1.3 - static_cast<double>(i) / static_cast<double>(items));
      if (sampler.unit() < chance) basket.push_back(i);
    }
    out.add(basket);
  }
  return out;
}

inline Baskets read_baskets(const std::string& path) {
  const Run run;
  return read_fimi(path, run).baskets;
}

}  // namespace privet::testing_support
