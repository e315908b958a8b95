// SPDX-License-Identifier: Apache-2.0
#include "baskets/check.h"

#include <fmt/format.h>

#include "apps/cli/baskets/input.h"
#include "apps/cli/commands.h"
#include "base/counted.h"
#include "base/json.h"

namespace privet::cli {
namespace {

int run_check(const Settings& settings, Console& console) {
  const auto wanted = read_coherence(settings);
  const auto data = read_baskets(settings, console);
  const auto kinds = read_kinds(settings, data, console);
  const auto verdict =
      baskets::check_coherence(data, kinds, wanted, settings.count("show"), console.run());
  auto list = Json::array();
  for (const auto& one : verdict.violations) {
    Json entry{{"items", names_json(one.known, data)},
               {"support", one.cohort},
               {"private_item", nullptr},
               {"probability", nullptr}};
    if (one.inferred != baskets::kNoItem) {
      entry["private_item"] = data.name(one.inferred);
      entry["probability"] = static_cast<double>(one.holding) / static_cast<double>(one.cohort);
    }
    list.push_back(std::move(entry));
  }
  console.answer({{"coherent", verdict.coherent},
                  {"asked", coherence_json(wanted)},
                  {"moles", std::move(list)}});
  if (verdict.coherent) {
    console.say(
        fmt::format("Coherent: whoever knows {} of a person is left with at least {}, "
                    "and gives no private item more than {:g}%.\n",
                    power_text(wanted), counted(wanted.k, "basket"), 100 * wanted.h));
    return 0;
  }
  console.say("Not coherent:\n");
  for (const auto& one : verdict.violations) {
    console.say(fmt::format(
        "{}: {}{}\n", set_text(one.known, data), counted(one.cohort, "basket"),
        one.inferred == baskets::kNoItem
            ? std::string()
            : fmt::format(", {} of them with {}", grouped(one.holding), data.name(one.inferred))));
  }
  return 1;
}

}  // namespace

Command baskets_check_command() {
  return {.path = "baskets check",
          .summary = "Judge whether baskets, released or not, are (h,k,p)-coherent.",
          .positionals = {basket_file()},
          .options = joined({coherence_parameters(),
                             kind_parameters(),
                             {{.name = "show",
                               .kind = ParameterKind::Count,
                               .summary = "Stop after this many moles.",
                               .placeholder = "N",
                               .default_text = "10",
                               .min = 1}},
                             basket_parameters()}),
          .example = "privet baskets check release.dat --private 'illness:*' --h 0.5 --k 20 --p 4",
          .run = run_check};
}

}  // namespace privet::cli
