// SPDX-License-Identifier: Apache-2.0
#include "baskets/coherence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "base/error.h"

namespace privet::baskets {
namespace {

// Marks what `wanted` (a name or prefix*) selects; returns whether anything was.
template <class Mark>
bool select(const Baskets& baskets, const std::unordered_map<std::string_view, ItemId>& ids,
            std::string_view wanted, const Mark& mark) {
  if (!wanted.empty() && wanted.back() == '*') {
    const auto prefix = wanted.substr(0, wanted.size() - 1);
    bool any = false;
    for (ItemId item = 0; item < baskets.items(); ++item) {
      if (!std::string_view(baskets.name(item)).starts_with(prefix)) continue;
      mark(item);
      any = true;
    }
    return any;
  }
  const auto it = ids.find(wanted);
  if (it == ids.end()) return false;
  mark(it->second);
  return true;
}

}  // namespace

void require_sound(const Coherence& wanted) {
  if (!(wanted.h > 0.0 && wanted.h <= 1.0)) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} is not in (0,1]: give the highest share of a cohort that may have "
                            "the same private item, for example 0.5",
                            wanted.h),
                {.parameter = "--h"});
  }
  if (wanted.k < 2) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} protects nobody: a cohort must hold at least 2 baskets", wanted.k),
                {.parameter = "--k"});
  }
  if (wanted.p < 1) {
    throw Error(ErrorCode::Usage,
                "an attacker who knows 0 items knows nothing: give at least 1, or leave it out for "
                "any number",
                {.parameter = "--p"});
  }
}

ItemKinds item_kinds(const Baskets& baskets, const ItemSelection& selection) {
  std::unordered_map<std::string_view, ItemId> ids;
  for (ItemId item = 0; item < baskets.items(); ++item) ids.emplace(baskets.name(item), item);
  const bool all_public = selection.public_items.empty();
  ItemKinds kinds(baskets.items(), ItemKind::Plain);
  for (const auto& wanted : selection.private_items) {
    if (!select(baskets, ids, wanted, [&](ItemId item) { kinds[item] = ItemKind::Private; })) {
      throw Error(
          ErrorCode::Usage,
          fmt::format("no basket holds the private item {}, so nothing would protect it; is "
                      "it spelled right?",
                      quote_for_message(wanted)),
          {.parameter = "--private"});
    }
  }
  for (const auto& wanted : selection.public_items) {
    const bool any = select(baskets, ids, wanted, [&](ItemId item) {
      if (kinds[item] == ItemKind::Private) {
        throw Error(ErrorCode::Usage,
                    fmt::format("the item {} is both public and private: choose one",
                                quote_for_message(baskets.name(item))),
                    {.parameter = "--public"});
      }
      kinds[item] = ItemKind::Public;
    });
    if (!any) {
      throw Error(ErrorCode::Usage,
                  fmt::format("no basket holds the item {}", quote_for_message(wanted)),
                  {.parameter = "--public"});
    }
  }
  if (all_public) {
    for (auto& kind : kinds) {
      if (kind == ItemKind::Plain) kind = ItemKind::Public;
    }
  }
  return kinds;
}

BreachBound::BreachBound(double h)
    : parts_(static_cast<std::uint64_t>(std::llround(h * static_cast<double>(kScale)))) {}

Eligibility eligibility(const Baskets& baskets, const ItemKinds& kinds, const Coherence& wanted) {
  require_sound(wanted);
  Eligibility out;
  out.baskets = baskets.size();
  const auto supports = baskets.supports();
  out.breach.support = static_cast<std::uint32_t>(std::max<std::size_t>(1, baskets.size()));
  for (ItemId item = 0; item < supports.size(); ++item) {
    if (kinds[item] != ItemKind::Private || supports[item] <= out.breach.count) continue;
    out.breach.count = supports[item];
    out.breach.item = item;
  }
  if (baskets.size() < wanted.k) {
    out.eligible = false;
    out.why = fmt::format("there are only {} baskets, fewer than k = {}: no release exists",
                          baskets.size(), wanted.k);
  } else if (BreachBound(wanted.h).broken_by(out.breach)) {
    out.eligible = false;
    out.why = fmt::format(
        "the private item {} is in {:.1f}% of all baskets, above h = {:g}%: an attacker who knows "
        "nothing infers it already, so no release exists; raise h or leave the item out",
        quote_for_message(baskets.name(out.breach.item)), 100 * out.breach.probability(),
        100 * wanted.h);
  }
  return out;
}

Baskets suppress(const Baskets& baskets, std::span<const ItemId> suppressed) {
  std::vector<bool> gone(baskets.items());
  for (const ItemId item : suppressed) gone[item] = true;
  Baskets out;
  for (const auto& name : baskets.names()) out.add_item(name);
  std::vector<ItemId> kept;
  for (BasketId id = 0; id < baskets.size(); ++id) {
    kept.clear();
    for (const ItemId item : baskets.basket(id)) {
      if (!gone[item]) kept.push_back(item);
    }
    out.add(kept);
  }
  return out;
}

}  // namespace privet::baskets
