// SPDX-License-Identifier: Apache-2.0
#include "baskets/prepare.h"

#include <fmt/format.h>

#include "apps/cli/baskets/input.h"
#include "apps/cli/commands.h"
#include "apps/cli/paths.h"
#include "base/counted.h"
#include "baskets/basket_text.h"

namespace privet::cli {
namespace {

int run_prepare(const Settings& settings, Console& console) {
  const auto output = settings.text("output");
  refuse_same(settings, "output", "file", "would replace the baskets; name another file");
  if (output == "-") console.claim_output();
  const auto raw = read_baskets(settings, console);
  const auto made =
      baskets::prepare_experiment(raw, settings.real("public-share"), settings.count("seed"));
  write_output(output, baskets_text(made, baskets::format_of(output), console.run()), console);
  std::size_t open = 0;
  for (const auto& name : made.names()) open += name.starts_with(baskets::kPublicPrefix) ? 1 : 0;
  const std::size_t secret = made.items() - raw.items();
  console.answer({{"baskets", made.size()},
                  {"items", raw.items()},
                  {"public_items", open},
                  {"private_items", secret}});
  console.say(fmt::format(
      "{} of {}; {} {} public, {} private {} made.\n"
      "Use them with --public '{}*' --private '{}*'.\n",
      counted(made.size(), "basket"), counted(raw.items(), "item"), counted(open, "item"),
      open == 1 ? "is" : "are", grouped(secret), secret == 1 ? "one was" : "ones were",
      baskets::kPublicPrefix, baskets::kPrivatePrefix));
  return 0;
}

}  // namespace

Command baskets_prepare_command() {
  return {.path = "baskets prepare",
          .summary =
              "Make an experiment of any baskets: random public items, artificial private "
              "ones.",
          .positionals = {basket_file()},
          .options = joined({{{.name = "public-share",
                               .kind = ParameterKind::Real,
                               .summary = "The share of items that become public.",
                               .placeholder = "SHARE",
                               .min = 0,
                               .max = 1,
                               .above_min = true,
                               .required = true},
                              {.name = "seed",
                               .kind = ParameterKind::Count,
                               .summary = "Steers the choice: the same seed, the same items.",
                               .placeholder = "S",
                               .default_text = "1",
                               .min = 0},
                              {.name = "output",
                               .kind = ParameterKind::File,
                               .summary = "Where the baskets go; .csv for CSV, else FIMI.",
                               .placeholder = "OUT",
                               .required = true,
                               .letter = 'o'}},
                             basket_parameters()}),
          .example = "privet baskets prepare retail.dat --public-share 0.2 --seed 1 -o test.dat",
          .run = run_prepare};
}

}  // namespace privet::cli
