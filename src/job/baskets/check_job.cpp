// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/check_job.h"

#include "baskets/check.h"
#include "job/input/table_input.h"

namespace privet::job {

std::vector<Parameter> basket_check_parameters() {
  return joined({coherence_parameters(),
                 item_parameters(),
                 {{.name = "show",
                   .kind = ParameterKind::Count,
                   .summary = "Stop after this many moles.",
                   .placeholder = "N",
                   .default_text = "10",
                   .min = 1}},
                 basket_parameters()});
}

BasketCheckOptions basket_check_options(const Settings& settings) {
  return {.input = basket_input(settings),
          .items = item_choice(settings),
          .wanted = coherence(settings),
          .show = settings.count("show")};
}

BasketCheckOutcome run_basket_check(const BasketCheckOptions& options, const Run& run) {
  const Baskets data = read_basket_input(options.input, run);
  const auto kinds = read_item_kinds(options.items, data, run);
  const auto verdict = baskets::check_coherence(data, kinds, options.wanted, options.show, run);
  BasketCheckOutcome out{.wanted = options.wanted, .coherent = verdict.coherent};
  for (const auto& one : verdict.violations) {
    auto& violation = out.violations.emplace_back();
    violation.items = item_names(one.known, data);
    violation.cohort = one.cohort;
    if (one.inferred != baskets::kNoItem) {
      violation.inferred = {data.name(one.inferred), one.holding};
    }
  }
  return out;
}

}  // namespace privet::job
