// SPDX-License-Identifier: Apache-2.0
// Whether the records of a table may not be one person each: a column that looks like the number
// of a person and repeats itself, and a last record that is a total of the others.
// Idea: every count of a promise is of persons. Where nobody says who a record is about, records
// are counted, and that is safe only if each is about another person.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "data/schema.h"
#include "roles/suggest.h"

namespace privet {

// --rows-are-persons
[[nodiscard]] Parameter rows_are_persons();

struct RepeatedPerson {
  AttributeId column = 0;
  std::string value = {};   // one that repeats itself
  std::size_t records = 0;  // that have it
};

// Where somebody who has several records is looked for.
struct PersonSearch {
  const Table& table;  // with the values that masks hide
  const std::vector<roles::RoleSuggestion>& suggestions;
  const Schema& schema;
  std::span<const char> decided = {};  // [column] whether somebody said its role; empty: nobody did
  bool exact_text = false;
  std::optional<AttributeId> unit = {};  // the column that counts as the person
};

// The column that most likely says who a record is about, if it has a value twice: one that looks
// like the number of a person (by meaning: P1 and "p1 " are one value), whatever its role is; one
// that somebody called an identifier or masked, unless it looks like what many share, where most of
// its values repeat or nothing else tells the records apart; or one of names where nothing else
// does. What is kept for its values (a sensitive column, a class) is asked only where its name says
// that it is the number of a person. Where a column counts as the person, another one is reported
// only if it has fewer values: then one person of the other column would be counted as several.
[[nodiscard]] std::optional<RepeatedPerson> find_repeated_person(const PersonSearch& search);
// The table before columns were masked.
[[nodiscard]] Table unmasked_table(const Table& table, const Schema& schema);
// The same where `unit` counts as the person.
[[nodiscard]] std::string other_person_text(const Table& table, const RepeatedPerson& found,
                                            AttributeId unit);

struct TotalRecord {
  RowId row = 0;
  std::string why = {};  // "column 'ward' says 'Total'"
};

// One of the last records that is a total of those above: it says so, or two of its numbers and
// more are the sums or means of the others. Else a record anywhere that says so and lacks a value
// that nearly all others have.
[[nodiscard]] std::optional<TotalRecord> find_total(const Table& table);

// What to say of them, with the way out.
[[nodiscard]] std::string repeated_person_text(const Table& table, const RepeatedPerson& found);
// `skipped`: how many last lines of the file are left out already.
[[nodiscard]] std::string total_text(const Table& table, const TotalRecord& found,
                                     std::size_t skipped);

}  // namespace privet
