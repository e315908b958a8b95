// SPDX-License-Identifier: Apache-2.0
#include "studio/assets.h"

#include <algorithm>
#include <array>
#include <utility>

namespace privet::studio {

const Asset* find_asset(std::string_view name) noexcept {
  const auto all = assets();
  const auto it =
      std::find_if(all.begin(), all.end(), [&](const Asset& asset) { return asset.name == name; });
  return it == all.end() ? nullptr : &*it;
}

std::string_view content_type(std::string_view name) noexcept {
  using Pair = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Pair, 8> kTypes{{{".html", "text/html; charset=utf-8"},
                                        {".css", "text/css; charset=utf-8"},
                                        {".js", "text/javascript; charset=utf-8"},
                                        {".json", "application/json"},
                                        {".svg", "image/svg+xml"},
                                        {".txt", "text/plain; charset=utf-8"},
                                        {".csv", "text/csv; charset=utf-8"},
                                        {".toml", "text/plain; charset=utf-8"}}};
  for (const auto& [end, type] : kTypes) {
    if (name.ends_with(end)) return type;
  }
  return "application/octet-stream";
}

}  // namespace privet::studio
