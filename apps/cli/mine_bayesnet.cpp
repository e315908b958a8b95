// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/mine_input.h"
#include "base/error.h"
#include "base/json.h"
#include "mining/bayes/bayesnet.h"

namespace privet::cli {
namespace {

int run_bayesnet(const Settings& settings, Console& console) {
  check_mine_outputs(settings);
  const Table whole = mine_table(settings, settings.text("file"), console);
  const Table table = whole.select_columns(mine_columns(settings, whole, {}));
  mining::NetworkOptions options;
  options.max_parents = settings.count("max-parents");
  if (settings.flag("random-order") && settings.given("order")) {
    throw Error(ErrorCode::Usage, "give an order or ask for a random one, not both",
                settings.place("order"));
  }
  if (settings.flag("random-order")) {
    options.order = mining::random_order(table.columns(), settings.count("seed"));
  }
  for (const AttributeId id : named_columns(settings, table, "order")) options.order.push_back(id);
  const auto model = mining::learn_network(table, options, console.run());
  save_text(settings, "save", mining::save_network(model));
  Json parents = Json::object();
  std::string text;
  for (std::size_t c = 0; c < model.columns.size(); ++c) {
    Json names = Json::array();
    text += model.columns[c] + " <-";
    for (const std::uint32_t parent : model.parents[c]) {
      names.push_back(model.columns[parent]);
      text += " " + model.columns[parent];
    }
    text += "\n";
    parents[model.columns[c]] = std::move(names);
  }
  console.say(settings.flag("dot") ? mining::network_dot(model)
                                   : text + fmt::format("\nlog score {:.6f}\n", model.score));
  console.answer({{"parents", std::move(parents)}, {"score", model.score}});
  return 0;
}

}  // namespace

Command mine_bayesnet_command() {
  return {
      .path = "mine bayesnet",
      .summary = "Find the structure of a Bayesian network by K2.",
      .positionals = mine_positionals(),
      .options = mine_options({{.name = "order",
                                .kind = ParameterKind::Columns,
                                .summary = "Parents come before their children; the file's order "
                                           "if not given.",
                                .placeholder = "a,b,c"},
                               {.name = "random-order",
                                .kind = ParameterKind::Flag,
                                .summary = "Take a random order (see --seed)."},
                               {.name = "max-parents",
                                .kind = ParameterKind::Count,
                                .summary = "Parents of a column at most.",
                                .placeholder = "N",
                                .default_text = "2",
                                .min = 0},
                               {.name = "dot",
                                .kind = ParameterKind::Flag,
                                .summary = "Show the network as Graphviz DOT."},
                               seed_option()}),
      .example = "privet mine bayesnet people.csv --columns age,sex,income --max-parents 2",
      .run = run_bayesnet};
}

}  // namespace privet::cli
