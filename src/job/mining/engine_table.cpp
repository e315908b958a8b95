// SPDX-License-Identifier: Apache-2.0
#include "job/mining/engine_table.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "data/formats/plain_reading.h"

namespace privet::job {
namespace {

// The names as a table without values, so that they are looked up as ever.
Table names_only(const std::vector<std::string>& names) {
  std::vector<Column> out;
  for (const auto& name : names) out.push_back({name, {}, {}});
  return Table(std::move(out));
}

}  // namespace

EngineTable::EngineTable(const MiningInput& input, const std::string& class_name, const Run& run)
    : shards_(input.engine, run) {
  const Table names = names_only(shards_.columns());
  std::vector<AttributeId> taken;
  if (!class_name.empty()) taken.push_back(names.require(class_name, "--class"));
  auto chosen = chosen_columns(input, names, taken);
  chosen.insert(chosen.end(), taken.begin(), taken.end());
  std::sort(chosen.begin(), chosen.end());
  std::vector<Column> columns;
  for (const AttributeId id : chosen) {
    run.progress("asking for the values");
    const std::string& name = names.column(id).name;
    const auto& domain =
        domains_.emplace(name, engine::read_domain(shards_, name, run)).first->second;
    if (domain.texts.empty()) {
      throw Error(ErrorCode::Input, "the table has no row", {.file = input.table.path});
    }
    Column column = plain_reading(domain.column, input.table, run);
    column.codes = {static_cast<ValueId>(column.dictionary.size() - 1)};
    columns.push_back(std::move(column));
  }
  values_ = Table(std::move(columns));
}

engine::LearnedColumn EngineTable::column(AttributeId id) const {
  const Column& column = values_.column(id);
  return {.domain = &domains_.at(column.name), .column = &column};
}

}  // namespace privet::job
