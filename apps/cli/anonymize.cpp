// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "job/release_job.h"
#include "report/release_summary.h"

namespace privet::cli {
namespace {

// Whether writing one would replace the other. Devices such as /dev/null can be shared.
bool same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return a == b;
  std::error_code failed;
  const auto kind = std::filesystem::status(a, failed).type();
  if (kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::not_found)
    return false;
  const auto whole = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
  };
  return whole(a) == whole(b) && !failed;
}

// One file must not be written over another of the same run. Only the release may take the place of
// the table: some want just that.
void check_paths(const Settings& settings) {
  const auto refuse_same = [&](const char* written, const char* other, const char* message) {
    if (!settings.given(written) || !settings.given(other)) return;
    if (!same_file(settings.text(written), settings.text(other))) return;
    throw Error(ErrorCode::Usage, message, {.parameter = fmt::format("--{}", written)});
  };
  refuse_same("report", "output", "the report and the release cannot be the same file");
  if (settings.text("file") != "-") {
    refuse_same("report", "file", "the report would replace the table; name another file");
  }
  if (!settings.given("policy") || settings.text("policy") == "-") return;
  refuse_same("report", "policy", "the report would replace the policy; name another file");
  refuse_same("output", "policy", "the release would replace the policy; name another file");
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

int run_anonymize(const Settings& settings, Console& console) {
  const std::string output = settings.text("output");
  check_paths(settings);
  if (output == "-" || (settings.given("report") && settings.text("report") == "-")) {
    console.claim_output();
  }
  auto outcome =
      run_release(settings.text("file"), output, settings, builtin_catalog(), console.run());
  PendingReport report(settings, outcome.summary);
  console.run().check_cancelled();
  outcome.release.commit();
  outcome.summary.seconds.write = outcome.release.times().write;
  if (output == "-") console.write(outcome.release.bytes());
  report.deliver(console);
  console.answer(release_json(outcome.summary));
  console.say(release_text(outcome.summary));
  if (output != "-") console.say(fmt::format("The release is {}.\n", output));
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
