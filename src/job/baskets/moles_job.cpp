// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/moles_job.h"

#include <fmt/format.h>

#include <algorithm>

#include "baskets/moles.h"
#include "job/input/table_input.h"
#include "job/outputs.h"

namespace privet::job {
namespace {

using baskets::kNoItem;

std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) {
    text.insert(at, 1, '"');
  }
  return "\"" + text + "\"";
}

std::string moles_csv(const baskets::MoleList& moles, const Baskets& data) {
  std::string out = "size,support,breach,private_item,items\n";
  for (std::size_t i = 0; i < moles.size(); ++i) {
    const auto names = item_names(moles.items(i), data);
    const auto& breach = moles.breach(i);
    out += fmt::format("{},{},{:.6f},{},{}\n", names.size(), moles.support(i), breach.probability(),
                       quoted(breach.item == kNoItem ? std::string() : data.name(breach.item)),
                       quoted(fmt::format("{}", fmt::join(names, " "))));
  }
  return out;
}

BasketMolesOutcome::Mole mole(const baskets::MoleList& moles, std::size_t i, const Baskets& data) {
  const auto& breach = moles.breach(i);
  BasketMolesOutcome::Mole out{.items = item_names(moles.items(i), data),
                               .support = moles.support(i),
                               .breach = breach.probability()};
  if (breach.item != kNoItem) out.private_item = data.name(breach.item);
  return out;
}

}  // namespace

std::vector<Parameter> basket_moles_parameters() {
  return joined({coherence_parameters(),
                 item_parameters(),
                 {{.name = "show",
                   .kind = ParameterKind::Count,
                   .summary = "Show this many moles.",
                   .placeholder = "N",
                   .default_text = "20",
                   .min = 0},
                  {.name = "output",
                   .kind = ParameterKind::File,
                   .summary = "Also write all moles as CSV.",
                   .placeholder = "OUT.csv",
                   .letter = 'o'}},
                 basket_parameters()});
}

BasketMolesOptions basket_moles_options(const Settings& settings) {
  return {.input = basket_input(settings),
          .items = item_choice(settings),
          .wanted = coherence(settings),
          .show = settings.count("show"),
          .output = given_text(settings, "output")};
}

BasketMolesOutcome run_basket_moles(const BasketMolesOptions& options, const Run& run) {
  RunFiles files;
  files.reads(options.input.path, "the baskets");
  add_files(options.items, files);
  files.writes(options.output, "the list of moles", "output");
  files.check();
  const Baskets data = read_basket_input(options.input, run);
  const auto kinds = read_item_kinds(options.items, data, run);
  const auto found = baskets::find_minimal_moles(data, kinds, options.wanted, run);
  OutputFiles outputs;
  if (options.output) outputs.add(options.output, moles_csv(found.moles, data));
  outputs.commit(run);
  BasketMolesOutcome out{.wanted = options.wanted,
                         .eligibility = found.eligibility,
                         .minimal_moles = found.moles.size(),
                         .breach_moles = found.breach_moles,
                         .by_size = found.by_size()};
  for (std::size_t i = 0; i < std::min(options.show, found.moles.size()); ++i) {
    out.shown.push_back(mole(found.moles, i, data));
  }
  out.standard_output = outputs.standard_output();
  return out;
}

}  // namespace privet::job
