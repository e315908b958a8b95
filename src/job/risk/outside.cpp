// SPDX-License-Identifier: Apache-2.0
#include "job/risk/outside.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/error.h"
#include "data/formats/open_table.h"
#include "data/meaning.h"
#include "hierarchy/read_toml.h"
#include "job/persons.h"
#include "job/population.h"
#include "job/release/method_settings.h"
#include "job/risk/shown_means.h"
#include "risk/outside_table.h"

namespace privet {
namespace {

// The hierarchy that the flags or the policy name for a column of this name, built over its values.
std::optional<Hierarchy> column_hierarchy(const Column& column, const Settings& settings,
                                          const std::optional<Policy>& policy) {
  for (const auto& text : settings.list("hierarchy")) {
    const auto equals = text.find('=');
    if (text.substr(0, equals) == column.name)
      return read_hierarchy(text.substr(equals + 1), column);
  }
  if (!policy) return std::nullopt;
  for (const auto& each : policy->columns) {
    if (each.name != column.name) continue;
    if (const auto* path = std::get_if<std::string>(&each.hierarchy))
      return read_hierarchy(*path, column);
    if (const auto* spec = std::get_if<HierarchySpec>(&each.hierarchy))
      return build_hierarchy(*spec, column);
  }
  return std::nullopt;
}

// A file from outside, read without asking what its columns are.
Table read_outside(const std::string& file, const Run& run) {
  return read_table({.path = file, .csv = {.columns = {.ask = false}}}, run).table;
}

OutsideMatch match(const MeasuredTable& measured, const RowGroups& groups, const Table& outside,
                   SharedColumns shared, const Run& run) {
  // Those whose labels our cells may show, over the columns of the other table.
  std::vector<std::unique_ptr<BoundHierarchy>> trees;
  for (const AttributeId id : shared.theirs) {
    auto tree = column_hierarchy(outside.column(id), measured.settings, measured.policy);
    trees.push_back(tree ? std::make_unique<BoundHierarchy>(BoundHierarchy{std::move(*tree), {}})
                         : nullptr);
    shared.hierarchies.push_back(trees.back().get());
  }
  if (measured.prepared.unit) {
    shared.own_persons =
        meaning_of_rows(measured.prepared.unit_column(), measured.settings.flag("exact-text"));
  }
  return match_outside(measured.prepared.table(), groups, outside, shared,
                       missing_matches(measured.settings), run);
}

// Whether the method of the policy shows means or medians.
bool policy_shows_statistics(const MeasuredTable& measured) {
  if (!measured.policy) return false;
  Settings own = measured.policy->settings;
  choose_method(own, measured.catalog);
  return measured.catalog.method(own.text("method")).shows_statistics;
}

// Warns where numbers of classes are about to be compared with values.
void note_means(const MeasuredTable& measured, const SharedColumns& shared, const Table& outside,
                std::string_view flag, std::vector<std::string>& means, const Run& run) {
  std::vector<std::string> found;
  for (std::size_t c = 0; c < shared.ours.size(); ++c) {
    const Column& ours = measured.prepared.table().column(shared.ours[c]);
    if (!shows_means(ours, outside.column(shared.theirs[c]),
                     measured.means_measured || policy_shows_statistics(measured)))
      continue;
    found.push_back(ours.name);
    if (std::ranges::find(means, ours.name) == means.end()) means.push_back(ours.name);
  }
  if (found.empty()) return;
  run.warn(
      fmt::format("{}: {} {} means or medians, it seems, which are compared as if they were "
                  "values: who matches them, or does not, says nothing; judge by the classes",
                  flag, fmt::join(found, ", "), found.size() == 1 ? "shows" : "show"));
}

// The quasi-identifiers that both tables have.
SharedColumns shared_columns(const MeasuredTable& measured, const Table& outside,
                             const std::string& file) {
  const Table& table = measured.prepared.table();
  SharedColumns out;
  std::vector<std::string> names;
  for (const AttributeId id : measured.quasi) {
    names.push_back(table.column(id).name);
    const auto found = outside.find(names.back());
    if (!found) continue;
    out.ours.push_back(id);
    out.theirs.push_back(*found);
  }
  if (out.ours.empty()) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} has none of the quasi-identifiers {}", quote_for_message(file),
                            fmt::join(names, ", ")),
                {.parameter = "--against"});
  }
  return out;
}

void warn_of_unmatched(const LinkageSummary& link, const OutsideMatch& found, std::size_t records,
                       const Run& run) {
  std::vector<std::string> strange;
  for (std::size_t c = 0; c < found.met.size(); ++c) {
    if (found.met[c] == 0) strange.push_back(quote_for_message(link.columns[c]));
  }
  run.warn(fmt::format(
      "--against: {} of {} records match nobody in {}{}; of these the figures say nothing: they "
      "may be of people who are not in it, or it may write the values in another way{}",
      link.unmatched_records, records, quote_for_message(link.file),
      link.undecided ? ", so the risk is not known" : "",
      strange.empty()
          ? std::string()
          : fmt::format(" (no value of column {} is met)", fmt::join(strange, " and of column "))));
}

}  // namespace

PopulationMatch match_population(const MeasuredTable& measured, std::vector<std::string>& means,
                                 const Run& run) {
  const std::string file = measured.settings.text("population");
  run.progress("counting the population");
  Table people = read_outside(file, run);
  SharedColumns shared{.ours = {measured.quasi.begin(), measured.quasi.end()}};
  shared.theirs =
      same_columns(measured.prepared.table(), measured.quasi, people, file, "--population");
  const PopulationUnit unit =
      register_unit(people, population_unit(measured.prepared, measured.settings), file, run);
  people = one_row_each(std::move(people), shared.theirs, unit, file);
  note_means(measured, shared, people, "--population", means, run);
  OutsideMatch found = match(measured, measured.groups, people, std::move(shared), run);
  return {.people = found.rows,
          .people_of_group = std::move(found.people_of_class),
          .uncovered = found.no_class};
}

LinkageSummary link_with(const MeasuredTable& measured, std::vector<std::string>& means,
                         const Run& run) {
  const Table& table = measured.prepared.table();
  LinkageSummary out{.file = measured.settings.text("against")};
  run.progress("linking");
  const Table outside = read_outside(out.file, run);
  SharedColumns shared = shared_columns(measured, outside, out.file);
  note_means(measured, shared, outside, "--against", means, run);
  for (const AttributeId id : shared.ours) out.columns.push_back(table.column(id).name);
  const PopulationUnit unit =
      register_unit(outside, population_unit(measured.prepared, measured.settings), out.file, run);
  if (!unit.column.empty()) {
    out.counted = unit.word;
    shared.persons =
        meaning_of_rows(outside.column(outside.require(unit.column, "--against")), unit.exact_text);
  }
  const RowGroups groups = shared.ours.size() == measured.quasi.size()
                               ? measured.groups
                               : group_rows(table, shared.ours, run);
  const OutsideMatch found = match(measured, groups, outside, std::move(shared), run);
  out.rows = found.rows;
  out.no_class = found.no_class;
  out.one_class = found.one_class;
  out.one_record = found.one_record;
  out.unmatched_records = found.unmatched_records;
  out.undecided = found.unmatched_records > 0 && found.unmatched_records == table.rows();
  if (found.unmatched_records > 0) warn_of_unmatched(out, found, table.rows(), run);
  return out;
}

}  // namespace privet
