// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "base/atomic_file.h"
#include "job/release_job.h"
#include "report/release_summary.h"

namespace privet::cli {
namespace {

int run_anonymize(const Settings& settings, Console& console) {
  const std::string output = settings.text("output");
  if (output == "-") console.claim_output();
  auto outcome =
      run_release(settings.text("file"), output, settings, builtin_catalog(), console.run());
  std::unique_ptr<AtomicFile> report;  // written whole before the release appears
  if (settings.given("report")) {
    report = std::make_unique<AtomicFile>(settings.text("report"));
    report->write(release_page(outcome.summary));
  }
  console.run().check_cancelled();
  outcome.release.commit();
  outcome.summary.seconds.write = outcome.release.times().write;
  if (output == "-") console.write(outcome.release.bytes());
  if (report) report->commit();
  console.answer(release_json(outcome.summary));
  console.say(release_text(outcome.summary));
  if (output != "-") console.say(fmt::format("The release is {}.\n", output));
  if (report) console.say(fmt::format("The report is {}.\n", settings.text("report")));
  return 0;
}

}  // namespace

Command anonymize_command() {
  std::vector<Parameter> options{
      {.name = "output",
       .kind = ParameterKind::File,
       .summary = "Where the release goes.",
       .placeholder = "OUT",
       .required = true,
       .letter = 'o'},
      {.name = "report",
       .kind = ParameterKind::File,
       .summary = "Also write a report with plots, one self-contained HTML page.",
       .placeholder = "R.html"},
  };
  const auto rest = release_parameters(builtin_catalog());
  options.insert(options.end(), rest.begin(), rest.end());
  return {
      .path = "anonymize",
      .summary = "Make a checked release of a table in which nobody can be picked out.",
      .positionals = {{.name = "file",
                       .kind = ParameterKind::File,
                       .summary = "The table: CSV, TSV, ARFF, SQLite, plain or .gz.",
                       .placeholder = "FILE",
                       .required = true}},
      .options = std::move(options),
      .example =
          "privet anonymize people.csv --quasi age,zip --sensitive disease --k 5 -o release.csv",
      .run = run_anonymize};
}

}  // namespace privet::cli
