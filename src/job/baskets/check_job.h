// SPDX-License-Identifier: Apache-2.0
// privet baskets check: are baskets, released or not, (h,k,p)-coherent (baskets/check.h)?
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

struct BasketCheckOptions {
  BasketInput input;
  ItemChoice items = {};
  baskets::Coherence wanted = {};
  std::size_t show = 10;  // at most this many violations are searched for
};

struct BasketCheckOutcome {
  struct Inferred {
    std::string item;
    std::size_t baskets = 0;  // of the cohort
  };
  struct Violation {
    std::vector<std::string> items;
    std::size_t cohort = 0;  // baskets that hold all of them
    std::optional<Inferred> inferred = {};
  };
  baskets::Coherence wanted;
  bool coherent = true;
  std::vector<Violation> violations = {};
};

[[nodiscard]] std::vector<Parameter> basket_check_parameters();
[[nodiscard]] BasketCheckOptions basket_check_options(const Settings& settings);
[[nodiscard]] BasketCheckOutcome run_basket_check(const BasketCheckOptions& options,
                                                  const Run& run);

}  // namespace privet::job
