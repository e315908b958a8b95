// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/baskets_input.h"
#include "apps/cli/commands.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "mining/rules/itemsets.h"

namespace privet::cli {
namespace {

mining::ItemsetOptions read_options(const Settings& settings, const Baskets& data) {
  mining::ItemsetOptions out;
  const double support = settings.real("min-support");
  if (support < 1.0) {
    out.min_support = mining::support_of_share(support, data.size());
  } else if (support == static_cast<double>(static_cast<std::uint32_t>(support))) {
    out.min_support = static_cast<std::uint32_t>(support);
  } else {
    throw Error(ErrorCode::Usage, "give a share below 1 or a whole number of baskets",
                settings.place("min-support"));
  }
  if (settings.has("max-length")) out.max_length = settings.count("max-length");
  if (settings.flag("closed") && settings.flag("maximal")) {
    throw Error(ErrorCode::Usage, "choose one of --closed and --maximal: maximal sets are closed",
                settings.place("maximal"));
  }
  if (settings.flag("closed")) out.kind = mining::ItemsetKind::Closed;
  if (settings.flag("maximal")) out.kind = mining::ItemsetKind::Maximal;
  return out;
}

int run_itemsets(const Settings& settings, Console& console) {
  const auto data = read_baskets(settings, console);
  const auto options = read_options(settings, data);
  auto found = mining::mine_itemsets(data, options, console.run());
  found.sort();
  if (console.json()) {
    auto list = Json::array();
    for (std::size_t i = 0; i < found.size(); ++i) {
      list.push_back({{"items", names_json(found.items(i), data)}, {"support", found.support(i)}});
    }
    console.answer({{"count", found.size()},
                    {"baskets", data.size()},
                    {"min_support", options.min_support},
                    {"itemsets", std::move(list)}});
    return 0;
  }
  const char* kinds[] = {"frequent", "closed", "maximal"};
  console.say(fmt::format("{} {} {} in at least {} of {}.\n", grouped(found.size()),
                          kinds[static_cast<std::size_t>(options.kind)],
                          noun_for(found.size(), "itemset"), grouped(options.min_support),
                          counted(data.size(), "basket")));
  const std::size_t end = std::min(settings.count("show"), found.size());
  for (std::size_t i = 0; i < end; ++i) {
    console.say(
        fmt::format("{:>8}  {}\n", grouped(found.support(i)), set_text(found.items(i), data)));
  }
  if (end < found.size())
    console.say(fmt::format("... and {} more (--show)\n", grouped(found.size() - end)));
  return 0;
}

}  // namespace

Command mine_itemsets_command() {
  return {.path = "mine itemsets",
          .summary = "Find the itemsets that occur in many baskets.",
          .positionals = {basket_file()},
          .options = joined({{{.name = "min-support",
                               .kind = ParameterKind::Real,
                               .summary = "A share of the baskets below 1, or a number of baskets.",
                               .placeholder = "S",
                               .min = 0,
                               .max = 4294967295.0,
                               .above_min = true,
                               .required = true},
                              {.name = "max-length",
                               .kind = ParameterKind::Count,
                               .summary = "Report no longer itemsets.",
                               .placeholder = "N",
                               .min = 1},
                              {.name = "closed",
                               .kind = ParameterKind::Flag,
                               .summary = "Only sets that no larger one equals in support."},
                              {.name = "maximal",
                               .kind = ParameterKind::Flag,
                               .summary = "Only sets that lie in no larger frequent one."},
                              {.name = "show",
                               .kind = ParameterKind::Count,
                               .summary = "Show this many of them as text.",
                               .placeholder = "N",
                               .default_text = "50",
                               .min = 0}},
                             basket_parameters()}),
          .example = "privet mine itemsets retail.dat --min-support 0.01 --maximal",
          .run = run_itemsets};
}

}  // namespace privet::cli
