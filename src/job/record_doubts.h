// SPDX-License-Identifier: Apache-2.0
// Whether the records of a table may not be one person each: a column that looks like the number
// of a person and repeats itself, and a last record that is a total of the others.
// Idea: every count of a promise is of persons. Where nobody says who a record is about, records
// are counted, and that is safe only if each is about another person.
#pragma once

#include <optional>
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

// The column that most likely says who a record is about, if it has a value twice: one that looks
// like the number of a person (by meaning: P1 and "p1 " are one value), or of names where no such
// number tells the records apart. Columns that `schema` generalizes, keeps for their values or
// predicts are not. Where a column `unit` counts as the person, another one is told only if it has
// fewer values: then one person of the other column would be counted as several.
[[nodiscard]] std::optional<RepeatedPerson> find_repeated_person(
    const Table& table, const std::vector<roles::RoleSuggestion>& suggestions, const Schema& schema,
    bool exact_text, std::optional<AttributeId> unit = {});
// The same where `unit` counts as the person.
[[nodiscard]] std::string other_person_text(const Table& table, const RepeatedPerson& found,
                                            AttributeId unit);

struct TotalRecord {
  RowId row = 0;
  std::string why = {};  // "column 'ward' says 'Total'"
};

// One of the last records that is a total of those above: it says so, or two of its numbers and
// more are the sums or means of the others.
[[nodiscard]] std::optional<TotalRecord> find_total(const Table& table);

// What to say of them, with the way out.
[[nodiscard]] std::string repeated_person_text(const Table& table, const RepeatedPerson& found);
// `skipped`: so many last lines of the file are left out already.
[[nodiscard]] std::string total_text(const Table& table, const TotalRecord& found,
                                     std::size_t skipped);

}  // namespace privet
