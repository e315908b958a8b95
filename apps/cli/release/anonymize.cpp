// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/page.h"
#include "apps/cli/passphrase.h"
#include "job/identifiers.h"
#include "job/input/engine_input.h"
#include "job/perturb_columns.h"
#include "job/release/decided_roles.h"
#include "job/release/engine_release_job.h"
#include "job/release/measure_utility.h"
#include "job/release/release_job.h"
#include "job/sample.h"
#include "job/shift_dates.h"
#include "report/release/engine_view.h"
#include "report/release/release_view.h"

namespace privet::cli {
namespace {

std::string explained(const ReleaseSummary& summary) {
  const std::string text = search_text(summary.search);
  if (!text.empty()) return text;
  return fmt::format("There is nothing to explain: {} does not search over levels.\n",
                     summary.method);
}

// The names of these parameters, behind `first`.
std::vector<std::string_view> names(std::vector<std::string_view> first,
                                    const std::vector<std::vector<Parameter>>& more) {
  for (const auto& parameters : more) {
    for (const auto& parameter : parameters) first.push_back(parameter.name);
  }
  return first;
}

std::vector<OptionGroup> option_groups() {
  const Catalog& catalog = builtin_catalog();
  return {
      {"Common",
       {"output", "report", "summary", "policy", "quasi", "sensitive", "identifier", "k"}},
      {"Roles of columns", names({"accept-links"}, {role_parameters(Purpose::Release),
                                                    identifier_parameters(),
                                                    shift_parameters(),
                                                    job::acceptance_parameters(),
                                                    key_parameters(),
                                                    {passphrase_option()}})},
      {"Privacy models", names({}, {catalog.model_parameters(), matching_parameters()})},
      {"Method", names({"method", "max-suppression", "explain", "save-rules", "apply-rules",
                        "keep-order", "save-order", "drop-suppressed", "long-sets", "earlier"},
                       {catalog.parameters(), sample_parameters()})},
      {"Changing values on purpose", names({"correlated-noise"}, {perturbation_parameters()})},
      {"Measuring", names({}, {utility_parameters()})},
      {"Files", names({"engine", "shard"}, {input_parameters()})},
  };
}

int run_in_engine(const Settings& settings, Console& console) {
  const auto options = job::release_options(settings);
  const auto outcome = job::run_engine_release(options, builtin_catalog(), console.run());
  console.answer(engine_release_json(outcome, console.warnings()));
  console.say(engine_release_text(outcome));
  if (settings.flag("explain")) console.say(engine_statements_text(outcome.statements));
  console.say(fmt::format("The release is the table {}.\n", outcome.output));
  return 0;
}

int run_anonymize(const Settings& settings, Console& console) {
  if (job::wants_engine(settings)) return run_in_engine(settings, console);
  auto options = job::release_options(settings);
  options.page = page_of(console, release_page);
  options.summary_page = release_summary_page;
  if (options.output == "-" || options.report == "-") console.claim_output();
  const auto outcome = job::run_release(options, builtin_catalog(),
                                        passphrase_source(settings, console), console.run());
  console.write(outcome.standard_output);
  console.answer(release_json(outcome.summary, console.warnings()));
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
        fmt::format("The key is {}; keep it and its passphrase apart from "
                    "the release.\n",
                    *outcome.new_key));
  }
  if (options.report && options.report != "-") {
    console.say(fmt::format("The report is {}.\n", *options.report));
  }
  if (options.summary) {
    console.say(fmt::format("The page for outsiders is {}.\n", *options.summary));
  }
  return 0;
}

}  // namespace

Command anonymize_command() {
  auto options = job::release_parameters(builtin_catalog());
  // Behind --output, --report and --summary.
  options.insert(options.begin() + 3,
                 {.name = "explain",
                  .kind = ParameterKind::Flag,
                  .summary = "Explain how full-domain searched: what was checked, what was ruled "
                             "out, and the alternatives; with --engine, print the SQL that was "
                             "sent."});
  options.push_back(passphrase_option());
  return {
      .path = "anonymize",
      .summary = "Make a checked release of a table in which nobody can be singled out.",
      .positionals = job::release_positionals(),
      .options = std::move(options),
      .example =
          "privet anonymize examples/patients.csv --identifier patient,name --quasi "
          "age,sex,zip,marital,job "
          "--sensitive diagnosis,nights --k 5 -o release.csv",
      .run = run_anonymize,
      .groups = option_groups(),
      .more_examples = {
          "privet anonymize examples/patients.csv --policy examples/patients.toml -o release.csv "
          "--report report.html --summary summary.html",
          "privet anonymize examples/patients.csv --identifier patient,name,zip,marital,job,nights "
          "--quasi age,sex "
          "--sensitive diagnosis --k 10 --l-distinct 3 --method full-domain -o release.csv"}};
}

}  // namespace privet::cli
