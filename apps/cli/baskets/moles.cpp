// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/moles_job.h"

#include "apps/cli/commands.h"
#include "report/baskets/basket_views.h"

namespace privet::cli {
namespace {

int run_moles(const Settings& settings, Console& console) {
  const auto options = job::basket_moles_options(settings);
  if (options.output == "-") console.claim_output();
  const auto outcome = job::run_basket_moles(options, console.run());
  console.write(outcome.standard_output);
  console.answer(basket_moles_json(outcome));
  console.say(basket_moles_text(outcome));
  return outcome.eligibility.eligible ? 0 : 1;
}

}  // namespace

Command baskets_moles_command() {
  return {.path = "baskets moles",
          .summary = "Find every minimal set of known items that gives a person away.",
          .positionals = {job::basket_file()},
          .options = job::basket_moles_parameters(),
          .example = "privet baskets moles examples/shop.dat --private toy --h 0.5 --k 20 --p 3",
          .run = run_moles};
}

}  // namespace privet::cli
