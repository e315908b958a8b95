// SPDX-License-Identifier: Apache-2.0
#include "report/mining/itemsets_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/counted.h"

namespace privet {
namespace {

std::vector<std::string> names_of(const job::MineItemsetsOutcome& found, std::size_t set) {
  std::vector<std::string> out;
  for (const ItemId item : found.itemsets.items(set)) out.push_back(found.baskets.name(item));
  return out;
}

}  // namespace

std::string mine_itemsets_text(const job::MineItemsetsOutcome& found, std::size_t show) {
  static constexpr std::array<std::string_view, 3> kKinds{"frequent", "closed", "maximal"};
  const auto& sets = found.itemsets;
  std::string text =
      fmt::format("{} {} {} in at least {} of {}.\n", grouped(sets.found()),
                  kKinds[static_cast<std::size_t>(found.kind)], noun_for(sets.found(), "itemset"),
                  grouped(found.min_support), counted(found.transactions, "basket"));
  const std::size_t end = std::min(show, sets.size());
  for (std::size_t i = 0; i < end; ++i) {
    text += fmt::format("{:>8}  {{{}}}\n", grouped(sets.support(i)),
                        fmt::join(names_of(found, i), ", "));
  }
  if (end < sets.found())
    text += fmt::format("... and {} more (--show)\n", grouped(sets.found() - end));
  return text;
}

Json mine_itemsets_json(const job::MineItemsetsOutcome& found) {
  const auto& sets = found.itemsets;
  auto list = Json::array();
  for (std::size_t i = 0; i < sets.size(); ++i)
    list.push_back({{"items", names_of(found, i)}, {"support", sets.support(i)}});
  return {{"count", sets.size()},
          {"baskets", found.transactions},
          {"min_support", found.min_support},
          {"itemsets", std::move(list)}};
}

}  // namespace privet
