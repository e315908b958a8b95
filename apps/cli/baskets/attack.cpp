// SPDX-License-Identifier: Apache-2.0
#include "baskets/attack.h"

#include <fmt/format.h>

#include "apps/cli/baskets/input.h"
#include "apps/cli/commands.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "base/names.h"

namespace privet::cli {
namespace {

std::vector<ItemId> known_items(const Settings& settings, const Baskets& data) {
  std::vector<ItemId> out;
  for (const auto& name : settings.list("known")) {
    const auto item = data.find(name);
    if (!item) {
      const auto near = nearest_name(name, data.names());
      throw Error(ErrorCode::Usage,
                  fmt::format("no basket holds the item {}{}", shown(name),
                              near ? fmt::format("; did you mean {}?", *near) : std::string()),
                  settings.place("known"));
    }
    out.push_back(*item);
  }
  return out;
}

int run_attack(const Settings& settings, Console& console) {
  const auto data = read_baskets(settings, console);
  const auto kinds = read_kinds(settings, data, console);
  const auto known = known_items(settings, data);
  const auto result = baskets::attack(data, kinds, known);
  const std::size_t cohort = result.cohort.size();
  auto secrets = Json::array();
  for (const auto& one : result.private_items) {
    secrets.push_back({{"item", data.name(one.item)},
                       {"count", one.count},
                       {"probability", one.probability(cohort)}});
  }
  Json answer{{"known", names_json(known, data)},
              {"cohort", cohort},
              {"identification", nullptr},
              {"private_items", std::move(secrets)},
              {"certain_items", names_json(result.certain_items, data)}};
  if (cohort > 0) answer["identification"] = 1.0 / static_cast<double>(cohort);
  console.answer(answer);
  if (cohort == 0) {
    console.say(fmt::format("No basket holds all of {}.\n", set_text(known, data)));
    return 0;
  }
  console.say(fmt::format("{} hold{} all of {}: the person is one of them, {:.1f}% each.\n",
                          counted(cohort, "basket"), cohort == 1 ? "s" : "", set_text(known, data),
                          100.0 / static_cast<double>(cohort)));
  for (const auto& one : result.private_items) {
    console.say(fmt::format("  {} with {:.1f}% ({} of {})\n", data.name(one.item),
                            100 * one.probability(cohort), one.count, cohort));
  }
  if (!result.certain_items.empty()) {
    console.say(fmt::format("All of them also hold {}.\n", set_text(result.certain_items, data)));
  }
  return 0;
}

}  // namespace

Command baskets_attack_command() {
  return {.path = "baskets attack",
          .summary = "Say what someone learns of a person known to have certain items.",
          .positionals = {basket_file()},
          .options = joined({{{.name = "known",
                               .kind = ParameterKind::Columns,
                               .summary = "The items known of the person.",
                               .placeholder = "ITEMS",
                               .repeatable = true,
                               .required = true}},
                             kind_parameters(),
                             basket_parameters()}),
          .example = "privet baskets attack shop.dat --known printer,frame,camera --private toy",
          .run = run_attack};
}

}  // namespace privet::cli
