// SPDX-License-Identifier: Apache-2.0
#include "engine/counts.h"

#include <fmt/format.h>

#include <map>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "engine/sql_partitions.h"

namespace privet::engine {
namespace {

std::vector<const Column*> columns_of(const std::vector<LearnedColumn>& learned) {
  std::vector<const Column*> out;
  for (const auto& one : learned) out.push_back(one.column);
  return out;
}

std::size_t classes_of(const Column& column) {
  return column.dictionary.size() - column.dictionary.missing_count();
}

ValueId code_of(const Column& column, const std::optional<std::string_view>& text) {
  const auto code = column.dictionary.find(*text);
  PRIVET_CHECK(code.has_value());  // the snapshot is the one that the values came from
  return *code;
}

}  // namespace

SqlBayesSums::SqlBayesSums(ShardSet& shards, std::vector<LearnedColumn> columns,
                           LearnedColumn of_class)
    : HistogramBayesSums(columns_of(columns), classes_of(*of_class.column)),
      shards_(shards),
      learned_(std::move(columns)),
      class_(of_class) {
  const Dictionary& dictionary = class_.column->dictionary;
  mining::ClassCounts counts(classes_of(*class_.column), 0);
  for (std::size_t t = 0; t < class_.domain->texts.size(); ++t) {
    const ValueId code = code_of(*class_.column, class_.domain->texts[t]);
    if (!dictionary.missing(code)) {
      counts[code - dictionary.missing_count()] += class_.domain->counts[t];
    }
  }
  set_class_counts(std::move(counts));
}

std::vector<std::uint64_t> SqlBayesSums::histogram(std::size_t column) {
  const Column& values = *learned_[column].column;
  const std::size_t classes = classes_of(*class_.column);
  const std::size_t missing = class_.column->dictionary.missing_count();
  std::vector<std::uint64_t> out(values.dictionary.size() * classes, 0);
  shards_.stream(
      [&](const std::string& origin) {
        return fmt::format("SELECT {}, {}, count(*) FROM {} AS o GROUP BY 1, 2",
                           shown_sql(values.name), shown_sql(class_.column->name), origin);
      },
      [&](std::size_t, SqlFields fields) {
        const ValueId code = code_of(values, fields[0]);
        const ValueId label = code_of(*class_.column, fields[1]);
        if (label < missing) return;
        out[code * classes + (label - missing)] +=
            static_cast<std::uint64_t>(sql_number(*fields[2]));
      });
  return out;
}

SqlSupports::SqlSupports(ShardSet& shards, std::vector<LearnedColumn> columns) : shards_(shards) {
  rows_ = count_rows(shards);
  std::vector<WorkingColumn> working;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Dictionary& dictionary = columns[c].column->dictionary;
    // 0: missing; an item's number otherwise, from 1 on.
    std::vector<std::uint32_t> number(dictionary.size(), 0);
    for (std::size_t v = dictionary.missing_count(); v < dictionary.size(); ++v) {
      column_of_.push_back(c);
      number[v] = static_cast<std::uint32_t>(column_of_.size());
    }
    WorkingColumn& out = working.emplace_back();
    out.column = columns[c].column->name;
    out.texts = columns[c].domain->texts;
    for (const auto& text : columns[c].domain->texts) {
      out.numbers.push_back(number[code_of(*columns[c].column, text)]);
    }
  }
  for (auto& column : working) column.values = column_of_.size() + 1;
  make_working_copy(shards, {}, working, rows_);
}

std::vector<std::uint64_t> SqlSupports::supports(std::span<const mining::ItemList> itemsets) {
  std::map<std::vector<std::size_t>, std::vector<std::size_t>> by_columns;
  for (std::size_t i = 0; i < itemsets.size(); ++i) {
    std::vector<std::size_t> columns;
    for (const ItemId item : itemsets[i]) columns.push_back(column_of_.at(item));
    bool twice = false;  // two values of one column: no row has both
    for (std::size_t c = 1; c < columns.size(); ++c) twice = twice || columns[c] == columns[c - 1];
    if (!twice) by_columns[columns].push_back(i);
  }
  std::vector<std::uint64_t> out(itemsets.size(), 0);
  for (const auto& [columns, sets] : by_columns) {
    std::string definition = "id int4";
    std::string same;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      definition += fmt::format(", i{} int4", c);
      same += fmt::format("{}w.{} = c.i{}", c == 0 ? "" : " AND ", further_name(columns[c]), c);
    }
    const std::string table = fmt::format("candidates_{}", columns.size());
    shards_.upload(table, definition, [&](const ShardSet::Put& put) {
      std::string bytes;
      std::vector<std::optional<std::string_view>> row(columns.size() + 1);
      for (const std::size_t i : sets) {
        bytes.clear();
        append_int4(static_cast<std::int32_t>(i), bytes);
        for (const ItemId item : itemsets[i]) {
          append_int4(static_cast<std::int32_t>(std::uint32_t{item} + 1), bytes);
        }
        for (std::size_t f = 0; f < row.size(); ++f) {
          row[f] = std::string_view(bytes).substr(4 * f, 4);
        }
        put(row);
      }
    });
    shards_.stream(fmt::format("SELECT c.id, count(*) FROM {} w JOIN {} c ON {} GROUP BY 1",
                               ShardSet::scratch("parked"), ShardSet::scratch(table), same),
                   [&](std::size_t, SqlFields fields) {
                     out[static_cast<std::size_t>(sql_number(*fields[0]))] +=
                         static_cast<std::uint64_t>(sql_number(*fields[1]));
                   });
  }
  return out;
}

GroupCounts count_groups(ShardSet& shards, std::span<const std::string> columns) {
  std::string list;
  for (const auto& column : columns) list += (list.empty() ? "" : ", ") + shown_sql(column);
  GroupCounts out;
  if (shards.size() == 1) {
    const auto answer = shards.ask([&](const std::string& origin) {
      return fmt::format(
          "SELECT count(*), coalesce(sum(n * (n - 1) / 2), 0) FROM (SELECT count(*) "
          "AS n FROM {} AS o GROUP BY {}) g",
          origin, list);
    });
    out.groups = std::stoull(*answer.front().front()[0]);
    out.equal_pairs = std::stoull(*answer.front().front()[1]);
    return out;
  }
  std::unordered_map<std::string, std::uint64_t> merged;
  shards.stream(
      [&](const std::string& origin) {
        return fmt::format(
            "SELECT pg_catalog.array_to_json(ARRAY[{}])::text, count(*) FROM {} AS o "
            "GROUP BY {}",
            list, origin, list);
      },
      [&](std::size_t, SqlFields fields) {
        merged[std::string(*fields[0])] += static_cast<std::uint64_t>(sql_number(*fields[1]));
      });
  for (const auto& [row, n] : merged) {
    ++out.groups;
    out.equal_pairs += n * (n - 1) / 2;
  }
  return out;
}

}  // namespace privet::engine
