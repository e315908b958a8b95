// SPDX-License-Identifier: Apache-2.0
#include "report/release/class_sizes.h"

#include <fmt/format.h>

#include <algorithm>

namespace privet {
namespace {

std::string bin_label(std::size_t low, std::size_t high) {
  if (low == high) return fmt::format("{}", low);
  return fmt::format("{}-{}", format_short(static_cast<double>(low)),
                     format_short(static_cast<double>(high)));
}

std::vector<double> records_in(const std::vector<std::size_t>& lows,
                               std::span<const std::uint32_t> sizes) {
  std::vector<double> records(lows.size());
  for (const std::size_t size : sizes) {
    const auto bin = std::upper_bound(lows.begin(), lows.end(), size) - lows.begin() - 1;
    records[static_cast<std::size_t>(bin)] += static_cast<double>(size);
  }
  return records;
}

}  // namespace

std::vector<std::size_t> size_bins(std::size_t largest, std::size_t k) {
  std::vector<std::size_t> lows{1, 2, 3, 4, 5};
  for (std::size_t low = 10; low <= largest; low *= 2) lows.push_back(low);
  const auto at = std::lower_bound(lows.begin(), lows.end(), k);
  if (k > 1 && k <= largest && (at == lows.end() || *at != k)) lows.insert(at, k);
  return lows;
}

Figure class_sizes_figure(const std::vector<NamedSizes>& tables, std::size_t k) {
  std::size_t largest = 1;
  for (const auto& table : tables) {
    for (const std::size_t size : table.sizes) largest = std::max(largest, size);
  }
  const auto lows = size_bins(largest, k);
  BarChart chart{.title = "Records by the size of their class",
                 .categories = {},
                 .series = {},
                 .category_label = "records with the same quasi-identifiers",
                 .values = {.label = "records"},
                 .direction = Direction::Vertical};
  for (std::size_t i = 0; i < lows.size(); ++i) {
    const std::size_t high = i + 1 < lows.size() ? lows[i + 1] - 1 : std::max(largest, lows[i]);
    chart.categories.push_back(bin_label(lows[i], high));
  }
  for (const auto& table : tables) {
    chart.series.push_back({.name = table.name, .values = records_in(lows, table.sizes)});
  }
  if (k > 1) {
    const auto bin = std::upper_bound(lows.begin(), lows.end(), k) - lows.begin() - 1;
    chart.cut =
        CategoryCut{.before = static_cast<std::size_t>(bin), .label = fmt::format("k = {}", k)};
    if (lows[static_cast<std::size_t>(bin)] < k) chart.cut.reset();  // no class is as large as k
  }
  std::string caption =
      "A record hides among the others of its class: the larger the class, the better.";
  if (k > 1) caption += fmt::format(" Classes before the line have fewer than {} records.", k);
  return {draw(chart), std::move(caption)};
}

}  // namespace privet
