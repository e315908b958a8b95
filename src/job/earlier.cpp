// SPDX-License-Identifier: Apache-2.0
#include "job/earlier.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/error.h"
#include "data/formats/open_table.h"
#include "data/group_rows.h"
#include "job/prepare.h"
#include "risk/two_releases.h"

namespace privet {
namespace {

std::vector<AttributeId> columns_of(const Table& table, std::span<const std::string> names) {
  std::vector<AttributeId> out;
  for (const auto& name : names) out.push_back(table.require(name, "--earlier"));
  return out;
}

// Without the records that show "*" in all these columns: they were suppressed.
Table without_suppressed(const Table& table, std::span<const AttributeId> columns) {
  std::vector<RowId> kept;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const auto row = static_cast<RowId>(r);
    const bool shows = std::any_of(columns.begin(), columns.end(), [&](AttributeId id) {
      return table.column(id).text(row) != "*";
    });
    if (shows) kept.push_back(row);
  }
  if (kept.empty() || kept.size() == table.rows()) return table;
  return table.select_rows(kept);
}

void note_shared(const NewerRelease& newer, const Table& older, EarlierSummary& out) {
  for (const auto& name : newer.quasi) {
    if (older.find(name)) out.quasi.push_back(name);
  }
  if (out.quasi.empty()) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} has none of the quasi-identifiers {}", quote_for_message(out.file),
                            fmt::join(newer.quasi, ", ")),
                {.parameter = "--earlier"});
  }
  for (const auto& column : newer.table.all()) {
    const bool quasi = std::ranges::find(newer.quasi, column.name) != newer.quasi.end();
    if (!quasi && older.find(column.name)) out.links.push_back(column.name);
  }
}

void note_promises(const Settings& settings, const Catalog& catalog, EarlierSummary& out) {
  if (settings.given("k")) out.k = settings.count("k");
  if (settings.given("l-distinct")) out.l = settings.count("l-distinct");
  for (const auto& entry : catalog.models()) {
    if (entry.wanted(settings) && !entry.judged_with_earlier) {
      out.unchecked.emplace_back(entry.description->name);
    }
  }
}

std::size_t count_below(std::span<const std::uint32_t> fewest, std::size_t bound) {
  return static_cast<std::size_t>(std::ranges::count_if(
      fewest, [&](std::uint32_t count) { return count > 0 && count < bound; }));
}

void summarize(const TwoReleases& found, const NewerRelease& newer, EarlierSummary& out) {
  out.unclear = found.unclear;
  out.judged = found.judged;
  out.apart = found.apart;
  out.smallest = found.smallest;
  out.unique = count_below(found.candidates, 2);
  if (out.k) out.below_k = count_below(found.candidates, *out.k);
  for (std::size_t s = 0; s < newer.sensitive.size(); ++s) {
    EarlierValues& column = out.sensitive.emplace_back();
    column.column = newer.sensitive[s];
    for (const std::uint32_t values : found.values[s]) {
      if (values > 0 && (column.fewest == 0 || values < column.fewest)) column.fewest = values;
    }
    column.one = count_below(found.values[s], 2);
    if (out.l) column.below = count_below(found.values[s], *out.l);
  }
}

}  // namespace

Parameter earlier_parameter(bool refuses) {
  return {.name = "earlier",
          .kind = ParameterKind::File,
          .summary = refuses ? "An earlier release of the same people: refuse one that breaks the "
                               "promised k or distinct l together with it."
                             : "An earlier release of the same people: what do the two tell "
                               "together?",
          .placeholder = "OLD.csv"};
}

EarlierSummary meet_earlier(const NewerRelease& newer, const Settings& settings,
                            const Catalog& catalog, const Run& run) {
  EarlierSummary out{.file = settings.text("earlier"), .by_people = newer.original != nullptr};
  run.progress("meeting the earlier release");
  const Table read = read_table({.path = out.file, .csv = {.columns = {.ask = false}}}, run).table;
  note_shared(newer, read, out);
  note_promises(settings, catalog, out);
  const auto shown = [&](const Table& table) {
    auto ids = columns_of(table, out.quasi);
    const auto links = columns_of(table, out.links);
    ids.insert(ids.end(), links.begin(), links.end());
    return without_suppressed(table, ids);
  };
  const Table now = shown(newer.table);
  const Table then = shown(read);
  const RowGroups groups_now = group_rows(now, columns_of(now, newer.quasi), run);
  const RowGroups groups_then = group_rows(then, columns_of(then, out.quasi), run);
  const ReleaseSide side_now{now, groups_now, columns_of(now, out.quasi),
                             columns_of(now, out.links)};
  const ReleaseSide side_then{then, groups_then, columns_of(then, out.quasi),
                              columns_of(then, out.links)};
  TwoReleasesOptions options{.sensitive = columns_of(now, newer.sensitive),
                             .missing_matches = missing_matches(settings)};
  for (const auto& name : out.quasi) options.hierarchies.push_back(newer.hierarchy(name));
  std::optional<Originals> people;
  if (newer.original != nullptr) {
    people.emplace(Originals{*newer.original, columns_of(*newer.original, out.quasi)});
  }
  summarize(intersect_releases(side_now, side_then, people, options, run), newer, out);
  if (!out.unclear.empty() && out.by_people) {
    throw Error(ErrorCode::Usage,
                fmt::format("cells of {} are not understood, so nobody can tell whom they cover; "
                            "name the hierarchy with --hierarchy",
                            fmt::join(out.unclear, ", ")),
                {.parameter = "--earlier"});
  }
  if (out.judged == 0) {
    throw Error(ErrorCode::Usage,
                fmt::format("nobody can be in both the release and {}: they do not show the same "
                            "people, or not in a way that can be compared (means, other spellings)",
                            quote_for_message(out.file)),
                {.parameter = "--earlier"});
  }
  if (!out.unclear.empty()) {
    run.warn(
        fmt::format("--earlier: cells of {} are not understood and taken to match anything; "
                    "name the hierarchy with --hierarchy",
                    fmt::join(out.unclear, ", ")));
  }
  return out;
}

std::vector<std::string> earlier_covered(const EarlierSummary& summary) {
  std::vector<std::string> out{
      "somebody who knows the quasi-identifiers of a person, and that the person is in both "
      "releases; of people who are in one only, the other says nothing"};
  if (!summary.links.empty()) {
    out.push_back(
        fmt::format("records are linked by {}, which both show: taken to be the same for "
                    "the same person",
                    fmt::join(summary.links, ", ")));
  }
  out.emplace_back(summary.by_people
                       ? "every person of the original is tried"
                       : "every two classes whose cells overlap are tried, also those that "
                         "nobody is in; with --original only people that there are");
  return out;
}

std::vector<std::string> earlier_not_covered(const EarlierSummary& summary) {
  std::vector<std::string> out{
      "values that changed in between, which an attacker who expects the same would miss",
      "more than two releases, and conclusions from several classes at once"};
  if (!summary.unchecked.empty()) {
    out.push_back(fmt::format("{}: only k and distinct l are judged with the earlier release",
                              fmt::join(summary.unchecked, ", ")));
  }
  return out;
}

void require_holds(const EarlierSummary& summary) {
  if (summary.holds()) return;
  std::string why;
  if (summary.below_k > 0) {
    why = fmt::format("{} would be among fewer than {} (the fewest is {})",
                      counted(summary.below_k, "record"), *summary.k, summary.smallest);
  }
  for (const auto& column : summary.sensitive) {
    if (column.below == 0) continue;
    why += fmt::format("{}{} would be among fewer than {} values of {}", why.empty() ? "" : ", ",
                       counted(column.below, "record"), *summary.l, column.column);
  }
  throw Error(
      ErrorCode::Infeasible,
      fmt::format("together with {} {}: ask for a larger k, release with the same rules "
                  "(--apply-rules), or leave out {}",
                  quote_for_message(summary.file), why,
                  summary.links.empty() ? "columns that the earlier release has"
                                        : fmt::format("{}", fmt::join(summary.links, ", "))),
      {.parameter = "--earlier"});
}

}  // namespace privet
