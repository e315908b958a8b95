// SPDX-License-Identifier: Apache-2.0
#include "report/baskets/basket_words.h"

#include <fmt/format.h>

#include "base/counted.h"

namespace privet {

std::string item_set_text(const std::vector<std::string>& items) {
  return fmt::format("{{{}}}", fmt::join(items, ", "));
}

std::string power_text(const baskets::Coherence& wanted) {
  if (wanted.p == baskets::kAnyPower) return "any number of items";
  return "at most " + counted(wanted.p, "item");
}

Json coherence_json(const baskets::Coherence& wanted) {
  Json parameters{{"h", wanted.h}, {"k", wanted.k}, {"p", nullptr}};
  if (wanted.p != baskets::kAnyPower) parameters["p"] = wanted.p;
  return {{"model", "(h,k,p)-coherence"}, {"parameters", parameters}};
}

}  // namespace privet
