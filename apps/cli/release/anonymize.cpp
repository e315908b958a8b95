// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/passphrase.h"
#include "job/release/release_job.h"
#include "report/release/release_view.h"

namespace privet::cli {
namespace {

std::string explained(const ReleaseSummary& summary) {
  const std::string text = search_text(summary.search);
  if (!text.empty()) return text;
  return fmt::format("There is nothing to explain: {} does not search over levels.\n",
                     summary.method);
}

int run_anonymize(const Settings& settings, Console& console) {
  auto options = job::release_options(settings);
  options.page = release_page;
  if (options.output == "-" || options.report == "-") console.claim_output();
  const auto outcome = job::run_release(options, builtin_catalog(),
                                        passphrase_source(settings, console), console.run());
  console.write(outcome.standard_output);
  console.answer(release_json(outcome.summary));
  console.say(release_text(outcome.summary));
  if (settings.flag("explain")) console.say(explained(outcome.summary));
  if (options.output != "-") console.say(fmt::format("The release is {}.\n", options.output));
  if (options.save_rules) console.say(fmt::format("The rules are {}.\n", *options.save_rules));
  if (options.save_order) {
    console.say(
        fmt::format("The order is {}; keep it apart from the release.\n", *options.save_order));
  }
  if (outcome.new_key) {
    console.say(
        fmt::format("The key of the pseudonyms is {}; keep it and its passphrase apart from "
                    "the release.\n",
                    *outcome.new_key));
  }
  if (options.report && options.report != "-") {
    console.say(fmt::format("The report is {}.\n", *options.report));
  }
  return 0;
}

}  // namespace

Command anonymize_command() {
  auto options = job::release_parameters(builtin_catalog());
  // Behind --output and --report.
  options.insert(options.begin() + 2,
                 {.name = "explain",
                  .kind = ParameterKind::Flag,
                  .summary = "Explain how full-domain searched: what was checked, what was ruled "
                             "out, and the alternatives."});
  options.push_back(passphrase_option());
  return {
      .path = "anonymize",
      .summary = "Make a checked release of a table in which nobody can be singled out.",
      .positionals = job::release_positionals(),
      .options = std::move(options),
      .example =
          "privet anonymize people.csv --quasi age,zip --sensitive disease --k 5 -o release.csv",
      .run = run_anonymize};
}

}  // namespace privet::cli
