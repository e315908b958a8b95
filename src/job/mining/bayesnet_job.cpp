// SPDX-License-Identifier: Apache-2.0
#include "job/mining/bayesnet_job.h"

#include <algorithm>
#include <array>

#include "base/error.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kNetworkViews{"parents", "dot"};

}  // namespace

std::vector<Parameter> mine_bayesnet_parameters() {
  return mining_parameters(
      {{.name = "order",
        .kind = ParameterKind::Columns,
        .summary = "The order of the columns: a column's parents come before it. The order of the "
                   "file if not given.",
        .placeholder = "A,B,.."},
       {.name = "random-order",
        .kind = ParameterKind::Flag,
        .summary = "Take the columns in a random order."},
       {.name = "max-parents",
        .kind = ParameterKind::Count,
        .summary = "The largest number of parents of a column; 2 if not given, or 1 with two "
                   "columns.",
        .placeholder = "N",
        .min = 0},
       {.name = "view",
        .kind = ParameterKind::Choice,
        .summary = "Show the parents of every column, or the network as Graphviz DOT.",
        .placeholder = "FORM",
        .default_text = "parents",
        .choices = kNetworkViews,
        .formerly = "dot"},
       seed_parameter("The seed of the random order."),
       save_parameter()});
}

MineBayesnetOptions mine_bayesnet_options(const Settings& settings) {
  MineBayesnetOptions out{
      .input = mining_input(settings),
      .order = settings.list("order"),
      .random_order = settings.flag("random-order"),
      .seed = settings.count("seed"),
      .view = settings.text("view") == "dot" ? NetworkView::Dot : NetworkView::Parents,
      .files = model_files(settings)};
  if (settings.given("max-parents")) out.max_parents = settings.count("max-parents");
  if (out.random_order && !out.order.empty()) {
    throw Error(ErrorCode::Usage, "cannot be given together with --random-order",
                settings.place("order"));
  }
  return out;
}

MineBayesnetOutcome run_mine_bayesnet(const MineBayesnetOptions& options, const Run& run) {
  mining_files(options.input, options.files).check();
  const Table table = read_chosen(options.input, run);
  mining::NetworkOptions network;
  constexpr std::size_t kUsual = 2;
  network.max_parents =
      options.max_parents.value_or(std::min(kUsual, std::max<std::size_t>(table.columns(), 1) - 1));
  if (options.random_order) network.order = mining::random_order(table.columns(), options.seed);
  for (const AttributeId id : named_columns(options.order, table, "order"))
    network.order.push_back(id);
  MineBayesnetOutcome out{.model = mining::learn_network(table, network, run)};
  out.standard_output =
      write_model(options.files, [&] { return mining::save_network(out.model); }, {}, run);
  return out;
}

}  // namespace privet::job
