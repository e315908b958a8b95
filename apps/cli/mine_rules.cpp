// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/baskets_input.h"
#include "apps/cli/commands.h"
#include "apps/cli/mine_input.h"
#include "base/json.h"
#include "mining/rules/rule_settings.h"

namespace privet::cli {
namespace {

int run_rules(const Settings& settings, Console& console) {
  check_mine_outputs(settings);
  Baskets baskets;
  const std::string file = settings.text("file");
  // FIMI files are baskets in every command.
  if (settings.flag("baskets") || file.ends_with(".dat") || file.ends_with(".dat.gz")) {
    baskets = read_fimi_baskets(file, console.run());
  } else {
    const Table table = mine_table(settings, settings.text("file"), console);
    baskets = mining::baskets_of(table, mine_columns(settings, table, {}));
  }
  const auto options = mining::rule_options(settings, baskets.size());
  const auto model = mining::learn_rules(baskets, options, console.run());
  save_text(settings, "save", mining::save_rules(model));
  std::string text;
  for (const auto& rule : model.rules) text += mining::rule_text(model, rule) + "\n";
  console.say(text);
  console.say("\n" + mining::rules_gist(model) + "\n");
  console.answer(Json::parse(mining::rules_answer(model)));
  return 0;
}

}  // namespace

Command mine_rules_command() {
  std::vector<Parameter> own{
      {.name = "baskets",
       .kind = ParameterKind::Flag,
       .summary = "The file has one basket a line, items separated by spaces, instead of a "
                  "table whose items are column=value."}};
  for (const auto& parameter : mining::rule_parameters()) own.push_back(parameter);
  return {.path = "mine rules",
          .summary = "Find association rules by Apriori.",
          .positionals = mine_positionals(),
          .options = mine_options(std::move(own)),
          .example = "privet mine rules shop.dat --min-support 0.02",
          .run = run_rules};
}

}  // namespace privet::cli
