// SPDX-License-Identifier: Apache-2.0
#include "party/catalogue/catalogue.h"

#include "base/error.h"
#include "crypto/sha256.h"
#include "data/postgres/read_postgres.h"
#include "federation/task/data_set.h"

namespace privet::party {

Table read_registered(const TableEntry& entry, const Run& run) {
  auto table = entry.postgres ? read_postgres(*entry.postgres, entry.query, entry.limit, run)
                              : read_plain_table(entry.file, run).table;
  if (entry.columns.empty()) return table;
  std::vector<AttributeId> chosen;
  for (const auto& name : entry.columns) {
    chosen.push_back(table.require(name, "columns of [tables." + entry.name + "]"));
  }
  return table.select_columns(chosen);
}

std::string table_fingerprint(const Table& table) {
  const auto bytes = federation::encode_data(table);
  return crypto::sha256_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

DescribedTable describe_registered(const TableEntry& entry, const Run& run) {
  DescribedTable out;
  out.name = entry.name;
  try {
    const auto table = read_registered(entry, run);
    out.rows = table.rows();
    for (const auto& column : table.all()) {
      const bool numbers = column.type() == ColumnType::Numeric;
      out.columns.push_back({column.name, numbers ? "number" : "text"});
    }
    out.fingerprint = table_fingerprint(table);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Interrupted) throw;
    out.fault = error.what();
  }
  return out;
}

}  // namespace privet::party
