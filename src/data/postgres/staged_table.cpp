// SPDX-License-Identifier: Apache-2.0
#include "data/postgres/staged_table.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/os_random.h"
#include "data/postgres/read_postgres.h"

namespace privet {

StagedTable::StagedTable(const PostgresPlace& place, const Run& run)
    : place_(place), session_(place.connection, run) {
  if (place_.table.empty()) {
    throw Error(ErrorCode::Usage, "a release is written into a table; add ?table=NAME");
  }
  (void)session_.execute("BEGIN");
  if (place_.schema.empty()) {
    const auto found = session_.execute("SELECT current_schema()");
    if (!found.front().front()) {
      throw Error(ErrorCode::Input,
                  "the database has no schema in which a table without one is made; add "
                  "?table=SCHEMA.NAME");
    }
    place_.schema = *found.front().front();
  }
  const std::array<std::string, 2> name{place_.schema, place_.table};
  const auto found = session_.execute(
      "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 "
      "AND c.relname = $2",
      name);
  if (!found.empty()) {
    throw Error(ErrorCode::Usage,
                fmt::format("the database has a table {} already; choose another name, or drop it "
                            "first",
                            quote_for_message(place_.schema + "." + place_.table)),
                {.parameter = "--output"});
  }
  std::array<std::byte, 8> random{};
  os_random(random);
  std::string number;
  for (const auto byte : random) number += fmt::format("{:02x}", std::to_integer<int>(byte));
  staging_ = quote_sql_name(place_.schema) + "." + quote_sql_name("privet_staging_" + number);
}

void StagedTable::write(const Table& table) {
  std::string columns;
  for (const Column& column : table.all()) {
    columns += (columns.empty() ? "" : ", ") + quote_sql_name(column.name) + " text";
  }
  (void)session_.execute("CREATE TABLE " + staging_ + " (" + columns + ")");
  session_.begin_copy_in("COPY " + staging_ + " FROM STDIN (FORMAT binary)");
  std::vector<std::optional<std::string_view>> row(table.columns());
  for (std::size_t r = 0; r < table.rows(); ++r) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      const auto text = table.all()[c].text(static_cast<RowId>(r));
      row[c] = text.empty() ? std::optional<std::string_view>() : text;
    }
    session_.put_row(row);
  }
  session_.end_copy_in();
}

Table StagedTable::read_back(const Run& run) {
  return read_postgres(session_, "SELECT * FROM " + staging_, run);
}

void StagedTable::commit() {
  (void)session_.execute("ALTER TABLE " + staging_ + " RENAME TO " + quote_sql_name(place_.table));
  (void)session_.execute("COMMIT");
  committed_ = true;
}

void StagedTable::undo() noexcept {
  if (!committed_) return;
  try {
    (void)session_.execute("DROP TABLE " + place_.quoted());
  } catch (const Error&) {  // the connection is lost: nothing can be done about it from here
  }
}

}  // namespace privet
