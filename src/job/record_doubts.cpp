// SPDX-License-Identifier: Apache-2.0
#include "job/record_doubts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/error.h"
#include "data/letters.h"
#include "data/meaning.h"
#include "job/column_list.h"

namespace privet {
namespace {

struct Repetition {
  std::size_t distinct = 0;
  std::size_t present = 0;
  ValueId most = 0;  // the commonest meaning
  std::size_t records = 0;
  RowId first = 0;  // a record that has it

  [[nodiscard]] bool repeats() const { return distinct < present; }
};

Repetition count_repetition(const Column& column, bool exact_text) {
  const auto meaning = meaning_of_rows(column, exact_text);
  std::vector<std::uint32_t> counts;
  Repetition out;
  for (std::size_t r = 0; r < meaning.size(); ++r) {
    if (column.missing(static_cast<RowId>(r))) continue;
    if (meaning[r] >= counts.size()) counts.resize(meaning[r] + std::size_t{1});
    ++out.present;
    out.distinct += counts[meaning[r]] == 0 ? 1 : 0;
    ++counts[meaning[r]];
  }
  for (std::size_t m = 0; m < counts.size(); ++m) {
    if (counts[m] <= out.records) continue;
    out.records = counts[m];
    out.most = static_cast<ValueId>(m);
  }
  for (std::size_t r = meaning.size(); r-- > 0;) {
    const auto row = static_cast<RowId>(r);
    if (!column.missing(row) && meaning[r] == out.most) out.first = row;
  }
  return out;
}

// A few values for very many records are wards, doctors, surveys: not persons.
bool may_be_persons(const Repetition& found) {
  constexpr std::size_t kRecordsEach = 100;
  return found.distinct >= 2 && found.present < kRecordsEach * found.distinct;
}

constexpr std::array<std::string_view, 32> kTotals{
    "total",         "totals",    "grand total", "subtotal",     "sub-total",     "sum",
    "overall",       "average",   "mean",        "all",          "summe",         "gesamt",
    "gesamtsumme",   "insgesamt", "mittelwert",  "durchschnitt", "zwischensumme", "somme",
    "total general", "moyenne",   "ensemble",    "suma",         "media",         "promedio",
    "totale",        "somma",     "soma",        "totaal",       "som",           "gemiddelde",
    "\xCE\xA3",      "\xCF\x83"};

bool says_total(std::string_view text) {
  std::string word = alike_text(text);
  while (!word.empty() && (word.back() == ':' || word.back() == '=' || word.back() == ' ')) {
    word.pop_back();
  }
  return std::find(kTotals.begin(), kTotals.end(), word) != kTotals.end();
}

// Whether the number of record `row` is the sum or the mean of all above it.
bool adds_up(const Column& column, RowId row) {
  if (column.type() != ColumnType::Numeric || column.missing(row)) return false;
  double sum = 0;
  std::size_t count = 0;
  bool varies = false;
  for (RowId r = 0; r < row; ++r) {
    if (column.missing(r)) continue;
    sum += column.dictionary.number(column.codes[r]);
    varies = varies || column.codes[r] != column.codes[0];
    ++count;
  }
  if (count < 3 || !varies) return false;
  const double own = column.dictionary.number(column.codes[row]);
  const auto near = [&](double wanted) {
    return std::abs(own - wanted) <= 1e-6 * std::max(1.0, std::abs(wanted));
  };
  // A mean may be one of the values by chance; with decimals it hardly is.
  const double mean = sum / static_cast<double>(count);
  return near(sum) || (mean != std::floor(mean) && near(mean));
}

std::optional<std::string> why_total(const Table& table, RowId row) {
  std::vector<std::string> sums;
  for (const Column& column : table.all()) {
    if (column.type() == ColumnType::Text && !column.missing(row) && says_total(column.text(row))) {
      // A value that other records have too is one of the column's answers.
      const auto again = std::count(column.codes.begin(), column.codes.end(), column.codes[row]);
      if (again > 1) continue;
      return fmt::format("column {} says {}", quote_for_message(column.name),
                         quote_for_message(column.text(row)));
    }
    if (adds_up(column, row)) sums.push_back(quote_for_message(column.name));
  }
  if (sums.size() < 2) return std::nullopt;
  return fmt::format("columns {} are the sums or means of all above", fmt::join(sums, " and "));
}

}  // namespace

Parameter rows_are_persons() {
  return {.name = "rows-are-persons",
          .kind = ParameterKind::Flag,
          .summary =
              "Every record is about another person, although a column that looks like a "
              "person's number repeats itself or a record looks like a total."};
}

std::optional<RepeatedPerson> find_repeated_person(
    const Table& table, const std::vector<roles::RoleSuggestion>& suggestions, const Schema& schema,
    bool exact_text, std::optional<AttributeId> unit) {
  std::optional<RepeatedPerson> number;
  std::optional<RepeatedPerson> name;
  bool told_apart = unit.has_value();
  const std::size_t units = unit ? count_repetition(table.column(*unit), exact_text).distinct : 0;
  for (const auto& looks : suggestions) {
    if (unit == looks.column) continue;
    const Role role = schema.role(looks.column);
    if (role == Role::Quasi || role == Role::Sensitive || role == Role::Class) continue;
    const bool open = looks.role == Role::Undecided || looks.role == Role::Plain;
    const bool numbers = looks.person_number || (open && !looks.personal.numbers.empty());
    const bool names =
        (looks.names_or_text && looks.role == Role::Identifier) || !looks.personal.names.empty();
    if (!numbers && !names) continue;
    const Column& column = table.column(looks.column);
    const Repetition found = count_repetition(column, exact_text);
    if (!found.repeats()) {
      told_apart = told_apart || (numbers && found.present == table.rows());
      continue;
    }
    if (!may_be_persons(found) || (unit && units <= found.distinct)) continue;
    const RepeatedPerson repeated{looks.column, std::string(column.text(found.first)),
                                  found.records};
    // Some share a name by chance; where most do, they are the same persons.
    const bool mostly = 2 * found.distinct <= found.present + 1;
    if (names && !numbers) {
      if (mostly && !name) name = repeated;
    } else if (!number) {
      number = repeated;
    }
  }
  if (number) return number;
  return told_apart ? std::nullopt : name;
}

std::optional<TotalRecord> find_total(const Table& table) {
  constexpr std::size_t kLast = 3;
  for (std::size_t back = std::min(kLast, table.rows()); back > 0; --back) {
    const auto row = static_cast<RowId>(table.rows() - back);
    if (row == 0) continue;
    if (auto why = why_total(table, row)) return TotalRecord{row, std::move(*why)};
  }
  return std::nullopt;
}

std::string repeated_person_text(const Table& table, const RepeatedPerson& found) {
  const std::string& name = table.column(found.column).name;
  return fmt::format(
      "column {} looks like who a record is about, and {} stands in {} records: several records "
      "of one person are not several persons. Say --person {}, so that persons are counted, or "
      "--rows-are-persons if every record is about another person",
      quote_for_message(name), quote_for_message(found.value), found.records,
      job::flag_list({name}));
}

std::string other_person_text(const Table& table, const RepeatedPerson& found, AttributeId unit) {
  const std::string& name = table.column(found.column).name;
  const std::string& counted = table.column(unit).name;
  return fmt::format(
      "column {} looks like who a record is about, and {} stands in {} records, but {} is counted "
      "as the person: say --person {} or --person {}, whichever it is",
      quote_for_message(name), quote_for_message(found.value), found.records,
      quote_for_message(counted), job::flag_list({name}), job::flag_list({counted}));
}

std::string total_text(const Table& table, const TotalRecord& found, std::size_t skipped) {
  return fmt::format(
      "record {} looks like a total of the others, not like a person: {}. Leave it out with "
      "--skip-last-lines {}, or say --rows-are-persons if it is about a person",
      found.row + 1, found.why, table.rows() - found.row + skipped);
}

}  // namespace privet
