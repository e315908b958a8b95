// SPDX-License-Identifier: Apache-2.0
#include "roles/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quasi/percent.h"
#include "quasi/ratios.h"
#include "quasi/search/find.h"
#include "quasi/sets/greedy.h"
#include "quasi/sets/minimal_sets.h"
#include "quasi/sets/set_counter.h"
#include "roles/judge_column.h"

namespace privet::roles {
namespace {

using quasi::Codes;
using quasi::MinimalSet;

std::string named_set(const Table& table, const std::vector<AttributeId>& ids,
                      const std::vector<std::size_t>& columns) {
  std::string out;
  for (const std::size_t c : columns) {
    out += fmt::format("{}{}", out.empty() ? "" : ", ", table.column(ids[c]).name);
  }
  return "{" + out + "}";
}

// The greedy set where no small one separates nearly all pairs.
MinimalSet greedy_set(const Codes& codes, const Run& run) {
  const auto found = quasi::find(codes, codes.rows(), {.kind = quasi::FindKind::Separation}, run);
  return {found.columns, found.ratios->tally.unseparated, found.ratios->separation()};
}

MinimalSet greedy_set(const quasi::CountedTable& table, const Run& run) {
  const auto allowed = quasi::part_of(quasi::FindOptions().epsilon, quasi::pairs_of(table.rows));
  const auto found = quasi::pick_most(table, {}, allowed, run);
  return {found.columns, found.unseparated,
          quasi::Ratios{table.rows, {found.unseparated, found.groups}}.separation()};
}

std::vector<MinimalSet> small_sets(const Codes& codes, const quasi::MinimalSetsOptions& search,
                                   const Run& run) {
  return quasi::minimal_sets(codes, codes.rows(), search, run).sets;
}

std::vector<MinimalSet> small_sets(const quasi::CountedTable& table,
                                   const quasi::MinimalSetsOptions& search, const Run& run) {
  return quasi::minimal_sets(table, search, run).sets;
}

// The smallest sets of columns that separate nearly all pairs, the best first.
template <class Rows>
std::vector<MinimalSet> best_sets(const Rows& rows, const SuggestOptions& options, const Run& run) {
  quasi::MinimalSetsOptions search;
  search.epsilon = options.epsilon;
  search.max_size = options.max_size;
  auto sets = small_sets(rows, search, run);
  if (sets.empty()) sets.push_back(greedy_set(rows, run));  // no set is that small
  std::stable_sort(sets.begin(), sets.end(), [](const MinimalSet& a, const MinimalSet& b) {
    return a.columns.size() != b.columns.size() ? a.columns.size() < b.columns.size()
                                                : a.unseparated < b.unseparated;
  });
  return sets;
}

// How sets are searched for, and who counts what columns tell apart together (null: the table).
struct SetSearch {
  const SuggestOptions& options;
  const CountTogether& count;
};

// Adds to each column the best set it is in. Of very many columns those that separate most are
// searched.
void add_sets(const Table& table, std::vector<AttributeId> ids,
              const std::vector<ValueFacts>& values, const SetSearch& search,
              std::vector<RoleSuggestion>& out, const Run& run) {
  if (ids.empty() || table.rows() < 2) return;
  std::stable_sort(ids.begin(), ids.end(), [&](AttributeId a, AttributeId b) {
    return values[a].separation > values[b].separation;
  });
  if (ids.size() > kMaxSearched) ids.resize(kMaxSearched);
  std::sort(ids.begin(), ids.end());
  const auto together = [&](std::span<const std::size_t> columns) {
    std::vector<AttributeId> named;
    for (const std::size_t c : columns) named.push_back(ids[c]);
    return search.count(named);
  };
  const auto sets =
      search.count
          ? best_sets(quasi::CountedTable{ids.size(), table.rows(), together}, search.options, run)
          : best_sets(Codes(table, ids), search.options, run);
  std::vector<char> done(table.columns(), 0);
  for (const auto& set : sets) {
    if (set.columns.size() < 2) continue;  // said already
    for (const std::size_t c : set.columns) {
      if (std::exchange(done[ids[c]], char{1}) != 0) continue;
      out[ids[c]].signals.tells_apart += fmt::format(", {} {}", named_set(table, ids, set.columns),
                                                     quasi::percent(set.separation));
    }
  }
}

// X and Y: of a map, where the values are so.
bool is_axis(const std::string& name) {
  return name == "x" || name == "y" || name == "X" || name == "Y";
}

// Whole metres of a map's grid are far from its origin.
bool may_be_metres(const Column& column, const ValueFacts& values) {
  constexpr double kFar = 10000;
  if (!is_axis(column.name) || !values.numeric || values.separation < kTellsApart) return false;
  const Dictionary& numbers = column.dictionary;
  const double low = numbers.number(static_cast<ValueId>(numbers.missing_count()));
  const double high = numbers.number(static_cast<ValueId>(numbers.size() - 1));
  return low >= kFar || high <= -kFar;
}

// Two columns beside each other of which neither name says anything, or that are called x and y,
// may be a place together.
void add_places(const Table& table, const std::vector<ValueFacts>& values,
                std::vector<RoleSuggestion>& out) {
  const auto nameless = [&](AttributeId c) {
    if (is_axis(table.column(c).name) && out[c].role != Role::Identifier) return true;
    return out[c].role == Role::Plain && out[c].signals.known_to_others.empty() &&
           out[c].signals.kind_of_measurement == pattern_text(Pattern::Decimals);
  };
  for (AttributeId c = 0; c + 1 < table.columns(); ++c) {
    const AttributeId next = c + 1;
    if (!nameless(c) || !nameless(next)) continue;
    const bool metres = may_be_metres(table.column(c), values[c]) &&
                        may_be_metres(table.column(next), values[next]);
    if (!metres && !are_coordinates(table.column(c), values[c], table.column(next), values[next])) {
      continue;
    }
    for (const auto& [one, other] : {std::pair{c, next}, std::pair{next, c}}) {
      out[one].role = Role::Quasi;
      out[one].signals.known_to_others =
          fmt::format("its values and those of {} may be coordinates", table.column(other).name);
    }
  }
}

// Towns, trades and illnesses have the form of names as well: where the column's name or what else
// its values are says what it is, the form says nothing; where nothing does, somebody must say.
void settle_form(const ColumnJudgement& judged, RoleSuggestion& out) {
  if (!out.personal.by_form) return;
  const bool open = judged.role == Role::Undecided || judged.role == Role::Plain;
  if (!open || !judged.known.empty() || !judged.measurement.empty()) {
    out.personal.names.clear();
    out.personal.by_form = false;
    return;
  }
  out.role = Role::Undecided;
  out.signals.known_to_others = out.personal.names;
}

// Names in a column of which nothing else is known, however few they are.
void settle_names(const ColumnJudgement& judged, RoleSuggestion& out) {
  const bool open = judged.role == Role::Undecided || judged.role == Role::Plain;
  if (!open || out.personal.names.empty() || !judged.measurement.empty()) return;
  out.role = Role::Undecided;
  out.signals.known_to_others = out.personal.names;
}

std::string joined(const Signals& signals) {
  std::string out;
  const auto add = [&](std::string_view name, const std::string& text) {
    if (!text.empty()) out += fmt::format("{}{}: {}", out.empty() ? "" : "; ", name, text);
  };
  add("known to others", signals.known_to_others);
  add("tells apart", signals.tells_apart);
  add("kind of measurement", signals.kind_of_measurement);
  return out;
}

}  // namespace

std::vector<RoleSuggestion> suggest_roles(const Table& table, const SuggestOptions& options,
                                          const Run& run) {
  return suggest_roles(table, options, {}, run);
}

std::vector<RoleSuggestion> suggest_roles(const Table& table, const SuggestOptions& options,
                                          const CountTogether& count, const Run& run) {
  std::vector<RoleSuggestion> out(table.columns());
  std::vector<ValueFacts> values(table.columns());
  std::vector<AttributeId> open;
  const JudgeOptions judging{options.ignored, about_health(table, options.ignored)};
  for (AttributeId c = 0; c < table.columns(); ++c) {
    run.progress("looking at columns",
                 static_cast<double>(c) / static_cast<double>(table.columns()));
    const Column& column = table.column(c);
    values[c] = look_at_values(column);
    auto& suggestion = out[c];
    suggestion.column = c;
    if (column.dictionary.size() < 2 && table.rows() > 1) continue;
    const ColumnJudgement judged = judge_column(column, values[c], judging);
    suggestion.role = judged.role;
    suggestion.names_or_text = judged.names_or_text;
    suggestion.personal = look_for_persons(column, values[c]);
    // Counties, towns and firms are called after families.
    if (suggestion.personal.by_family_name && judged.role == Role::Quasi) {
      suggestion.personal.names.clear();
    }
    settle_form(judged, suggestion);
    settle_names(judged, suggestion);
    // A time is nobody's number, whatever its column is called.
    const bool time = values[c].pattern == Pattern::TimeOfDay || values[c].pattern == Pattern::Date;
    suggestion.person_number = judged.role == Role::Identifier && !judged.names_or_text && !time;
    if (!judged.known.empty()) suggestion.signals.known_to_others = judged.known;
    suggestion.signals.kind_of_measurement = judged.measurement;
    if (table.rows() > 1) {
      suggestion.signals.tells_apart =
          fmt::format("{} of pairs alone", quasi::percent(values[c].separation));
    }
    if (judged.role != Role::Identifier) open.push_back(c);
  }
  add_places(table, values, out);
  if (options.search_sets) add_sets(table, open, values, {options, count}, out, run);
  for (auto& suggestion : out) {
    suggestion.evidence = joined(suggestion.signals);
    if (suggestion.evidence.empty()) {
      suggestion.evidence = table.rows() > 1 ? "it has one value" : "there is one record";
    }
  }
  return out;
}

}  // namespace privet::roles
