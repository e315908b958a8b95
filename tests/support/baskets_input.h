// SPDX-License-Identifier: Apache-2.0
// Baskets for tests and benchmarks: from rows of one-letter items, at random, or from a FIMI file.
#pragma once

#include <zlib.h>

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/sampling.h"
#include "data/baskets.h"

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
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  std::vector<char> chunk(1 << 16);
  for (int n = 0; (n = gzread(file, chunk.data(), 1 << 16)) > 0;) {
    text.append(chunk.data(), static_cast<std::size_t>(n));
  }
  gzclose(file);
  Baskets out;
  std::map<long, ItemId> ids;
  std::vector<ItemId> items;
  const char* at = text.c_str();
  while (*at != '\0') {
    while (*at == ' ' || *at == '\r') ++at;
    if (*at == '\n' || *at == '\0') {
      if (!items.empty()) out.add(items);
      items.clear();
      if (*at == '\n') ++at;
      continue;
    }
    char* end = nullptr;
    const long number = std::strtol(at, &end, 10);
    at = end;
    auto it = ids.find(number);
    if (it == ids.end()) it = ids.emplace(number, out.add_item(std::to_string(number))).first;
    items.push_back(it->second);
  }
  if (!items.empty()) out.add(items);
  return out;
}

}  // namespace privet::testing_support
