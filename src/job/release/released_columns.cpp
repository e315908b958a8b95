// SPDX-License-Identifier: Apache-2.0
#include "job/release/released_columns.h"

#include <fmt/format.h>

#include <algorithm>

namespace privet {
namespace {

// A dictionary may have values that no record has: those of a population, or of saved rules.
std::size_t distinct_values(const Column& column) {
  std::vector<bool> used(column.dictionary.size());
  for (const ValueId code : column.codes) used[code] = true;
  return static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
}

std::string identifier_treatment(const ShownIdentifier& how) {
  switch (how.kind) {
    case ShownIdentifier::Kind::Pseudonym:
      return "released as pseudonyms";
    case ShownIdentifier::Kind::Mask:
      return fmt::format("first {} characters released", how.keep);
    case ShownIdentifier::Kind::Nothing:
      break;
  }
  return "left out";
}

void describe_quasi(const ReleasedTable& from, std::size_t q, ReleasedColumn& out) {
  const RecodedAttribute& shown = from.recoding.attributes[q];
  out.shown = shown.values.size();
  out.all_hidden = std::ranges::all_of(
      shown.values, [](const auto& v) { return v.kind == GeneralizedValue::Kind::Any; });
  const bool exact = std::ranges::all_of(
      shown.values, [](const auto& v) { return v.kind == GeneralizedValue::Kind::Value; });
  if (out.all_hidden) {
    out.treatment = "shows nothing: * in every record";
  } else if (from.problem.quasi[q].shows) {
    out.treatment = "shows a statistic of its class";
  } else {
    out.treatment = exact ? "not generalized: no class needed it" : "generalized";
  }
}

}  // namespace

std::vector<ReleasedColumn> released_columns(const ReleasedTable& from) {
  const Table& table = from.prepared.table();
  const Schema& schema = from.prepared.schema;
  std::vector<ReleasedColumn> out;
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
    } else if (role == Role::Identifier) {
      column.treatment = identifier_treatment(schema.shown(id));
    } else {
      column.treatment = "released unchanged";
      column.shown = column.distinct;
    }
  }
  return out;
}

}  // namespace privet
