// SPDX-License-Identifier: Apache-2.0
// privet baskets prepare: makes an experiment of any baskets (baskets/prepare.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "job/input/basket_input.h"

namespace privet::job {

struct BasketPrepareOptions {
  BasketInput input;
  std::string output;  // "-": standard output
  double public_share = 0.2;
  std::uint64_t seed = 1;
};

struct BasketPrepareOutcome {
  std::size_t baskets = 0;
  std::size_t items = 0;  // before private ones were made
  std::size_t public_items = 0;
  std::size_t private_items = 0;
  std::string standard_output = {};
};

[[nodiscard]] std::vector<Parameter> basket_prepare_parameters();
[[nodiscard]] BasketPrepareOptions basket_prepare_options(const Settings& settings);
[[nodiscard]] BasketPrepareOutcome run_basket_prepare(const BasketPrepareOptions& options,
                                                      const Run& run);

}  // namespace privet::job
