// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/prepare_job.h"

#include "apps/cli/commands.h"
#include "report/baskets/basket_views.h"

namespace privet::cli {
namespace {

int run_prepare(const Settings& settings, Console& console) {
  const auto options = job::basket_prepare_options(settings);
  if (options.output == "-") console.claim_output();
  const auto outcome = job::run_basket_prepare(options, console.run());
  console.write(outcome.standard_output);
  console.answer(basket_prepare_json(outcome));
  console.say(basket_prepare_text(outcome));
  return 0;
}

}  // namespace

Command baskets_prepare_command() {
  return {
      .path = "baskets prepare",
      .summary =
          "Turn any baskets into an experiment: random public items, artificial private items.",
      .positionals = {job::basket_file()},
      .options = job::basket_prepare_parameters(),
      .example = "privet baskets prepare examples/shop.dat --public-share 0.2 --seed 1 -o test.dat",
      .run = run_prepare};
}

}  // namespace privet::cli
