// SPDX-License-Identifier: Apache-2.0
#include "job/release/release_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <memory>
#include <set>
#include <utility>

#include "anonymize/classes/missing_values.h"
#include "base/error.h"
#include "data/formats/open_table.h"
#include "data/meaning.h"
#include "job/identifiers.h"
#include "job/input/table_input.h"
#include "job/outputs.h"
#include "job/persons.h"
#include "job/perturb_columns.h"
#include "job/prepare.h"
#include "job/promises.h"
#include "job/record_order.h"
#include "job/release/decided_roles.h"
#include "job/release/earlier_check.h"
#include "job/release/files_read.h"
#include "job/release/long_sets.h"
#include "job/release/measure_utility.h"
#include "job/release/method_settings.h"
#include "job/release/release_problem.h"
#include "job/release/summarize_release.h"
#include "job/release/unchanged.h"
#include "job/safe_pub.h"
#include "job/shift_dates.h"
#include "publish/release.h"

namespace privet::job {
namespace {

// The settings that name what a release writes; the key is read where it exists.
constexpr std::array<std::string_view, 5> kWritten{"output", "report", "summary", "save-rules",
                                                   "save-order"};
constexpr std::array<std::string_view, 1> kKey{"key"};

class Stopwatch {
 public:
  // Since it was made or asked last.
  double seconds() {
    const auto last = std::exchange(start_, std::chrono::steady_clock::now());
    return std::chrono::duration<double>(start_ - last).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The style of the input, with what the output's name asks for; other forms than text have none.
CsvStyle output_style(const PreparedTable& prepared, const std::string& output) {
  const TableForm form = table_form(output);
  if (form == TableForm::Postgres) return {};
  const bool other =
      output.ends_with(".json") || output.ends_with(".html") || output.ends_with(".xml");
  if (other || form == TableForm::Sas7bdat || (!is_text_form(form) && output.ends_with(".gz"))) {
    throw Error(ErrorCode::Usage,
                fmt::format("a release is written as {}, or as a new table of a PostgreSQL "
                            "database (postgresql://HOST/DB?table=NAME); choose such a name",
                            written_forms()),
                {.parameter = "--output"});
  }
  if (form != TableForm::Csv) return {};
  CsvStyle style = prepared.file.style;
  if (output.ends_with(".tsv") || output.ends_with(".tsv.gz")) style.delimiter = '\t';
  return style;
}

// Some forms have one way to write a missing value: a column with several would not come back as it
// is.
void check_missing_texts(const PreparedTable& prepared, const std::string& output) {
  if (!has_one_missing(table_form(output))) return;
  for (std::size_t c = 0; c < prepared.table().columns(); ++c) {
    const auto id = static_cast<AttributeId>(c);
    const Column& column = prepared.table().column(id);
    if (!prepared.schema.released(id) || column.dictionary.missing_count() < 2) continue;
    throw Error(
        ErrorCode::Usage,
        fmt::format("this form has one way to write a missing value, and column {} has {}; write "
                    "CSV or SQLite",
                    quote_for_message(column.name), column.dictionary.missing_count()),
        {.parameter = "--output"});
  }
}

// Whether dates are to be shown as groups of the calendar: rules say what they were made with.
bool needs_levels(const PreparedTable& prepared, const MethodEntry& method) {
  if (!prepared.rules) return method.by_levels;
  const auto& columns = prepared.rules->columns;
  return std::any_of(columns.begin(), columns.end(), [](const RuleColumn& column) {
    return column.type == ColumnType::Date && column.hierarchy;
  });
}

Recoding recode(const Settings& settings, const Catalog& catalog, const PreparedTable& prepared,
                const Problem& problem, ReleaseSummary& summary, const Run& run) {
  summary.method = prepared.rules ? "rules" : settings.text("method");
  const auto method = prepared.rules ? make_rule_method(*prepared.rules)
                                     : catalog.method(summary.method).make(settings, problem);
  refuse_unpromised(*method, summary.method, problem);
  Recoding out = method->search_with_account(problem, summary.search, run);
  return problem.missing_matches ? leave_missing_out(problem, std::move(out)) : out;
}

// One word of a command line, quoted where a shell would split or change it.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kSafe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=+@%";
  if (!word.empty() && word.find_first_not_of(kSafe) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// The command line that says the same as the settings that were given.
std::string command_text(const Settings& settings) {
  std::string out = "privet anonymize " + shell_word(settings.text("file"));
  for (const auto& parameter : settings.known()) {
    if (parameter.name == "file" || !settings.given(parameter.name)) continue;
    const std::string flag = fmt::format(" --{}", parameter.name);
    if (parameter.kind == ParameterKind::Flag) {
      if (settings.flag(parameter.name)) out += flag;
    } else if (parameter.kind == ParameterKind::Columns) {
      out +=
          flag + " " + shell_word(fmt::format("{}", fmt::join(settings.list(parameter.name), ",")));
    } else if (parameter.repeatable) {
      for (const auto& text : settings.list(parameter.name)) out += flag + " " + shell_word(text);
    } else {
      out += flag + " " + shell_word(settings.text(parameter.name));
    }
  }
  return out;
}

// What was asked of a database is not done here (job/release/engine_release_job.h).
void refuse_engine_here(const ReleaseOptions& options) {
  PRIVET_CHECK(!options.engine);
  if (options.shards.empty()) return;
  throw Error(ErrorCode::Usage, "has no effect without --engine database",
              {.parameter = "--shard"});
}

void note_origin(const Settings& flags, ReleaseSummary& summary) {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&now, &utc);
  summary.made_at = fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", utc.tm_year + 1900,
                                utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min);
  summary.command = command_text(flags);
  if (flags.given("policy")) summary.policy = flags.text("policy");
}

}  // namespace

ReleaseOutcome run_release(const ReleaseOptions& options, const Catalog& catalog,
                           const PassphraseSource& passphrase, const Run& run) {
  ReleaseOutcome out{.summary = {.input = options.input, .output = options.output}};
  ReleaseSummary& summary = out.summary;
  refuse_engine_here(options);
  Settings settings = release_settings(options, catalog);
  Stopwatch watch;
  run.progress("reading");
  choose_method(settings, catalog);  // a flag counts more than the policy's method
  const auto policy = load_policy(settings, catalog, run);
  check_order(settings);
  refuse_replacing(settings, policy, kWritten);
  refuse_replacing(settings, policy, kKey);
  choose_method(settings, catalog);
  refuse_unused_settings(settings, policy, catalog);
  settle_dp(settings);
  const bool drop_suppressed = settings.flag("drop-suppressed");
  ReleaseKey key(settings, passphrase);
  PreparedTable prepared = prepare_table(options.input, settings, policy, Purpose::Release, run,
                                         [&](PreparedTable& table) {
                                           shift_dates(table, settings, policy, key);
                                           KernelRandom random;
                                           perturb_columns(table, settings, policy, random, run);
                                         });
  add_time_hierarchies(prepared);
  if (needs_levels(prepared, catalog.method(settings.text("method")))) {
    add_date_hierarchies(prepared);
  }
  const ColumnLooks looks = require_decided_roles(prepared, settings, policy, run);
  check_dp_columns(prepared, settings, policy);
  doubt_records(prepared, settings, looks.suggestions, Purpose::Release, run);
  const auto accepted = accepted_columns(prepared, settings, policy);
  const CsvStyle style = output_style(prepared, options.output);
  check_missing_texts(prepared, options.output);
  const auto promises = make_promises(prepared, settings, catalog, run);
  Problem problem = make_problem(prepared, *promises, settings, catalog, run);
  fix_scheme(settings, problem);
  const ApplicationWeights weights = application_weights(settings, policy, problem, run);
  problem.weights = weights.weights;
  check_utility(settings, problem, run);
  show_identifiers(prepared, settings, policy, key, run);
  summary.seconds.read = watch.seconds();
  const Recoding recoding = recode(settings, catalog, prepared, problem, summary, run);
  PRIVET_CHECK(!wants_dp(settings) || !problem.scheme.empty());
  if (!options.long_sets) refuse_long_sets(problem, recoding);
  summary.seconds.search = watch.seconds();
  std::vector<ValueId> person_of;
  if (prepared.unit) {
    person_of = meaning_of_rows(prepared.unit_column(), problem.exact_text);
  }
  std::set<AttributeId> perturbed;
  for (const auto& column : prepared.perturbed) perturbed.insert(column.column);
  summary.unchanged = judge_unchanged({prepared.table(), prepared.schema, recoding, looks.person,
                                       accepted, person_of, perturbed, prepared.shifted},
                                      run);
  require_accepted(summary.unchanged);
  warn_of_known(summary.unchanged, prepared, looks.suggestions, run);
  const RecordOrder order = release_order(settings, prepared, run);
  summary.shuffled = !order.empty();
  const auto further =
      earlier_check({prepared, style, options.output}, settings, catalog, summary.earlier, run);
  TableRelease release = publish(problem, prepared.schema, recoding,
                                 {.style = style,
                                  .order = order,
                                  .perturbed = prepared.perturbed,
                                  .further = further,
                                  .drop_suppressed = drop_suppressed,
                                  .accept_links = settings.flag("accept-links")},
                                 options.output, run);
  summarize_release({prepared, problem, recoding, release}, summary, run);
  if (drop_suppressed) summary.dropped = summary.suppressed;
  note_origin(release_settings(options, catalog), summary);
  summary.utility = measure_utility(settings, problem, recoding, weights, run);

  OutputFiles files;
  if (key.pending()) {
    auto file = std::make_unique<AtomicFile>(key.pending()->path, AtomicFile::Access::OwnerOnly);
    file->write(key.pending()->sealed);
    files.add(std::move(file));
    out.new_key = key.pending()->path;
  }
  files.add(std::move(release).take());
  if (options.report) files.add(options.report, options.page(summary));
  if (options.summary) files.add(options.summary, options.summary_page(summary));
  if (options.save_rules) {
    files.add(options.save_rules, rules_text(make_rules(problem, recoding, summary.method)));
  }
  if (options.save_order) {
    files.add(options.save_order, order_text(order), AtomicFile::Access::OwnerOnly);
  }
  (void)watch.seconds();
  files.commit(run);
  summary.seconds.write += watch.seconds();
  out.standard_output = files.standard_output();
  out.style = style;
  return out;
}

}  // namespace privet::job
