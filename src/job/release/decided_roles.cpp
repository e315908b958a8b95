// SPDX-License-Identifier: Apache-2.0
#include "job/release/decided_roles.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "job/column_list.h"
#include "job/column_uses.h"
#include "job/record_doubts.h"
#include "roles/suggest.h"

namespace privet::job {
namespace {

std::string quoted(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) out += (out.empty() ? "" : ", ") + quote_for_message(name);
  return out;
}

[[noreturn]] void refuse_undecided(const std::vector<std::string>& names,
                                   const std::string& evidence, const Place& place) {
  const std::string all = flag_list(names);
  throw Error(
      ErrorCode::Usage,
      fmt::format("{} undecided ({}): nothing says whether others know {}. Decide with --plain {}, "
                  "--quasi {}, --sensitive {} or --identifier {}, or by role = \"...\" in the "
                  "policy; 'privet inspect' explains",
                  names.size() == 1 ? fmt::format("column {} is", quoted(names))
                                    : fmt::format("columns {} are", quoted(names)),
                  evidence, names.size() == 1 ? "it" : "them", all, all, all, all),
      place);
}

// Where the policy calls the column undecided; no place: it does not.
Place policy_place(const std::optional<Policy>& policy, const std::string& name) {
  if (!policy) return {};
  for (const auto& column : policy->columns) {
    if (column.name == name && column.role == Role::Undecided) return column.place;
  }
  return {};
}

// Texts, not codes, of which each is another: a set of them tells as much as they do.
bool texts_that_differ(const Column& column, const roles::RoleSuggestion& looks) {
  if (looks.signals.known_to_others != roles::pattern_text(roles::Pattern::AllDiffer)) return false;
  const auto values = roles::some_values(column);
  const auto spaced = std::count_if(values.begin(), values.end(), [](std::string_view text) {
    return text.find(' ') != std::string_view::npos;
  });
  return 2 * spaced > static_cast<std::ptrdiff_t>(values.size());
}

void refuse_sets_of_names(const PreparedTable& prepared, const roles::RoleSuggestion& looks,
                          const std::set<AttributeId>& accepted) {
  const AttributeId id = looks.column;
  const bool named = looks.signals.known_to_others.starts_with("its name says");
  const bool sentences = !looks.personal.texts.empty() && !named;
  const bool differ = texts_that_differ(prepared.table().column(id), looks);
  const bool names = looks.names_or_text || !looks.personal.names.empty() || sentences || differ;
  if (!names || prepared.schema.role(id) != Role::Quasi || prepared.hierarchies[id] != nullptr) {
    return;
  }
  const bool by_form = looks.personal.by_form && !looks.names_or_text;
  if (by_form && accepted.contains(id)) return;
  const std::string& why = looks.names_or_text || looks.personal.any().empty()
                               ? looks.signals.known_to_others
                               : looks.personal.any();
  const std::string& name = prepared.table().column(id).name;
  if (by_form) {
    throw Error(ErrorCode::Usage,
                fmt::format("column {} may hold names of persons ({}), and a release would show "
                            "sets of them; leave it out with --identifier {}, or, if they are "
                            "nobody's names, confirm it with --accept-sets {} (accept_sets = true "
                            "for the column in the policy)",
                            quote_for_message(name), why, flag_list({name}), flag_list({name})));
  }
  throw Error(
      ErrorCode::Usage,
      fmt::format("column {} holds names or free text ({}), and a release would show sets of "
                  "them; leave it out with --identifier {}, or give it a hierarchy with "
                  "--hierarchy {}=FILE",
                  quote_for_message(name), why, flag_list({name}), flag_list({name})));
}

// Why a column that is released as it is may point to persons; empty: nothing says so. What is
// sensitive is not asked for texts: these are what it is for. Codes and numbers may be those of
// illnesses or sums, where the name says so.
std::string points_to_persons(const roles::RoleSuggestion& looks, Role role) {
  if (looks.role == Role::Identifier) return looks.signals.known_to_others;
  const roles::PersonalValues& personal = looks.personal;
  if (role != Role::Sensitive && !personal.any().empty()) return personal.any();
  if (!personal.names.empty() && !personal.by_form) return personal.names;
  // All codes of one illness begin alike, too.
  const bool measured = !looks.signals.kind_of_measurement.empty();
  if (personal.numbered && (!measured || !personal.numbers.empty())) {
    return "its values are numbers behind a letter, as persons have";
  }
  return measured ? "" : personal.numbers;
}

}  // namespace

std::vector<Parameter> acceptance_parameters() {
  return {
      {.name = "accept-unchanged",
       .kind = ParameterKind::Columns,
       .summary = "Plain columns to release as they are although records are unique with them, "
                  "or although they look like a person's name or number.",
       .placeholder = "A,B,..",
       .repeatable = true},
      {.name = "accept-sets",
       .kind = ParameterKind::Columns,
       .summary = "Quasi-identifiers whose values look like names of persons but are not, such as "
                  "towns; they may be released as sets.",
       .placeholder = "A,B,..",
       .repeatable = true}};
}

namespace {

// The columns that --accept-sets or the policy names.
std::set<AttributeId> accepted_sets(const PreparedTable& prepared, const Settings& settings,
                                    const std::optional<Policy>& policy) {
  std::set<AttributeId> out;
  for (const auto& name : settings.list("accept-sets")) {
    const AttributeId id = prepared.table().require(name, "--accept-sets");
    const Role role = prepared.schema.role(id);
    if (role != Role::Quasi) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is not released as sets: its role is {}",
                              quote_for_message(name), role_name(role)),
                  {.parameter = "--accept-sets"});
    }
    out.insert(id);
  }
  for (const auto& column : policy ? policy->columns : std::vector<ColumnPolicy>{}) {
    const auto id = prepared.table().find(column.name);
    if (id && column.accept_sets) out.insert(*id);
  }
  return out;
}

}  // namespace

std::string judge_looks(const PreparedTable& prepared, const roles::RoleSuggestion& looks,
                        const Settings& settings, const std::optional<Policy>& policy) {
  refuse_sets_of_names(prepared, looks, accepted_sets(prepared, settings, policy));
  return points_to_persons(looks, prepared.schema.role(looks.column));
}

std::set<AttributeId> accepted_columns(const PreparedTable& prepared, const Settings& settings,
                                       const std::optional<Policy>& policy) {
  std::set<AttributeId> out;
  for (const auto& name : settings.list("accept-unchanged")) {
    const AttributeId id = prepared.table().require(name, "--accept-unchanged");
    const Role role = prepared.schema.role(id);
    if (role == Role::Identifier || role == Role::Quasi) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is not released as it is: its role is {}",
                              quote_for_message(name), role_name(role)),
                  {.parameter = "--accept-unchanged"});
    }
    out.insert(id);
  }
  if (!policy) return out;
  for (const auto& column : policy->columns) {
    const auto id = prepared.table().find(column.name);
    if (id && column.accept_unchanged) out.insert(*id);
  }
  return out;
}

ColumnLooks require_decided_roles(const PreparedTable& prepared, const Settings& settings,
                                  const std::optional<Policy>& policy, const Run& run) {
  auto used = used_otherwise(prepared.table(), settings, policy);
  used.merge(accepted_columns(prepared, settings, policy));
  const auto sets = accepted_sets(prepared, settings, policy);
  roles::SuggestOptions options;
  options.search_sets = false;
  ColumnLooks out{.person = std::vector<std::string>(prepared.table().columns())};
  std::vector<std::string> open;
  std::string evidence;
  Place place;
  // Masks say less of a column than its values do.
  out.suggestions =
      prepared.schema.masked().empty()
          ? roles::suggest_roles(prepared.table(), options, run)
          : roles::suggest_roles(unmasked_table(prepared.table(), prepared.schema), options, run);
  for (const auto& looks : out.suggestions) {
    const AttributeId id = looks.column;
    const std::string& name = prepared.table().column(id).name;
    refuse_sets_of_names(prepared, looks, sets);
    out.person[id] = points_to_persons(looks, prepared.schema.role(id));
    if (prepared.decided[id] != 0 || used.contains(id)) continue;
    const bool by_policy = prepared.schema.role(id) == Role::Undecided;
    if (!by_policy && looks.role != Role::Undecided) continue;
    if (open.empty()) {
      place = policy_place(policy, name);
      evidence = looks.evidence;
    }
    open.push_back(name);
  }
  if (!open.empty()) refuse_undecided(open, evidence, place);
  return out;
}

void warn_of_known(const std::vector<UnchangedColumn>& unchanged, const PreparedTable& prepared,
                   const std::vector<roles::RoleSuggestion>& suggestions, const Run& run) {
  for (const auto& looks : suggestions) {
    if (prepared.schema.role(looks.column) != Role::Quasi || looks.role != Role::Sensitive)
      continue;
    const std::string& name = prepared.table().column(looks.column).name;
    run.warn(
        fmt::format("column {} is a quasi-identifier, so every model takes it for known and "
                    "none keeps it private, but it looks sensitive ({}); --sensitive {} "
                    "protects it",
                    quote_for_message(name), looks.signals.kind_of_measurement, flag_list({name})));
  }
  for (const auto& column : unchanged) {
    const auto id = prepared.table().find(column.name);
    if (!id || column.role == role_name(Role::Plain) || column.with_quasi == 0) continue;
    const roles::RoleSuggestion& looks = suggestions[*id];
    if (looks.role != Role::Quasi || column.accepted) continue;
    run.warn(
        fmt::format("column {} is {}, so no model counts it as known, but others may know it "
                    "({}): with it {} of {} records are unique",
                    quote_for_message(column.name), column.role, looks.signals.known_to_others,
                    column.with_quasi, column.records));
  }
}

void doubt_records(const PreparedTable& prepared, const Settings& settings,
                   const std::vector<roles::RoleSuggestion>& suggestions, Purpose purpose,
                   const Run& run) {
  if (settings.flag("rows-are-persons")) {
    if (!prepared.unit) return;
    throw Error(ErrorCode::Usage,
                fmt::format("contradicts --{}, which says who a record is about; leave one out",
                            prepared.unit_word),
                settings.place("rows-are-persons"));
  }
  const Table& table = prepared.table();
  const auto say = [&](const std::string& text) {
    if (purpose == Purpose::Release) throw Error(ErrorCode::Usage, text, {.file = prepared.path});
    run.warn(text);
  };
  if (purpose == Purpose::Release && prepared.sampled_from == 0) {
    const std::size_t skipped =
        settings.given("skip-last-lines") ? settings.count("skip-last-lines") : 0;
    if (const auto total = find_total(table)) say(total_text(table, *total, skipped));
  }
  const Table whole =
      prepared.schema.masked().empty() ? Table() : unmasked_table(table, prepared.schema);
  const auto found = find_repeated_person({.table = whole.columns() > 0 ? whole : table,
                                           .suggestions = suggestions,
                                           .schema = prepared.schema,
                                           .decided = prepared.decided,
                                           .exact_text = settings.flag("exact-text"),
                                           .unit = prepared.unit});
  if (!found) return;
  if (!prepared.unit) {
    say(repeated_person_text(table, *found));
  } else if (prepared.unit_implied) {
    say(other_person_text(table, *found, *prepared.unit));
  } else {
    run.warn(other_person_text(table, *found, *prepared.unit));
  }
}

}  // namespace privet::job
