// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/passphrase.h"
#include "apps/cli/paths.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "job/release_job.h"
#include "report/release/release_summary.h"

namespace privet::cli {
namespace {

// One file must not be written over another that is written; run_release sees to those it reads.
void check_paths(const Settings& settings) {
  if (settings.given("report") && same_file(settings.text("report"), settings.text("output"))) {
    throw Error(ErrorCode::Usage, "the report and the release cannot be the same file",
                {.parameter = "--report"});
  }
  if (settings.given("save-rules") && settings.text("save-rules") == "-") {
    throw Error(ErrorCode::Usage, "the rules need a file", {.parameter = "--save-rules"});
  }
  refuse_same(settings, "save-rules", "output",
              "the rules and the release cannot be the same file");
  refuse_same(settings, "save-rules", "report", "the rules and the report cannot be the same file");
  refuse_same(settings, "key-file", "file", "the key would replace the table; name another file");
}

// The report on its way: into a file that is whole before the release appears, or to standard
// output once it has.
class PendingReport {
 public:
  PendingReport(const Settings& settings, const ReleaseSummary& summary) {
    if (!settings.given("report")) return;
    page_ = release_page(summary);
    if (settings.text("report") == "-") return;
    file_ = std::make_unique<AtomicFile>(settings.text("report"));
    file_->write(page_);
  }
  void deliver(Console& console) {
    if (file_) {
      file_->commit();
    } else if (!page_.empty()) {
      console.write(page_);
    }
  }
  [[nodiscard]] bool in_file() const { return file_ != nullptr; }

 private:
  std::string page_;
  std::unique_ptr<AtomicFile> file_;
};

std::string explained(const ReleaseSummary& summary) {
  const std::string text = search_text(summary.search);
  if (!text.empty()) return text;
  return fmt::format("There is nothing to explain: {} makes no search over levels.\n",
                     summary.method);
}

int run_anonymize(const Settings& settings, Console& console) {
  const std::string output = settings.text("output");
  check_paths(settings);
  if (output == "-" || (settings.given("report") && settings.text("report") == "-")) {
    console.claim_output();
  }
  const PassphraseSource passphrase = [&](const std::string& file, bool fresh, const auto& use) {
    const auto purpose = fresh ? PassphraseUse::Create : PassphraseUse::Open;
    use(read_passphrase(settings, purpose, fmt::format("the key {}", file), console).view());
  };
  auto outcome = run_release(settings.text("file"), output, settings, builtin_catalog(), passphrase,
                             console.run());
  PendingReport report(settings, outcome.summary);
  std::unique_ptr<AtomicFile> rules;
  if (settings.given("save-rules")) {
    rules = std::make_unique<AtomicFile>(settings.text("save-rules"));
    rules->write(outcome.rules);
  }
  console.run().check_cancelled();
  if (outcome.key) outcome.key->write();
  outcome.release.commit();
  outcome.summary.seconds.write = outcome.release.times().write;
  if (output == "-") console.write(outcome.release.bytes());
  report.deliver(console);
  if (rules) rules->commit();
  console.answer(release_json(outcome.summary));
  console.say(release_text(outcome.summary));
  if (settings.flag("explain")) console.say(explained(outcome.summary));
  if (output != "-") console.say(fmt::format("The release is {}.\n", output));
  if (rules) console.say(fmt::format("The rules are {}.\n", settings.text("save-rules")));
  if (outcome.key) {
    console.say(
        fmt::format("The key of the pseudonyms is {}; keep it and its passphrase apart from "
                    "the release.\n",
                    outcome.key->path));
  }
  if (report.in_file()) console.say(fmt::format("The report is {}.\n", settings.text("report")));
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
      {.name = "explain",
       .kind = ParameterKind::Flag,
       .summary = "Say how the search of full-domain went: what was checked, what ruled out, what "
                  "else there was."},
  };
  const auto rest = release_parameters(builtin_catalog());
  options.insert(options.end(), rest.begin(), rest.end());
  options.push_back(passphrase_option());
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
