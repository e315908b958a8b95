// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/commands.h"
#include "apps/cli/mine/output.h"
#include "report/mining/rules_view.h"

namespace privet::cli {
namespace {

int run_rules(const Settings& settings, Console& console) {
  auto options = job::mine_rules_options(settings);
  claim_output(console, {options.files.save, options.csv});
  options.standard_output = [&](std::string_view text) { console.write(text); };
  const auto found = job::run_mine_rules(options, console.run());
  console.answer([&](const Sink& sink) {
    write_mine_rules_json(found, sink, console.warnings(), console.run());
  });
  // Rules that went to a file are not shown as well.
  if (!console.json() && !options.csv) {
    write_mine_rules_text(found, [&](std::string_view text) { console.say(text); }, console.run());
  }
  say_files(console, options.files);
  if (options.csv && options.csv != "-") {
    console.say(fmt::format("The rules are {}.\n", *options.csv));
  }
  return 0;
}

}  // namespace

Command mine_rules_command() {
  return {.path = "mine rules",
          .summary = "Find association rules by the Apriori algorithm.",
          .positionals = {job::table_file()},
          .options = job::mine_rules_parameters(),
          .example = "privet mine rules examples/shop.dat --min-support 0.02",
          .run = run_rules};
}

}  // namespace privet::cli
