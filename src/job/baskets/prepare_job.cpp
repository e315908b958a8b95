// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/prepare_job.h"

#include <algorithm>

#include "baskets/basket_text.h"
#include "baskets/prepare.h"
#include "job/input/table_input.h"
#include "job/outputs.h"

namespace privet::job {

std::vector<Parameter> basket_prepare_parameters() {
  return joined({{{.name = "public-share",
                   .kind = ParameterKind::Real,
                   .summary = "The share of items that become public.",
                   .placeholder = "SHARE",
                   .min = 0,
                   .max = 1,
                   .above_min = true,
                   .required = true},
                  {.name = "seed",
                   .kind = ParameterKind::Count,
                   .summary = "The seed of the choice: the same seed gives the same items.",
                   .placeholder = "N",
                   .default_text = "1",
                   .min = 0},
                  {.name = "output",
                   .kind = ParameterKind::File,
                   .summary = "Where the baskets go: CSV if the name ends in .csv, otherwise FIMI.",
                   .placeholder = "OUT",
                   .required = true,
                   .letter = 'o'}},
                 basket_parameters()});
}

BasketPrepareOptions basket_prepare_options(const Settings& settings) {
  return {.input = basket_input(settings),
          .output = settings.text("output"),
          .public_share = settings.real("public-share"),
          .seed = settings.count("seed")};
}

BasketPrepareOutcome run_basket_prepare(const BasketPrepareOptions& options, const Run& run) {
  RunFiles files;
  files.reads(options.input.path, "the baskets");
  files.writes(options.output, "the result", "output");
  files.check();
  const Baskets raw = read_basket_input(options.input, run);
  const Baskets made = baskets::prepare_experiment(raw, options.public_share, options.seed);
  OutputFiles outputs;
  outputs.add(options.output, baskets::baskets_text(made, baskets::format_of(options.output), run));
  outputs.commit(run);
  const auto is_public = [](const auto& name) { return name.starts_with(baskets::kPublicPrefix); };
  const auto& names = made.names();
  return {.baskets = made.size(),
          .items = raw.items(),
          .public_items =
              static_cast<std::size_t>(std::count_if(names.begin(), names.end(), is_public)),
          .private_items = made.items() - raw.items(),
          .standard_output = outputs.standard_output()};
}

}  // namespace privet::job
