// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/anonymize_job.h"

#include "apps/cli/commands.h"
#include "report/baskets/basket_release.h"

namespace privet::cli {
namespace {

int run_anonymize(const Settings& settings, Console& console) {
  const auto options = job::basket_anonymize_options(settings);
  if (options.output == "-") console.claim_output();
  const auto outcome = job::run_basket_anonymize(options, console.run());
  console.write(outcome.standard_output);
  console.answer(basket_anonymize_json(outcome));
  console.say(basket_anonymize_text(outcome));
  return 0;
}

}  // namespace

Command baskets_anonymize_command() {
  return {.path = "baskets anonymize",
          .summary = "Make a checked release of baskets in which known items give nobody away.",
          .positionals = {job::basket_file()},
          .options = job::basket_anonymize_parameters(),
          .example =
              "privet baskets anonymize examples/shop.dat --private toy --h 0.5 --k 20 --p 3 "
              "-o release.dat",
          .run = run_anonymize};
}

}  // namespace privet::cli
