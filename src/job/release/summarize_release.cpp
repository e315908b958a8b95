// SPDX-License-Identifier: Apache-2.0
#include "job/release/summarize_release.h"

#include <map>

#include "anonymize/classes/boundary_groups.h"
#include "data/group_rows.h"
#include "data/meaning.h"
#include "job/release/released_columns.h"
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

// The table as it was before columns were perturbed.
std::vector<Column> unperturbed(const PreparedTable& prepared) {
  std::vector<Column> out(prepared.table().all().begin(), prepared.table().all().end());
  for (const auto& column : prepared.perturbed) out[column.column] = *column.original;
  return out;
}

void summarize_perturbation(const PreparedTable& prepared, ReleaseSummary& summary) {
  if (prepared.perturbed.empty()) return;
  const auto before = unperturbed(prepared);
  for (const auto& column : prepared.perturbed) {
    summary.perturbed.push_back(
        {.column = prepared.table().column(column.column).name,
         .role = std::string(role_name(prepared.schema.role(column.column))),
         .how = column.how,
         .effect = measure_effect(before, prepared.table().all(), column.column)});
  }
}

}  // namespace

std::vector<SensitiveRisk> sensitive_risks(const PreparedTable& prepared, const Problem& problem,
                                           const Recoding& recoding, const Run& run) {
  const auto sensitive = prepared.schema.with(Role::Sensitive);
  if (sensitive.empty()) return {};
  std::map<std::vector<std::uint32_t>, std::uint32_t> group_of_cells;
  std::vector<std::uint32_t> group_of_class;
  for (std::size_t c = 0; c < recoding.classes(); ++c) {
    std::vector<std::uint32_t> cells;
    for (const auto& shown : recoding.attributes) cells.push_back(shown.value_of_class[c]);
    const auto next = static_cast<std::uint32_t>(group_of_cells.size());
    group_of_class.push_back(group_of_cells.try_emplace(std::move(cells), next).first->second);
  }
  std::vector<RowId> kept;
  RowGroups groups{.group_of = {}, .sizes = std::vector<std::uint32_t>(group_of_cells.size())};
  for (std::size_t r = 0; r < recoding.class_of.size(); ++r) {
    if (recoding.class_of[r] == kSuppressed) continue;
    kept.push_back(static_cast<RowId>(r));
    groups.group_of.push_back(group_of_class[recoding.class_of[r]]);
    ++groups.sizes[groups.group_of.back()];
  }
  if (kept.empty()) return {};
  const Table table = prepared.table().select_rows(kept);
  std::vector<ValueId> persons;
  if (problem.unit) {
    const auto all = meaning_of_rows(problem.unit_column(), problem.exact_text);
    for (const RowId row : kept) persons.push_back(all[row]);
  }
  std::vector<SensitiveRisk> out;
  for (const AttributeId id : sensitive) {
    const auto merged = by_meaning(table.column(id), problem.exact_text);
    out.push_back(measure_sensitive(merged ? *merged : table.column(id), groups, run, persons));
  }
  return out;
}

void summarize_release(const ReleasedTable& from, ReleaseSummary& summary, const Run& run) {
  const auto& [prepared, problem, recoding, release] = from;
  const Table& table = prepared.table();
  summary.records = table.rows();
  summary.sampled_from = prepared.sampled_from;
  summary.suppressed = release.findings().suppressed;
  describe_columns(from, summary);
  summary.least_class = problem.smallest_class();
  summary.sha256 = release.findings().sha256;
  summary.sensitive = sensitive_risks(prepared, problem, recoding, run);
  std::vector<AttributeId> quasi;
  for (const auto& q : problem.quasi) {
    quasi.push_back(q.column);
    summary.quasi.push_back(table.column(q.column).name);
  }
  summarize_perturbation(prepared, summary);
  summary.guarantees = release.findings().verdicts;
  summary.links = release.findings().links;
  summary.quality = release.quality();
  summary.quality.normalised_class_size =
      summary.quality.average_class_size / static_cast<double>(problem.smallest_class());
  const RowGroups before = group_rows(Table(unperturbed(prepared)), quasi, run);
  summary.sizes_before = before.sizes;
  if (problem.unit) summary.counted = prepared.unit_word;
  summary.sizes_after = release.findings().class_sizes;
  summary.before =
      problem.unit
          ? measure_risk(summary.sizes_before,
                         persons_in_groups(problem.unit_column(), problem.exact_text, before, {}),
                         kRiskThreshold)
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
