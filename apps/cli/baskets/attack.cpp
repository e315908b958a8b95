// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/attack_job.h"

#include "apps/cli/commands.h"
#include "report/baskets/basket_views.h"

namespace privet::cli {
namespace {

int run_attack(const Settings& settings, Console& console) {
  const auto options = job::basket_attack_options(settings);
  const auto outcome = job::run_basket_attack(options, console.run());
  console.answer(basket_attack_json(outcome));
  console.say(basket_attack_text(outcome));
  return 0;
}

}  // namespace

Command baskets_attack_command() {
  return {.path = "baskets attack",
          .summary = "Report what an attacker learns about a person known to have certain items.",
          .positionals = {job::basket_file()},
          .options = job::basket_attack_parameters(),
          .example =
              "privet baskets attack examples/shop.dat --known printer,frame,camera --private toy",
          .run = run_attack};
}

}  // namespace privet::cli
