// SPDX-License-Identifier: Apache-2.0
#include "job/persons.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "data/meaning.h"
#include "job/identifiers.h"
#include "job/record_doubts.h"

namespace privet {
namespace {

// The column that a setting names, if it may say who a record is about.
std::optional<AttributeId> named_column(const PreparedTable& prepared, const Settings& settings,
                                        const char* name, Purpose purpose, const Run& run) {
  if (!settings.given(name)) return std::nullopt;
  const std::string column = settings.text(name);
  if (purpose == Purpose::Check && !prepared.table().find(column)) {
    run.warn(fmt::format("records are counted, not {}s: the table has no column {}", name,
                         quote_for_message(column)));
    return std::nullopt;
  }
  const AttributeId id = prepared.table().require(column, fmt::format("--{}", name));
  const Role role = prepared.schema.role(id);
  if (role == Role::Identifier || role == Role::Plain) return id;
  throw Error(ErrorCode::Usage,
              fmt::format("column {} is {}, and the column that names the {} is an identifier",
                          quote_for_message(column), role_name(role), name),
              settings.place(name));
}

// Of two columns by meaning: a record whose value of `from` other records have with another value
// of `to`, if there is one.
std::optional<RowId> two_partners(const Column& from, const Column& to, bool exact) {
  const auto left = meaning_of_rows(from, exact);
  const auto right = meaning_of_rows(to, exact);
  std::map<ValueId, ValueId> partner;
  for (std::size_t r = 0; r < left.size(); ++r) {
    const auto row = static_cast<RowId>(r);
    if (from.missing(row)) continue;
    if (partner.try_emplace(left[r], right[r]).first->second != right[r]) return row;
  }
  return std::nullopt;
}

void refuse_two_households(const Table& table, AttributeId person, AttributeId household,
                           bool exact) {
  const auto at = two_partners(table.column(person), table.column(household), exact);
  if (!at) return;
  throw Error(ErrorCode::Usage,
              fmt::format("{} of column {} is in two households; one person is in one",
                          quote_for_message(table.column(person).text(*at)),
                          quote_for_message(table.column(person).name)),
              {.parameter = "--household"});
}

// Pseudonyms of anything that several persons share (a doctor, a school) tell who shares it.
void refuse_shared_pseudonyms(const PreparedTable& prepared, AttributeId person,
                              const std::vector<AttributeId>& pseudonyms, bool exact) {
  const Table& table = prepared.table();
  for (const AttributeId id : pseudonyms) {
    if (id == person || !two_partners(table.column(id), table.column(person), exact)) continue;
    throw Error(ErrorCode::Usage,
                fmt::format("persons share values of column {}, so its pseudonyms would tell them "
                            "apart in their classes; leave it out, or generalize it with --quasi",
                            quote_for_message(table.column(id).name)),
                {.parameter = "--pseudonym"});
  }
}

// Whether the role of a column allows that; the others are refused when pseudonyms are made.
bool names_persons(const PreparedTable& prepared, AttributeId id) {
  const Role role = prepared.schema.role(id);
  return role == Role::Identifier || role == Role::Plain;
}

void refuse_site(const PreparedTable& prepared, const Settings& settings,
                 const std::vector<AttributeId>& pseudonyms) {
  if (!settings.given("site")) return;
  const auto site = prepared.table().find(settings.text("site"));
  if (!site || std::find(pseudonyms.begin(), pseudonyms.end(), *site) == pseudonyms.end()) return;
  throw Error(ErrorCode::Usage,
              fmt::format("column {} is the site of a record, and pseudonyms would show which "
                          "records are of the same one; leave it out",
                          quote_for_message(prepared.table().column(*site).name)),
              {.parameter = "--pseudonym"});
}

}  // namespace

std::vector<Parameter> person_parameters() {
  return {{.name = "person",
           .kind = ParameterKind::Column,
           .summary = "The column that names the person of a record, where one may have several: "
                      "every model counts persons. It may hold pseudonyms.",
           .placeholder = "COLUMN"},
          {.name = "household",
           .kind = ParameterKind::Column,
           .summary = "The column that names the household of a record: every model counts "
                      "households.",
           .placeholder = "COLUMN"},
          rows_are_persons()};
}

void find_persons(PreparedTable& prepared, const Settings& settings,
                  const std::optional<Policy>& policy, Purpose purpose, const Run& run) {
  const bool exact = settings.flag("exact-text");
  const auto household = named_column(prepared, settings, "household", purpose, run);
  auto person = named_column(prepared, settings, "person", purpose, run);
  const auto pseudonyms = pseudonym_columns(prepared, settings, policy);
  if (!person && !household && pseudonyms.size() > 1) {
    throw Error(ErrorCode::Usage,
                "several columns get pseudonyms; say which one names the person with --person",
                {.parameter = "--pseudonym"});
  }
  refuse_site(prepared, settings, pseudonyms);
  if (!person && pseudonyms.size() == 1 && !household && names_persons(prepared, pseudonyms[0])) {
    person = pseudonyms.front();
    prepared.unit_implied = true;
  }
  if (person && household) refuse_two_households(prepared.table(), *person, *household, exact);
  for (const auto& id : {person, household}) {
    if (id) prepared.schema.assign(*id, Role::Identifier);
  }
  prepared.unit = household ? household : person;
  prepared.unit_word = household ? "household" : "person";
  prepared.unit_implied = prepared.unit_implied && !household;
  if (prepared.unit && purpose != Purpose::Check) {
    refuse_shared_pseudonyms(prepared, *prepared.unit, pseudonyms, exact);
  }
}

PopulationUnit population_unit(const PreparedTable& prepared, const Settings& settings) {
  PopulationUnit out{.exact_text = settings.flag("exact-text"),
                     .look = !settings.flag("rows-are-persons")};
  if (!prepared.unit) return out;
  out.column = prepared.table().column(*prepared.unit).name;
  out.word = prepared.unit_word;
  return out;
}

}  // namespace privet
