// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/check_job.h"

#include "apps/cli/commands.h"
#include "report/baskets/basket_views.h"

namespace privet::cli {
namespace {

int run_check(const Settings& settings, Console& console) {
  const auto options = job::basket_check_options(settings);
  const auto outcome = job::run_basket_check(options, console.run());
  console.answer(basket_check_json(outcome));
  console.say(basket_check_text(outcome));
  return outcome.coherent ? 0 : 1;
}

}  // namespace

Command baskets_check_command() {
  return {.path = "baskets check",
          .summary = "Check whether baskets, released or not, are (h,k,p)-coherent.",
          .positionals = {job::basket_file()},
          .options = job::basket_check_parameters(),
          .example = "privet baskets check examples/shop.dat --private toy --h 0.5 --k 20 --p 3",
          .run = run_check};
}

}  // namespace privet::cli
