// SPDX-License-Identifier: Apache-2.0
#include "job/shift_dates.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "data/meaning.h"
#include "data/text_pool.h"

namespace privet {
namespace {

// The column that says whose a record is: named, or the only one with pseudonyms, or the only
// identifier.
AttributeId person_column(const PreparedTable& prepared, const Settings& settings,
                          const std::optional<Policy>& policy) {
  const Table& table = prepared.table();
  if (settings.given("shift-by")) return table.require(settings.text("shift-by"), "--shift-by");
  if (prepared.unit) return *prepared.unit;
  std::vector<AttributeId> found;
  for (const auto& name : settings.list("pseudonym")) {
    found.push_back(table.require(name, "--pseudonym"));
  }
  if (found.empty() && policy) {
    for (const auto& column : policy->columns) {
      const auto id = table.find(column.name);
      if (id && column.pseudonym) found.push_back(*id);
    }
  }
  if (found.empty()) found = prepared.schema.with(Role::Identifier);
  if (found.size() == 1) return found.front();
  throw Error(ErrorCode::Usage,
              "say whose the dates are: name the column that identifies the person with --shift-by",
              settings.place("shift-dates"));
}

// Days for each value of the column: from -most to most, but not 0. What means the same person (P0,
// "p0 ") has the same.
std::vector<long> offsets(const Column& person, const crypto::PseudonymKey& key, std::size_t most) {
  std::vector<long> out(person.dictionary.size());
  const auto range = static_cast<long>(most);
  for (std::size_t v = 0; v < out.size(); ++v) {
    const std::string who = meaning_key(person.dictionary.text(static_cast<ValueId>(v)));
    const auto drawn = static_cast<long>(key.number("date shift", who) % (2 * most));
    out[v] = drawn < range ? drawn - range : drawn - range + 1;
  }
  return out;
}

[[noreturn]] void refuse(const std::string& file, RowId row, const Column& column,
                         std::string_view why) {
  throw Error(ErrorCode::Input,
              fmt::format("record {}, column {}: {} {}", row + 1, quote_for_message(column.name),
                          quote_for_message(column.text(row)), why),
              {.file = file});
}

Column shifted(const Column& column, const Column& person, const std::vector<long>& days,
               const std::string& file) {
  const Dictionary& old = column.dictionary;
  TextPool pool;
  std::vector<ValueId> codes;
  for (RowId row = 0; row < column.codes.size(); ++row) {
    const std::string_view text = column.text(row);
    if (column.missing(row)) {
      codes.push_back(pool.intern_copy(text));
      continue;
    }
    if (person.missing(row)) refuse(file, row, person, "does not say whose the dates are");
    const auto date = parse_date(text, old.form().order);
    PRIVET_CHECK(date.has_value());
    if (date->day_at.length == 0) refuse(file, row, column, "has no day that could be shifted");
    codes.push_back(pool.intern_copy(shifted_date(text, *date, days[person.codes[row]])));
  }
  std::vector<bool> missing;
  for (const auto& text : pool.texts()) missing.push_back(is_missing_text(text));
  std::vector<ValueId> order;
  Column out{column.name, Dictionary(ColumnType::Date, pool.texts(), missing, &order, old.form()),
             std::move(codes)};
  for (ValueId& code : out.codes) code = order[code];
  return out;
}

}  // namespace

std::vector<Parameter> shift_parameters() {
  return {{.name = "shift-dates",
           .kind = ParameterKind::Columns,
           .summary = "Dates to move by a secret number of days, the same for all dates of a "
                      "person, so that intervals stay; needs --key.",
           .placeholder = "A,B,..",
           .repeatable = true},
          {.name = "shift-by",
           .kind = ParameterKind::Column,
           .summary = "The column that identifies the person whose dates are shifted; not needed "
                      "with one --pseudonym or one identifier.",
           .placeholder = "COLUMN"},
          {.name = "shift-days",
           .kind = ParameterKind::Count,
           .summary = "Dates are shifted by 1 to N days, forward or back.",
           .placeholder = "N",
           .default_text = "365",
           .min = 1,
           .max = 36500}};
}

void shift_dates(PreparedTable& prepared, const Settings& settings,
                 const std::optional<Policy>& policy, ReleaseKey& key) {
  if (!settings.given("shift-dates")) {
    for (const auto* other : {"shift-by", "shift-days"}) {
      if (!settings.given(other)) continue;
      throw Error(ErrorCode::Usage, "has no effect without --shift-dates", settings.place(other));
    }
    return;
  }
  std::vector<Column> columns(prepared.table().all().begin(), prepared.table().all().end());
  const Column& person = prepared.table().column(person_column(prepared, settings, policy));
  const auto days = offsets(person, key.open("shifted dates", settings.place("shift-dates")),
                            settings.count("shift-days"));
  for (const auto& name : settings.list("shift-dates")) {
    const AttributeId id = prepared.table().require(name, "--shift-dates");
    if (columns[id].type() != ColumnType::Date) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} is not one of dates; --type {}=date says why",
                              quote_for_message(name), name),
                  settings.place("shift-dates"));
    }
    columns[id] = shifted(prepared.table().column(id), person, days, prepared.path);
    prepared.shifted.insert(id);
  }
  prepared.file.table = Table(std::move(columns));
}

}  // namespace privet
