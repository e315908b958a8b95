// SPDX-License-Identifier: Apache-2.0
#include "job/mining/rules_job.h"

#include "job/input/basket_input.h"

namespace privet::job {
namespace {

Baskets read_baskets(const RuleInput& input, const Run& run) {
  if (input.baskets) return read_fimi_baskets(input.table.table.path, run);
  const Table table = read_plain_table(input.table.table, run).table;
  return mining::baskets_of(table, chosen_columns(input.table, table, {}));
}

}  // namespace

std::vector<Parameter> mine_rules_parameters() {
  return mining_parameters(
      joined({{{.name = "baskets",
                .kind = ParameterKind::Flag,
                .summary = "The file has one basket per line, items separated by spaces, instead "
                           "of a table whose items are column=value. Assumed for .dat files."}},
              mining::rule_parameters(),
              {save_parameter()}}));
}

MineRulesOptions mine_rules_options(const Settings& settings) {
  return {.input = rule_input(settings),
          .request = mining::rule_request(settings),
          .files = model_files(settings)};
}

RuleInput rule_input(const Settings& settings) {
  const std::string file = settings.text("file");
  return {
      .table = mining_input(settings),
      .baskets = settings.flag("baskets") || file.ends_with(".dat") || file.ends_with(".dat.gz")};
}

MineRulesOutcome run_mine_rules(const MineRulesOptions& options, const Run& run) {
  mining_files(options.input.table, options.files).check();
  const Baskets baskets = read_baskets(options.input, run);
  const auto wanted = mining::rule_options(options.request, baskets.size());
  MineRulesOutcome out{.model = mining::learn_rules(baskets, wanted, run)};
  out.standard_output =
      write_model(options.files, [&] { return mining::save_rules(out.model); }, {}, run);
  return out;
}

}  // namespace privet::job
