// SPDX-License-Identifier: Apache-2.0
// privet baskets attack: what someone learns of a person known to have certain items
// (baskets/attack.h).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "job/baskets/item_choice.h"
#include "job/input/basket_input.h"

namespace privet::job {

struct BasketAttackOptions {
  BasketInput input;
  ItemChoice items = {};
  std::vector<std::string> known;
};

struct BasketAttackOutcome {
  struct Inference {
    std::string item;
    std::size_t count = 0;  // baskets of the cohort that hold it
  };
  std::vector<std::string> known;
  std::size_t cohort = 0;  // baskets that hold all known items
  std::vector<Inference> private_items = {};
  std::vector<std::string> certain_items = {};  // other items that all of the cohort hold

  // Of one that is held by `count` baskets of the cohort.
  [[nodiscard]] double probability(std::size_t count) const {
    return static_cast<double>(count) / static_cast<double>(cohort);
  }
};

[[nodiscard]] std::vector<Parameter> basket_attack_parameters();
[[nodiscard]] BasketAttackOptions basket_attack_options(const Settings& settings);
[[nodiscard]] BasketAttackOutcome run_basket_attack(const BasketAttackOptions& options,
                                                    const Run& run);

}  // namespace privet::job
