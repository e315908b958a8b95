// SPDX-License-Identifier: Apache-2.0
#include "job/risk/person_search.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "risk/released_cell.h"

namespace privet::job {
namespace {

constexpr std::size_t kShownValues = 8;

struct Condition {
  const Column* column;
  std::vector<bool> matches;  // [value of the column]
  std::vector<bool> anybody;  // [value] shows nothing
};

// The value as the one value of a column of this type.
Column person_column(const Column& like, const std::string& value) {
  if (ordered(like.type()) && !is_missing_text(value) && !like.dictionary.form().read(value)) {
    throw Error(ErrorCode::Usage, fmt::format("{} is not a {}, as the values of column {} are",
                                              quote_for_message(value),
                                              like.type() == ColumnType::Date ? "date" : "number",
                                              quote_for_message(like.name)));
  }
  return make_column(like.name, {value},
                     like.type() == ColumnType::Date ? ColumnType::Text : like.type());
}

Condition in_original(const Column& column, const std::string& value) {
  const Column person = person_column(column, value);
  Condition out{&column, std::vector<bool>(column.dictionary.size()), {}};
  out.anybody.resize(column.dictionary.size());
  const auto number = ordered(column.type()) ? column.dictionary.form().read(value) : std::nullopt;
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    const auto id = static_cast<ValueId>(v);
    out.matches[v] =
        column.dictionary.text(id) == value ||
        (number && !column.dictionary.missing(id) && column.dictionary.number(id) == *number);
  }
  return out;
}

Condition in_release(const Column& released, const Column& original, const std::string& value,
                     const BoundHierarchy* hierarchy) {
  // A value that the original has is looked up there, with its place on the line and in the tree.
  std::optional<ValueId> known = original.dictionary.find(value);
  const auto number =
      ordered(original.type()) ? original.dictionary.form().read(value) : std::nullopt;
  for (std::size_t v = original.dictionary.missing_count();
       !known && number && v < original.dictionary.size(); ++v) {
    if (original.dictionary.number(static_cast<ValueId>(v)) == *number) {
      known = static_cast<ValueId>(v);
    }
  }
  const Column person = person_column(original, value);
  const OriginalColumn asked(known ? original : person, known ? hierarchy : nullptr, true);
  const ValueId id = known ? *known : ValueId(0U);
  Condition out{&released, std::vector<bool>(released.dictionary.size()), {}};
  out.anybody.resize(released.dictionary.size());
  for (std::size_t v = 0; v < released.dictionary.size(); ++v) {
    const Cell cell(released.dictionary.text(static_cast<ValueId>(v)), asked);
    out.matches[v] = cell.covers(id, asked);
    out.anybody[v] = cell.any();
  }
  return out;
}

LearnedColumn learn(const Column& column, const std::vector<RowId>& rows) {
  std::vector<std::size_t> count(column.dictionary.size());
  for (const RowId row : rows) ++count[column.codes[row]];
  std::vector<std::size_t> order;
  for (std::size_t v = 0; v < count.size(); ++v) {
    if (count[v] > 0) order.push_back(v);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return count[a] > count[b]; });
  LearnedColumn out{.column = column.name, .distinct = order.size()};
  for (std::size_t i = 0; i < std::min(kShownValues, order.size()); ++i) {
    out.values.push_back(
        {.value = std::string(column.dictionary.text(static_cast<ValueId>(order[i]))),
         .records = count[order[i]],
         .share = static_cast<double>(count[order[i]]) / static_cast<double>(rows.size())});
  }
  return out;
}

PersonMatch find(const Table& table, const std::vector<Condition>& conditions,
                 const PreparedTable& original) {
  PersonMatch out{.records = table.rows()};
  std::vector<RowId> rows;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    bool matches = !conditions.empty();
    bool anybody = !conditions.empty();
    for (const auto& condition : conditions) {
      const ValueId value = condition.column->codes[r];
      matches = matches && condition.matches[value];
      anybody = anybody && condition.anybody[value];
    }
    if (anybody) {
      ++out.anybody;
    } else if (matches) {
      rows.push_back(static_cast<RowId>(r));
    }
  }
  out.matches = rows.size();
  if (rows.empty()) return out;
  for (const AttributeId id : original.schema.with(Role::Sensitive)) {
    const auto here = table.find(original.table().column(id).name);
    if (here) out.learned.push_back(learn(table.column(*here), rows));
  }
  return out;
}

}  // namespace

PersonMatch find_in_original(const PreparedTable& original, const KnownValues& known) {
  std::vector<Condition> conditions;
  for (const auto& [name, value] : known) {
    const Column& column = original.table().column(original.table().require(name, "column"));
    conditions.push_back(in_original(column, value));
  }
  return find(original.table(), conditions, original);
}

PersonMatch find_in_release(const PreparedTable& original, const Table& released,
                            const KnownValues& known) {
  std::vector<Condition> conditions;
  std::vector<std::string> unused;
  for (const auto& [name, value] : known) {
    const AttributeId id = original.table().require(name, "column");
    const auto here = released.find(name);
    if (!here) {
      unused.push_back(name);
      continue;
    }
    conditions.push_back(in_release(released.column(*here), original.table().column(id), value,
                                    original.hierarchies[id].get()));
  }
  PersonMatch out = find(released, conditions, original);
  out.unused = std::move(unused);
  return out;
}

}  // namespace privet::job
