// SPDX-License-Identifier: Apache-2.0
#include "job/mining/itemsets_job.h"

#include "base/error.h"
#include "job/input/table_input.h"

namespace privet::job {

std::vector<Parameter> mine_itemsets_parameters() {
  Parameter support = mining::min_support_parameter();
  support.required = true;
  return joined({{support,
                  {.name = "max-size",
                   .kind = ParameterKind::Count,
                   .summary = "The largest number of items in an itemset; any number if not given.",
                   .placeholder = "N",
                   .min = 1,
                   .formerly = "max-length"},
                  {.name = "closed",
                   .kind = ParameterKind::Flag,
                   .summary = "Only closed itemsets: no larger set has the same support."},
                  {.name = "maximal",
                   .kind = ParameterKind::Flag,
                   .summary = "Only maximal itemsets: no larger set is frequent."},
                  {.name = "show",
                   .kind = ParameterKind::Count,
                   .summary = "Print at most N itemsets; --json prints all.",
                   .placeholder = "N",
                   .default_text = "50",
                   .min = 0}},
                 basket_parameters()});
}

MineItemsetsOptions mine_itemsets_options(const Settings& settings) {
  MineItemsetsOptions out{.input = basket_input(settings),
                          .min_support = mining::min_support(settings),
                          .show = settings.count("show")};
  if (settings.given("max-size")) out.max_size = settings.count("max-size");
  if (settings.flag("closed") && settings.flag("maximal")) {
    throw Error(ErrorCode::Usage,
                "cannot be given together with --closed: maximal itemsets are closed",
                settings.place("maximal"));
  }
  if (settings.flag("closed")) out.kind = mining::ItemsetKind::Closed;
  if (settings.flag("maximal")) out.kind = mining::ItemsetKind::Maximal;
  return out;
}

MineItemsetsOutcome run_mine_itemsets(const MineItemsetsOptions& options, const Run& run) {
  MineItemsetsOutcome out{.baskets = read_basket_input(options.input, run), .kind = options.kind};
  out.min_support = options.min_support.of(out.baskets.size());
  out.itemsets = mining::mine_itemsets(
      out.baskets, {out.min_support, options.max_size, options.kind, options.keep}, run);
  out.itemsets.sort();
  return out;
}

}  // namespace privet::job
