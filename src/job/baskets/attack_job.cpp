// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/attack_job.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/names.h"
#include "baskets/attack.h"
#include "job/input/table_input.h"

namespace privet::job {
namespace {

std::vector<ItemId> find_items(const std::vector<std::string>& names, const Baskets& data) {
  std::vector<ItemId> out;
  for (const auto& name : names) {
    const auto item = data.find(name);
    if (!item) {
      const auto near = nearest_name(name, data.names());
      throw Error(ErrorCode::Usage,
                  fmt::format("no basket holds the item {}{}", quote_for_message(name),
                              near ? fmt::format("; did you mean {}?", *near) : std::string()),
                  {.parameter = "--known"});
    }
    out.push_back(*item);
  }
  return out;
}

}  // namespace

std::vector<Parameter> basket_attack_parameters() {
  return joined({{{.name = "known",
                   .kind = ParameterKind::Columns,
                   .summary = "The items that the person is known to have.",
                   .placeholder = "ITEMS",
                   .repeatable = true,
                   .required = true}},
                 item_parameters(),
                 basket_parameters()});
}

BasketAttackOptions basket_attack_options(const Settings& settings) {
  return {.input = basket_input(settings),
          .items = item_choice(settings),
          .known = settings.list("known")};
}

BasketAttackOutcome run_basket_attack(const BasketAttackOptions& options, const Run& run) {
  const Baskets data = read_basket_input(options.input, run);
  const auto kinds = read_item_kinds(options.items, data, run);
  const auto found = baskets::attack(data, kinds, find_items(options.known, data));
  BasketAttackOutcome out{.known = options.known, .cohort = found.cohort.size()};
  for (const auto& one : found.private_items) {
    out.private_items.push_back({data.name(one.item), one.count});
  }
  out.certain_items = item_names(found.certain_items, data);
  return out;
}

}  // namespace privet::job
