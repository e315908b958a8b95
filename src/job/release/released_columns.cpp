// SPDX-License-Identifier: Apache-2.0
#include "job/release/released_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "publish/cell_text.h"

namespace privet {
namespace {

// A dictionary may have values that no record has: those of a population, or of saved rules.
std::size_t distinct_values(const Column& column) {
  std::vector<bool> used(column.dictionary.size());
  for (const ValueId code : column.codes) used[code] = true;
  return static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
}

std::string identifier_treatment(const ShownIdentifier& how) {
  return how.kind == ShownIdentifier::Kind::Pseudonym ? "released as pseudonyms" : "left out";
}

// In how many records the column shows "*", of those that are not suppressed.
std::size_t hidden_cells(const Recoding& recoding, const RecodedAttribute& shown) {
  std::size_t out = 0;
  for (std::size_t c = 0; c < recoding.classes(); ++c) {
    const bool any = shown.values[shown.value_of_class[c]].kind == GeneralizedValue::Kind::Any;
    out += any ? recoding.class_sizes[c] : 0;
  }
  return out;
}

void describe_quasi(const ReleasedTable& from, std::size_t q, ReleasedColumn& out) {
  const RecodedAttribute& shown = from.recoding.attributes[q];
  const QuasiIdentifier& quasi = from.problem.quasi[q];
  const Column& column = from.prepared.table().column(quasi.column);
  std::set<std::string> cells;
  for (const auto& value : shown.values) cells.insert(cell_text(value, column, quasi.hierarchy));
  out.shown = cells.size();
  out.all_hidden = cells == std::set<std::string>{std::string(kSuppressedText)};
  const bool exact = cells.size() == out.distinct && !quasi.shows;
  out.hidden = hidden_cells(from.recoding, shown);
  const bool only_cells =
      std::all_of(shown.values.begin(), shown.values.end(), [](const GeneralizedValue& value) {
        return value.kind == GeneralizedValue::Kind::Value ||
               value.kind == GeneralizedValue::Kind::Any;
      });
  if (out.all_hidden) {
    out.treatment = "shows nothing: * in every record";
  } else if (quasi.shows) {
    out.treatment = "shows a statistic of its class";
  } else if (only_cells && out.hidden > 0) {
    out.treatment = fmt::format("as it is, but * in {} records", out.hidden);
  } else {
    out.treatment = exact ? "not generalized: no class needed it" : "generalized";
  }
}

// What the release shows of a quasi-identifier in one record.
std::string released_cell(const ReleasedTable& from, std::size_t q, RowId row) {
  const ClassId cls = from.recoding.class_of[row];
  if (cls == kSuppressed) return std::string(kSuppressedText);
  const RecodedAttribute& shown = from.recoding.attributes[q];
  const QuasiIdentifier& quasi = from.problem.quasi[q];
  return cell_text(shown.values[shown.value_of_class[cls]],
                   from.prepared.table().column(quasi.column), quasi.hierarchy);
}

// The cells of the first records. An identifier is not shown even here: a report is read by more
// people than the table.
void add_examples(const ReleasedTable& from, AttributeId id, std::size_t records,
                  ReleasedColumn& out) {
  const auto& quasi = from.problem.quasi;
  const auto at = std::ranges::find(quasi, id, &QuasiIdentifier::column);
  const Role role = from.prepared.schema.role(id);
  for (std::size_t r = 0; r < records; ++r) {
    const auto row = static_cast<RowId>(r);
    const std::string before(from.prepared.table().column(id).text(row));
    if (at != quasi.end()) {
      const auto q = static_cast<std::size_t>(at - quasi.begin());
      out.examples.emplace_back(before, released_cell(from, q, row));
    } else if (role == Role::Identifier) {
      out.examples.emplace_back("(not shown here)", out.treatment);
    } else {
      const bool hidden = role == Role::Sensitive && from.recoding.class_of[row] == kSuppressed;
      // The table has the shifted dates; the original beside one would give the shift away.
      const bool moved = from.prepared.shifted.contains(id);
      out.examples.emplace_back(moved ? "(not shown here)" : before,
                                hidden ? std::string(kSuppressedText) : before);
    }
  }
}

}  // namespace

void describe_columns(const ReleasedTable& from, ReleaseSummary& summary) {
  constexpr std::size_t kExamples = 3;
  const Table& table = from.prepared.table();
  const Schema& schema = from.prepared.schema;
  const std::size_t examples = std::min(kExamples, table.rows());
  for (std::size_t r = 0; r < examples; ++r) summary.example_records.push_back(r + 1);
  std::vector<ReleasedColumn>& out = summary.columns;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const auto id = static_cast<AttributeId>(c);
    const Role role = schema.role(id);
    ReleasedColumn& column = out.emplace_back();
    column.name = table.column(id).name;
    column.role = role_name(role);
    column.distinct = distinct_values(table.column(id));
    const auto& quasi = from.problem.quasi;
    const auto at = std::ranges::find(quasi, id, &QuasiIdentifier::column);
    if (at != quasi.end()) {
      describe_quasi(from, static_cast<std::size_t>(at - quasi.begin()), column);
      const auto mask = schema.masked().find(id);
      if (mask != schema.masked().end()) {
        column.treatment =
            fmt::format("at most the first {} characters released", mask->second.keep);
      }
    } else if (role == Role::Identifier) {
      column.treatment = identifier_treatment(schema.shown(id));
    } else {
      const bool moved = from.prepared.shifted.contains(id);
      column.treatment = moved ? std::string(kShiftedTreatment) : "released unchanged";
      column.shown = column.distinct;
    }
    const auto& perturbed = from.prepared.perturbed;
    if (std::ranges::find(perturbed, id, &PerturbedColumn::column) != perturbed.end()) {
      column.treatment = role == Role::Quasi ? "perturbed, then " + column.treatment : "perturbed";
    }
    if (role == Role::Quasi && from.prepared.shifted.contains(id)) {
      column.treatment = "dates shifted, then " + column.treatment;
    }
    add_examples(from, id, examples, column);
  }
}

}  // namespace privet
