// SPDX-License-Identifier: Apache-2.0
#include "job/release_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>

#include "anonymize/classes/boundary_groups.h"
#include "anonymize/classes/missing_values.h"
#include "anonymize/full_domain/accounting_anonymizer.h"
#include "base/error.h"
#include "data/group_rows.h"
#include "data/open_table.h"
#include "job/files_read.h"
#include "job/method_settings.h"
#include "job/prepare.h"
#include "job/promises.h"
#include "job/utility.h"
#include "quality/pooled_granularity.h"

namespace privet {
namespace {

// Records riskier than this count as at risk in the summary: classes below five.
constexpr double kRiskThreshold = 0.2;
// The settings that name what a release writes.
constexpr std::array<std::string_view, 3> kWritten{"output", "report", "save-rules"};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The style of the input, with what the output's name asks for.
CsvStyle output_style(const PreparedTable& prepared, const std::string& output) {
  if (table_form(output) != TableForm::Csv || output.ends_with(".gz")) {
    throw Error(
        ErrorCode::Usage,
        "a release is written as CSV, or TSV where the name ends in .tsv; choose such a name",
        {.parameter = "--output"});
  }
  CsvStyle style = prepared.file.style;
  if (output.ends_with(".tsv")) style.delimiter = '\t';
  return style;
}

// Lets the method say what the release shows. Rules show what they were made with, and none can be
// made of statistics.
void shape_problem(const Settings& settings, const Catalog& catalog, bool rules, Problem& problem) {
  const MethodEntry& entry = catalog.method(settings.text("method"));
  if (!entry.shape) return;
  if (rules) {
    throw Error(ErrorCode::Usage,
                fmt::format("kept rules show ranges and groups, not what {} shows; leave one out",
                            entry.description->name),
                {.parameter = "--apply-rules"});
  }
  if (settings.given("save-rules")) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} has no rules to keep: a mean or median does not say for which new "
                            "records it stands",
                            entry.description->name),
                settings.place("save-rules"));
  }
  entry.shape(settings, problem);
}

// Throws Error{Usage} if the method would let values pass their boundaries.
void refuse_boundaries(const PreparedTable& prepared, const Settings& settings,
                       const Catalog& catalog) {
  if (catalog.method(settings.text("method")).keeps_boundaries) return;
  for (const AttributeId id : require_quasi(prepared.schema)) {
    const BoundHierarchy* hierarchy = prepared.hierarchies[id].get();
    if (hierarchy == nullptr || !hierarchy->hierarchy.bounded()) continue;
    throw Error(ErrorCode::Usage,
                fmt::format("column {} has generalization boundaries, which {} does not keep; take "
                            "constrained, or remove them",
                            shown(prepared.table().column(id).name), settings.text("method")),
                {.parameter = "--method"});
  }
}

Problem make_problem(const PreparedTable& prepared, const Promises& promises,
                     const Settings& settings) {
  Problem out{prepared.table(), {}, promises.counted, {}, settings.real("max-suppression"), {}};
  for (const AttributeId id : require_quasi(prepared.schema)) {
    const BoundHierarchy* hierarchy = prepared.hierarchies[id].get();
    // Cut in the order of their values, columns are released as if they had no hierarchy.
    const bool by_order =
        settings.text("method") == "mondrian" && settings.text("cut-by") == "order";
    out.quasi.push_back({id, by_order ? nullptr : hierarchy});
  }
  if (settings.given("site"))
    out.site_column = prepared.table().require(settings.text("site"), "--site");
  const auto classes = prepared.schema.with(Role::Class);
  if (classes.size() == 1) out.class_column = classes.front();
  for (const auto& model : promises.models) {
    try {
      model->check_feasible(prepared.table().rows());
    } catch (const Error& error) {  // the model knows its flag, the settings know who set it
      const std::string& flag = error.place().parameter;
      if (!flag.starts_with("--") || !settings.given(flag.substr(2))) throw;
      throw Error(error.code(), error.message(), settings.place(flag.substr(2)));
    }
    out.models.push_back(model.get());
  }
  if (prepared.population) out.population = &*prepared.population;
  const bool counts_people =
      std::any_of(out.models.begin(), out.models.end(),
                  [](const auto* model) { return model->needs_population(); });
  if (prepared.population && !counts_people) {
    throw Error(ErrorCode::Usage, "has no meaning without --k-map or --delta-presence",
                settings.place("population"));
  }
  out.missing_matches = settings.text("missing") == "wildcard";
  return out;
}

// What the boundaries asked of the release, if there are any.
std::optional<BoundarySummary> describe_boundaries(const Problem& problem, const Run& run) {
  if (!bounded(problem)) return std::nullopt;
  const BoundaryGroups groups(problem, run);
  BoundarySummary out{.columns = {},
                      .groups = groups.groups(),
                      .forced = groups.out_records(),
                      .least = groups.least()};
  for (const auto& quasi : problem.quasi) {
    if (quasi.hierarchy == nullptr || !quasi.hierarchy->hierarchy.bounded()) continue;
    out.columns.push_back(problem.table.column(quasi.column).name);
  }
  return out;
}

// "identifier, as pseudonyms"
std::string role_text(const Schema& schema, AttributeId id) {
  const std::string_view role = role_name(schema.role(id));
  if (schema.role(id) != Role::Identifier) return std::string(role);
  const ShownIdentifier& how = schema.shown(id);
  switch (how.kind) {
    case ShownIdentifier::Kind::Pseudonym:
      return fmt::format("{}, as pseudonyms", role);
    case ShownIdentifier::Kind::Mask:
      return fmt::format("{}, its first {} characters", role, how.keep);
    case ShownIdentifier::Kind::Nothing:
      break;
  }
  return fmt::format("{}, left out", role);
}

// The classes that show nothing of a column of which others show statistics.
void count_hidden(const Problem& problem, const Recoding& recoding, ReleaseSummary& summary) {
  summary.statistic_least = least_values(problem.smallest_class());
  for (std::size_t c = 0; c < recoding.classes(); ++c) {
    bool hidden = false;
    for (std::size_t q = 0; q < problem.quasi.size(); ++q) {
      const RecodedAttribute& shown = recoding.attributes[q];
      hidden = hidden || (problem.quasi[q].shows && shown.values[shown.value_of_class[c]].kind ==
                                                        GeneralizedValue::Kind::Any);
    }
    summary.statistic_hidden += hidden ? 1U : 0U;
  }
}

void fill_summary(ReleaseSummary& summary, const PreparedTable& prepared, const Problem& problem,
                  const Recoding& recoding, const TableRelease& release, const Run& run) {
  const Table& table = prepared.table();
  summary.records = table.rows();
  summary.sampled_from = prepared.sampled_from;
  summary.suppressed = release.findings().suppressed;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const auto id = static_cast<AttributeId>(c);
    summary.columns.emplace_back(table.column(id).name, role_text(prepared.schema, id));
  }
  std::vector<AttributeId> quasi;
  for (const auto& q : problem.quasi) {
    quasi.push_back(q.column);
    summary.quasi.push_back(table.column(q.column).name);
  }
  summary.guarantees = release.findings().verdicts;
  summary.quality = release.quality();
  RecodingContext context{table, {}};
  for (const auto& q : problem.quasi) context.hierarchies.push_back(q.hierarchy);
  summary.pooled_granularity = pooled_granularity(recoding, context);
  summary.quality.normalised_class_size =
      summary.quality.average_class_size / static_cast<double>(problem.smallest_class());
  summary.sizes_before = group_rows(table, quasi, run).sizes;
  summary.sizes_after = release.findings().class_sizes;
  summary.before = measure_risk(summary.sizes_before, kRiskThreshold);
  summary.after = measure_risk(summary.sizes_after, release.findings().matching, kRiskThreshold);
  summary.boundaries = describe_boundaries(problem, run);
  for (const auto& q : problem.quasi) {
    if (!q.shows) continue;
    summary.statistic = statistic_name(*q.shows);
    summary.statistic_columns.push_back(table.column(q.column).name);
  }
  count_hidden(problem, recoding, summary);
  summary.seconds.guard = release.times().guard;
  summary.seconds.write = release.times().write;
}

}  // namespace

std::vector<Parameter> release_parameters(const Catalog& catalog) {
  std::vector<Parameter> out = role_parameters(Purpose::Release);
  for (const auto& more :
       {identifier_parameters(), policy_parameters(catalog), utility_parameters()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  out.push_back({.name = "save-rules",
                 .kind = ParameterKind::File,
                 .summary = "Also keep the recoding, for new records of the same kind "
                            "(docs/format/rules.md).",
                 .placeholder = "RULES"});
  out.push_back({.name = "apply-rules",
                 .kind = ParameterKind::File,
                 .summary = "Use a kept recoding instead of a method; refused where it would break "
                            "the promise.",
                 .placeholder = "RULES"});
  return out;
}

ReleaseOutcome run_release(const std::string& input, const std::string& output, Settings settings,
                           const Catalog& catalog, const PassphraseSource& passphrase,
                           const Run& run) {
  ReleaseSummary summary{.input = input, .output = output};
  auto start = std::chrono::steady_clock::now();
  run.progress("reading");
  choose_method(settings, catalog);  // a flag counts more than the policy's method
  const auto policy = load_policy(settings, catalog, run);
  refuse_replacing(settings, policy, kWritten);
  choose_method(settings, catalog);
  refuse_settings_of_others(settings, policy, catalog);
  PreparedTable prepared = prepare_table(input, settings, policy, Purpose::Release, run);
  const CsvStyle style = output_style(prepared, output);
  refuse_boundaries(prepared, settings, catalog);
  const auto promises = make_promises(prepared, settings, catalog);
  Problem problem = make_problem(prepared, *promises, settings);
  shape_problem(settings, catalog, prepared.rules.has_value(), problem);
  const ApplicationWeights weights = application_weights(settings, policy, problem, run);
  problem.weights = weights.weights;
  check_utility(settings, problem, run);
  auto key = show_identifiers(prepared, settings, policy, passphrase, run);
  warn_of_masks(prepared, problem.smallest_class(), run);
  summary.seconds.read = seconds_since(start);
  start = std::chrono::steady_clock::now();
  summary.method = prepared.rules ? "rules" : settings.text("method");
  const auto method = prepared.rules ? make_rule_method(*prepared.rules)
                                     : catalog.method(summary.method).make(settings, problem);
  refuse_unpromised(*method, summary.method, problem);
  const auto* telling = dynamic_cast<const AccountingAnonymizer*>(method.get());
  Recoding recoding = telling != nullptr ? telling->search(problem, run, summary.search)
                                         : method->search(problem, run);
  if (problem.missing_matches) recoding = leave_missing_out(problem, std::move(recoding));
  summary.seconds.search = seconds_since(start);
  TableRelease release = publish(problem, prepared.schema, recoding, style, output, run);
  fill_summary(summary, prepared, problem, recoding, release, run);
  summary.utility = measure_utility(settings, problem, recoding, weights, run);
  ReleaseOutcome out{std::move(release), std::move(summary), {}, std::move(key)};
  if (settings.given("save-rules")) {
    out.rules = rules_text(make_rules(problem, recoding, out.summary.method));
  }
  return out;
}

}  // namespace privet
