// SPDX-License-Identifier: Apache-2.0
#include "job/release/summarize_release.h"

#include <fmt/format.h>

#include "anonymize/classes/boundary_groups.h"
#include "data/group_rows.h"
#include "quality/pooled_granularity.h"
#include "recoding/class_statistic.h"
#include "risk/persons_in_groups.h"

namespace privet {
namespace {

// Records riskier than this count as at risk in the summary: classes below five.
constexpr double kRiskThreshold = 0.2;

// What the boundaries required of the release, if there are any.
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
  const auto mask = schema.masked().find(id);
  if (mask != schema.masked().end()) {
    return fmt::format("{}, at most its first {} characters", role, mask->second.keep);
  }
  if (schema.role(id) != Role::Identifier) return std::string(role);
  if (schema.shown(id).kind == ShownIdentifier::Kind::Pseudonym) {
    return fmt::format("{}, as pseudonyms", role);
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

}  // namespace

void summarize_release(const ReleasedTable& from, ReleaseSummary& summary, const Run& run) {
  const auto& [prepared, problem, recoding, release] = from;
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
  const RowGroups before = group_rows(table, quasi, run);
  summary.sizes_before = before.sizes;
  if (problem.unit) summary.counted = prepared.unit_word;
  summary.sizes_after = release.findings().class_sizes;
  summary.before =
      problem.unit
          ? measure_risk(summary.sizes_before,
                         persons_in_groups(table.column(*problem.unit), before, {}), kRiskThreshold)
          : measure_risk(summary.sizes_before, kRiskThreshold);
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

}  // namespace privet
