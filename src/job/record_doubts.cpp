// SPDX-License-Identifier: Apache-2.0
#include "job/record_doubts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/error.h"
#include "data/meaning.h"
#include "data/total_words.h"
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
  const bool rounded = own != std::floor(own) &&
                       (near(std::round(mean * 10) / 10) || near(std::round(mean * 100) / 100));
  return near(sum) || (mean != std::floor(mean) && (near(mean) || rounded));
}

// Whether the record has a value in one column of numbers, and at most one that is its own text (a
// word for a total that is not known).
bool says_nothing_else(const Table& table, RowId row) {
  std::size_t numbers = 0;
  std::size_t texts = 0;
  for (const Column& column : table.all()) {
    if (column.missing(row)) continue;
    if (ordered(column.type())) {
      ++numbers;
      continue;
    }
    const auto again = std::count(column.codes.begin(), column.codes.end(), column.codes[row]);
    if (again > 1) return false;
    ++texts;
  }
  return numbers == 1 && texts <= 1 && table.columns() > 1;
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
  // One sum is enough in a record that says nothing else.
  const bool alone = sums.size() == 1 && says_nothing_else(table, row);
  if (sums.size() < 2 && !alone) return std::nullopt;
  return fmt::format("{} {} of all above",
                     fmt::format("column{} {}", alone ? "" : "s", fmt::join(sums, " and ")),
                     alone ? "is the sum or mean" : "are the sums or means");
}

constexpr std::size_t kLast = 3;  // records in which a total below the table stands

// The columns that nearly every record has a value in.
std::vector<const Column*> full_columns(const Table& table) {
  std::vector<const Column*> out;
  for (const Column& column : table.all()) {
    const auto missing = static_cast<std::size_t>(
        std::count_if(column.codes.begin(), column.codes.end(),
                      [&](ValueId code) { return column.dictionary.missing(code); }));
    if (10 * missing <= table.rows()) out.push_back(&column);
  }
  return out;
}

// A total of some of the records, between them: it says so, as do all that say the same, and lacks
// what nearly every record has.
std::optional<TotalRecord> find_subtotal(const Table& table) {
  constexpr std::size_t kManyTexts = 100000;  // beyond that it takes long, and they are no groups
  const auto full = full_columns(table);
  const auto lacking = [&](RowId row) {
    return std::ranges::find_if(full, [&](const Column* other) { return other->missing(row); });
  };
  for (const Column& column : table.all()) {
    const Dictionary& texts = column.dictionary;
    if (column.type() != ColumnType::Text || texts.size() > kManyTexts) continue;
    for (std::size_t v = texts.missing_count(); v < texts.size(); ++v) {
      const auto value = static_cast<ValueId>(v);
      if (!says_total(texts.text(value))) continue;
      std::optional<TotalRecord> found;
      for (std::size_t r = 0; r < table.rows(); ++r) {
        const auto row = static_cast<RowId>(r);
        if (column.codes[row] != value) continue;
        const auto lack = lacking(row);
        if (lack == full.end()) {
          found.reset();
          break;
        }
        if (found) continue;
        found = TotalRecord{
            row, fmt::format("column {} says {} and column {} says nothing",
                             quote_for_message(column.name), quote_for_message(column.text(row)),
                             quote_for_message((*lack)->name))};
      }
      if (found) return found;
    }
  }
  return std::nullopt;
}

}  // namespace

Parameter rows_are_persons() {
  return {.name = "rows-are-persons",
          .kind = ParameterKind::Flag,
          .summary =
              "Every record is about a different person, even though a column that looks like a "
              "person's number has repeated values or a record looks like a total."};
}

namespace {

// Numbers of persons have several digits, or they count from 1 on without a gap, beyond the days of
// a month; other small numbers are values that were left out.
bool may_number_persons(const Column& column) {
  constexpr double kLeast = 1000;
  constexpr std::size_t kBeyondDays = 32;
  if (column.type() == ColumnType::Text) return true;
  const Dictionary& values = column.dictionary;
  const std::size_t first = values.missing_count();
  if (column.type() != ColumnType::Numeric || first >= values.size()) return false;
  const double low = values.number(static_cast<ValueId>(first));
  const double high = values.number(static_cast<ValueId>(values.size() - 1));
  const std::size_t count = values.size() - first;
  const bool counted = low == 1 && count >= kBeyondDays && high == static_cast<double>(count);
  return low >= kLeast || counted;
}

// How a column may say who a record is about.
enum class PersonLook { None, Number, Declared, Names };

PersonLook look_of(const PersonSearch& search, const roles::RoleSuggestion& looks) {
  const Role role = search.schema.role(looks.column);
  if (looks.person_number) return PersonLook::Number;
  if (role == Role::Sensitive || role == Role::Class) return PersonLook::None;
  const bool open = looks.role == Role::Undecided || looks.role == Role::Plain;
  if (open && !looks.personal.numbers.empty()) return PersonLook::Number;
  const bool masked = search.schema.masked().contains(looks.column);
  if (role == Role::Quasi && !masked) return PersonLook::None;
  // By the form alone a town may be meant, unless it is said to identify.
  const bool form = looks.personal.by_form && role != Role::Identifier;
  if ((looks.names_or_text && looks.role == Role::Identifier) ||
      (!looks.personal.names.empty() && !form)) {
    return PersonLook::Names;
  }
  if (looks.role == Role::Quasi) return PersonLook::None;  // a postcode, a day: many share it
  if (!looks.signals.kind_of_measurement.empty()) return PersonLook::None;  // left out as a value
  if (!may_number_persons(search.table.column(looks.column))) return PersonLook::None;
  const bool said = !search.decided.empty() && search.decided[looks.column] != 0;
  return masked || (said && role == Role::Identifier) ? PersonLook::Declared : PersonLook::None;
}

}  // namespace

std::optional<RepeatedPerson> find_repeated_person(const PersonSearch& search) {
  const Table& table = search.table;
  std::optional<RepeatedPerson> number;
  std::optional<RepeatedPerson> name;
  bool told_apart = search.unit.has_value();
  const std::size_t units =
      search.unit ? count_repetition(table.column(*search.unit), search.exact_text).distinct : 0;
  for (const auto& looks : search.suggestions) {
    if (search.unit == looks.column) continue;
    const PersonLook look = look_of(search, looks);
    if (look == PersonLook::None) continue;
    const Column& column = table.column(looks.column);
    const Repetition found = count_repetition(column, search.exact_text);
    if (!found.repeats()) {
      told_apart = told_apart || (look != PersonLook::Names && found.present == table.rows());
      continue;
    }
    if (!may_be_persons(found) || (search.unit && units <= found.distinct)) continue;
    const RepeatedPerson repeated{looks.column, std::string(column.text(found.first)),
                                  found.records};
    // Some share a name, or what somebody called an identifier, by chance; where most do, they are
    // the same persons.
    const bool mostly = 2 * found.distinct <= found.present + 1;
    // A yes or no, a ward, a colour: of so few values nobody is meant.
    constexpr std::size_t kFewPersons = 10;
    if (look == PersonLook::Declared && found.distinct < kFewPersons) continue;
    if (look == PersonLook::Number || (look == PersonLook::Declared && mostly)) {
      if (!number) number = repeated;
    } else if ((look == PersonLook::Declared || mostly) && !name) {
      name = repeated;
    }
  }
  if (number) return number;
  return told_apart ? std::nullopt : name;
}

Table unmasked_table(const Table& table, const Schema& schema) {
  std::vector<Column> columns(table.all().begin(), table.all().end());
  for (const auto& [id, masked] : schema.masked()) {
    if (masked.original) columns[id] = *masked.original;
  }
  return Table(std::move(columns));
}

std::optional<TotalRecord> find_total(const Table& table) {
  for (std::size_t back = std::min(kLast, table.rows()); back > 0; --back) {
    const auto row = static_cast<RowId>(table.rows() - back);
    if (row == 0) continue;
    if (auto why = why_total(table, row)) return TotalRecord{row, std::move(*why)};
  }
  return find_subtotal(table);
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
  const std::size_t behind = table.rows() - found.row;
  return fmt::format(
      "record {} looks like a total of the others, not like a person: {}. {}, or say "
      "--rows-are-persons if it is about a person",
      found.row + 1, found.why,
      behind <= kLast ? fmt::format("Leave it out with --skip-last-lines {}", behind + skipped)
                      : "Take its line, and others like it, out of the file");
}

}  // namespace privet
