// SPDX-License-Identifier: Apache-2.0
#include "job/inspect/engine_inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "base/error.h"
#include "engine/counts.h"
#include "engine/domains.h"
#include "engine/shard_set.h"
#include "engine/sql_partitions.h"

namespace privet::job {
namespace {

constexpr std::uint64_t kMostCells = 1'000'000'000;

// Whether the values that are there never fall from one row of the table to a later one.
bool ascends(engine::ShardSet& shards, const std::string& column, std::size_t missing) {
  const std::string rows = engine::ShardSet::scratch("parked");
  std::uint64_t falls = 0;
  for (const auto& answer : shards.ask(fmt::format(
           "SELECT count(*) FROM (SELECT w.{0} AS here, lag(w.{0}) OVER (ORDER BY w.place) AS "
           "before FROM {1} w WHERE w.{0} >= {2}) v WHERE v.here < v.before",
           column, rows, missing))) {
    falls += std::stoull(*answer.front().front());
  }
  const auto end = [&](const char* direction) {
    return shards.ask(
        fmt::format("SELECT w.{0} FROM {1} w WHERE w.{0} >= {2} ORDER BY w.place {3} LIMIT 1",
                    column, rows, missing, direction));
  };
  if (falls > 0 || shards.size() == 1) return falls == 0;
  const auto first = end("ASC");
  const auto last = end("DESC");
  long before = -1;  // the last value of the shards so far
  for (std::size_t s = 0; s < first.size(); ++s) {
    if (first[s].empty()) continue;
    if (std::stol(*first[s].front().front()) < before) return false;
    before = std::stol(*last[s].front().front());
  }
  return true;
}

// Each column with every value as often as it occurs: sorted, or the other way round where the
// numbers of the table do not ascend.
class Columns {
 public:
  Columns(engine::ShardSet& shards, const Run& run) : shards_(shards), run_(run) {
    rows_ = engine::count_rows(shards);
    const std::uint64_t columns = std::max<std::size_t>(shards.columns().size(), 1);
    if (rows_ > kMostCells / columns || rows_ > std::numeric_limits<RowId>::max()) {
      throw Error(ErrorCode::Infeasible,
                  fmt::format("the table has {} rows of {} columns, and the columns of at most {} "
                              "cells are looked at; inspect a part of it",
                              rows_, columns, kMostCells));
    }
    for (const auto& name : shards.columns()) {
      run.progress("asking for the values");
      domains_.push_back(engine::read_domain(shards, name, run));
    }
  }

  [[nodiscard]] std::uint64_t rows() const { return rows_; }

  [[nodiscard]] Table take() {
    copy_numbers();
    std::vector<Column> out;
    std::size_t number = 0;
    for (auto& domain : domains_) {
      Column& column = out.emplace_back(std::move(domain.column));
      column.codes.reserve(rows_);
      std::vector<std::uint64_t> counts(column.dictionary.size());
      for (std::size_t t = 0; t < domain.texts.size(); ++t) {
        counts[column.dictionary.find(domain.texts[t]).value()] += domain.counts[t];
      }
      for (std::size_t code = 0; code < counts.size(); ++code) {
        column.codes.insert(column.codes.end(), counts[code], static_cast<ValueId>(code));
      }
      PRIVET_CHECK(column.codes.size() == rows_);
      if (column.type() != ColumnType::Numeric) continue;
      if (!ascends(shards_, engine::further_name(number++), column.dictionary.missing_count())) {
        std::reverse(column.codes.begin(), column.codes.end());
      }
    }
    return Table(std::move(out));
  }

 private:
  // The working copy has the numbers of the table as codes.
  void copy_numbers() {
    std::vector<engine::WorkingColumn> working;
    for (const auto& domain : domains_) {
      if (domain.column.type() != ColumnType::Numeric) continue;
      auto& out = working.emplace_back();
      out.column = domain.column.name;
      out.texts = domain.texts;
      out.values = domain.column.dictionary.size();
      for (const auto& text : domain.texts) {
        out.numbers.push_back(domain.column.dictionary.find(text).value());
      }
    }
    if (!working.empty()) engine::make_working_copy(shards_, {}, working, rows_);
    run_.check_cancelled();
  }

  engine::ShardSet& shards_;
  const Run& run_;
  std::uint64_t rows_ = 0;
  std::vector<engine::Domain> domains_;
};

}  // namespace

InspectOutcome inspect_in_engine(const std::vector<PostgresPlace>& places, const Run& run) {
  engine::ShardSet shards(places, run);
  Columns columns(shards, run);
  const Table table = columns.take();
  const auto count = [&](std::span<const AttributeId> ids) {
    run.check_cancelled();
    std::vector<std::string> names;
    for (const AttributeId id : ids) names.push_back(table.column(id).name);
    const auto counts = engine::count_groups(shards, names);
    return quasi::Tally{counts.equal_pairs, counts.groups};
  };
  return {.rows = static_cast<std::size_t>(columns.rows()),
          .columns = inspect_columns(table, count, run)};
}

}  // namespace privet::job
