// SPDX-License-Identifier: Apache-2.0
#include "engine/find_shards.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

#include "base/error.h"
#include "data/postgres/postgres_session.h"
#include "engine/settled_names.h"

namespace privet::engine {
namespace {

// The value of an option in an array of "name=value"; empty: it is not there.
constexpr const char* kPartitions = R"(
SELECT c.relname, n.nspname, c.relkind, w.fdwname,
       (SELECT option_value FROM pg_options_to_table(s.srvoptions) WHERE option_name = 'host'),
       (SELECT option_value FROM pg_options_to_table(s.srvoptions) WHERE option_name = 'port'),
       (SELECT option_value FROM pg_options_to_table(s.srvoptions) WHERE option_name = 'dbname'),
       (SELECT option_value FROM pg_options_to_table(f.ftoptions) WHERE option_name = 'schema_name'),
       (SELECT option_value FROM pg_options_to_table(f.ftoptions) WHERE option_name = 'table_name'),
       (SELECT option_value FROM pg_user_mappings m, pg_options_to_table(m.umoptions)
         WHERE m.srvid = s.oid AND (m.usename = current_user OR m.umuser = 0) AND option_name = 'user'
         ORDER BY m.umuser DESC LIMIT 1)
FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_foreign_table f ON f.ftrelid = c.oid LEFT JOIN pg_foreign_server s ON s.oid = f.ftserver
LEFT JOIN pg_foreign_data_wrapper w ON w.oid = s.srvfdw
WHERE i.inhparent = $1::regclass ORDER BY n.nspname, c.relname)";

std::string percent_encoded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += std::isalnum(byte) != 0 ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

// What the foreign server is as an address for libpq.
std::string address(const SqlRow& row) {
  const auto text = [&](std::size_t i) { return row[i].value_or(""); };
  std::string out = "postgresql://";
  if (row[9]) out += percent_encoded(text(9)) + "@";
  out += percent_encoded(text(4));
  if (row[5]) out += ":" + percent_encoded(text(5));
  return out + "/" + percent_encoded(text(6));
}

}  // namespace

std::vector<PostgresPlace> find_shards(const PostgresPlace& place, const Run& run) {
  if (place.table.empty()) {
    throw Error(ErrorCode::Usage,
                "the questions go to a table, not to a query; name one with ?table=NAME");
  }
  PostgresSession session(place.connection, run);
  const std::array<std::string, 1> name{settle_names(session, place).table};
  const auto found = session.execute("SELECT relkind FROM pg_class WHERE oid = $1::regclass", name);
  const std::string kind = found.front().front().value_or("");
  const auto parts = session.execute(kPartitions, name);
  if ((kind == "r" || kind == "m") && parts.empty()) return {place};
  if (kind != "p" || parts.empty()) {
    throw Error(ErrorCode::Input,
                fmt::format("{} is neither an ordinary table nor one that is partitioned over "
                            "foreign servers: its rows have no places of their own by which they "
                            "are found again; make a table of it, or leave --engine out",
                            quote_for_message(place.table)));
  }
  std::vector<PostgresPlace> out;
  for (const auto& row : parts) {
    if (row[2] != "f" || row[3] != "postgres_fdw") {
      throw Error(ErrorCode::Input,
                  fmt::format("partition {} does not lie on a foreign server of postgres_fdw; name "
                              "the shards with --shard, or leave --engine out",
                              quote_for_message(row[0].value_or(""))));
    }
    out.push_back({.connection = address(row),
                   .schema = row[7] ? *row[7] : *row[1],
                   .table = row[8] ? *row[8] : *row[0]});
  }
  return out;
}

}  // namespace privet::engine
