// SPDX-License-Identifier: Apache-2.0
#include "job/population.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "base/with_place.h"
#include "data/formats/open_table.h"
#include "data/meaning.h"
#include "data/widen_column.h"
#include "job/masks.h"
#include "job/record_doubts.h"
#include "roles/suggest.h"

namespace privet {

std::vector<AttributeId> same_columns(const Table& table, std::span<const AttributeId> columns,
                                      const Table& outside, const std::string& file,
                                      const std::string& parameter) {
  std::vector<AttributeId> out;
  std::vector<std::string> absent;
  for (const AttributeId id : columns) {
    const auto found = outside.find(table.column(id).name);
    if (found) {
      out.push_back(*found);
    } else {
      absent.push_back(quote_for_message(table.column(id).name));
    }
  }
  if (absent.empty()) return out;
  throw Error(ErrorCode::Usage,
              fmt::format("{} has no column {}; it must have every quasi-identifier",
                          quote_for_message(file), fmt::join(absent, " and no column ")),
              {.parameter = parameter});
}

namespace {

// The texts of `theirs`; where one of ours means the same (25 for 25.0), that one.
std::vector<std::string_view> known_spellings(const Dictionary& ours, const Dictionary& theirs) {
  std::unordered_map<std::string, ValueId> spelled;
  for (std::size_t v = 0; v < ours.size(); ++v) {
    const auto value = static_cast<ValueId>(v);
    spelled.try_emplace(meaning_key(ours.text(value)), value);
  }
  std::vector<std::string_view> out;
  for (std::size_t v = 0; v < theirs.size(); ++v) {
    const std::string_view text = theirs.text(static_cast<ValueId>(v));
    const auto same = ours.find(text) ? spelled.end() : spelled.find(meaning_key(text));
    out.push_back(same == spelled.end() ? text : ours.text(same->second));
  }
  return out;
}

}  // namespace

PopulationUnit register_unit(const Table& people, PopulationUnit unit, const std::string& file,
                             const Run& run) {
  if (!unit.column.empty() && people.find(unit.column)) return unit;
  const std::string wanted = std::exchange(unit.column, {});
  if (unit.look) {
    roles::SuggestOptions options;
    options.search_sets = false;
    const auto looks = roles::suggest_roles(people, options, run);
    const Schema none(people.columns());
    const auto found = find_repeated_person(
        {.table = people, .suggestions = looks, .schema = none, .exact_text = unit.exact_text});
    if (found) {
      unit.column = people.column(found->column).name;
      unit.word = "person";
      run.warn(
          fmt::format("{} has {} rows of {}: its rows are counted by column {}, one person "
                      "each (--rows-are-persons counts rows)",
                      quote_for_message(file), found->records, quote_for_message(found->value),
                      quote_for_message(unit.column)));
      return unit;
    }
  }
  if (!wanted.empty()) {
    run.warn(fmt::format("{} has no column {}: each of its rows counts as another {}",
                         quote_for_message(file), quote_for_message(wanted), unit.word));
  }
  return unit;
}

Table one_row_each(Table people, std::span<const AttributeId> columns, const PopulationUnit& unit,
                   const std::string& file) {
  if (unit.column.empty()) return people;
  const auto who = people.find(unit.column);
  PRIVET_CHECK(who.has_value());
  const auto units = meaning_of_rows(people.column(*who), unit.exact_text);
  std::vector<std::vector<ValueId>> values;
  for (const AttributeId id : columns) {
    values.push_back(meaning_of_rows(people.column(id), unit.exact_text));
  }
  std::unordered_map<ValueId, RowId> first;
  std::vector<RowId> kept;
  for (std::size_t r = 0; r < people.rows(); ++r) {
    const auto row = static_cast<RowId>(r);
    if (people.column(*who).missing(row)) continue;
    const auto [at, fresh] = first.try_emplace(units[r], row);
    if (fresh) kept.push_back(row);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (values[c][r] == values[c][at->second]) continue;
      throw Error(ErrorCode::Input,
                  fmt::format("{} {} has rows with different values of column {}, the second is "
                              "row {}; a population needs one row for each {}",
                              unit.word, quote_for_message(people.column(*who).text(row)),
                              quote_for_message(people.column(columns[c]).name), r + 1, unit.word),
                  {.file = file});
    }
  }
  return kept.size() == people.rows() ? std::move(people) : people.select_rows(kept);
}

Population read_population(const std::string& path, Table& table, const Schema& schema,
                           std::span<const AttributeId> quasi, const PopulationUnit& unit,
                           const Run& run) {
  Table people = read_table({.path = path, .csv = {.columns = {.ask = false}}}, run).table;
  const auto columns = same_columns(table, quasi, people, path, "--population");
  const PopulationUnit counted = register_unit(people, unit, path, run);
  people = one_row_each(std::move(people), columns, counted, path);
  Population out{.people = people.rows(), .codes = {}};
  std::vector<Column> widened(table.all().begin(), table.all().end());
  for (std::size_t q = 0; q < quasi.size(); ++q) {
    const auto mask = schema.masked().find(quasi[q]);
    const Column theirs = mask == schema.masked().end()
                              ? people.column(columns[q])
                              : masked_column(people.column(columns[q]), mask->second.keep);
    const auto texts = known_spellings(widened[quasi[q]].dictionary, theirs.dictionary);
    std::vector<ValueId> code_of;
    widened[quasi[q]] =
        with_place({.file = path}, [&] { return widen_column(widened[quasi[q]], texts, code_of); });
    auto& codes = out.codes.emplace_back();
    codes.reserve(theirs.codes.size());
    for (const ValueId code : theirs.codes) codes.push_back(code_of[code]);
  }
  table = Table(std::move(widened));
  return out;
}

namespace {

using Values = std::vector<ValueId>;

// Whether some person has these values, where missing ones match anything on either side.
bool somebody_matches(const Values& record, std::span<const Column* const> columns,
                      const Population& population) {
  for (std::size_t p = 0; p < population.people; ++p) {
    bool same = true;
    for (std::size_t q = 0; q < record.size() && same; ++q) {
      const ValueId theirs = population.codes[q][p];
      const Dictionary& dictionary = columns[q]->dictionary;
      same = theirs == record[q] || dictionary.missing(theirs) || dictionary.missing(record[q]);
    }
    if (same) return true;
  }
  return false;
}

}  // namespace

void require_covered(const Table& table, std::span<const AttributeId> quasi,
                     const Population& population, const std::string& file, const CoverRule& rule) {
  std::vector<const Column*> columns;
  for (const AttributeId id : quasi) columns.push_back(&table.column(id));
  std::map<Values, std::size_t> people;
  for (std::size_t p = 0; p < population.people; ++p) {
    Values values;
    for (const auto& codes : population.codes) values.push_back(codes[p]);
    ++people[values];
  }
  std::set<std::pair<ValueId, Values>>
      met;  // a person's further records are covered with the first
  std::vector<ValueId> units;
  if (rule.unit != nullptr) units = meaning_of_rows(*rule.unit, rule.exact_text);
  std::map<Values, bool> matched;
  std::size_t uncovered = 0;
  std::optional<std::size_t> first;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    Values values;
    for (const Column* column : columns) values.push_back(column->codes[r]);
    if (rule.unit != nullptr && !met.emplace(units[r], values).second) continue;
    const auto found = people.find(values);
    bool covered = found != people.end() && found->second > 0;
    if (covered) --found->second;
    if (!covered && rule.missing_matches) {
      const auto [at, fresh] = matched.try_emplace(values, false);
      if (fresh) at->second = somebody_matches(values, columns, population);
      covered = at->second;
    }
    if (covered) continue;
    ++uncovered;
    if (!first) first = r;
  }
  if (uncovered == 0) return;
  throw Error(ErrorCode::Input,
              fmt::format("{} of {} records are not of people of this population, the first is "
                          "record {}; it must contain everybody in the table, with the values that "
                          "the table has",
                          uncovered, table.rows(), *first + 1),
              {.file = file});
}

}  // namespace privet
