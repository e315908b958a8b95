// SPDX-License-Identifier: Apache-2.0
// privet baskets moles: all smallest sets of known items that give a person away
// (baskets/moles.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "job/baskets/item_choice.h"
#include "job/input/basket_input.h"

namespace privet::job {

struct BasketMolesOptions {
  BasketInput input;
  ItemChoice items = {};
  baskets::Coherence wanted = {};
  std::size_t show = 20;                   // moles in the outcome
  std::optional<std::string> output = {};  // all moles as CSV; "-": standard output
};

struct BasketMolesOutcome {
  struct Mole {
    std::vector<std::string> items;
    std::size_t support = 0;
    double breach = 0;  // the highest probability of a private item
    std::optional<std::string> private_item = {};
    // Given these of the items: the whole set or a part of it; empty: of all baskets.
    std::vector<std::string> breach_items = {};
    std::size_t breach_support = 0;  // baskets that have these
  };
  baskets::Coherence wanted;
  baskets::Eligibility eligibility = {};  // if no release exists, there are no moles below
  std::size_t minimal_moles = 0;
  std::size_t breach_moles = 0;           // those with enough baskets that reveal a private item
  std::vector<std::size_t> by_size = {};  // by_size[s] have s items
  std::vector<Mole> shown = {};           // the first of them
  std::string standard_output = {};
};

[[nodiscard]] std::vector<Parameter> basket_moles_parameters();
[[nodiscard]] BasketMolesOptions basket_moles_options(const Settings& settings);
[[nodiscard]] BasketMolesOutcome run_basket_moles(const BasketMolesOptions& options,
                                                  const Run& run);

}  // namespace privet::job
