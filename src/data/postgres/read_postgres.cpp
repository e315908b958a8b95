// SPDX-License-Identifier: Apache-2.0
#include "data/postgres/read_postgres.h"

#include <fmt/format.h>

#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "data/csv/column_builder.h"

namespace privet {
namespace {

void refuse_columns(const std::vector<std::string>& names) {
  if (names.empty()) throw Error(ErrorCode::Input, "the query gives no columns");
  std::unordered_set<std::string> seen;
  for (const auto& name : names) {
    if (seen.insert(name).second) continue;
    throw Error(ErrorCode::Input,
                fmt::format("two columns of the query are named {}; rename one with AS",
                            quote_for_message(name)));
  }
}

// Without the semicolons and spaces behind it, which cannot stand inside another statement.
std::string inner_query(std::string query) {
  const auto end = query.find_last_not_of("; \t\r\n");
  query.resize(end == std::string::npos ? 0 : end + 1);
  return query;
}

}  // namespace

Table read_postgres(PostgresSession& session, const std::string& query, const Run& run) {
  const std::string inner = inner_query(query);
  const std::vector<std::string> names = session.columns_of(inner);
  refuse_columns(names);
  // concat() shows a value as the server does, and NULL as nothing.
  std::string texts;
  for (const auto& name : names) {
    texts +=
        fmt::format("{}pg_catalog.concat(q.{})", texts.empty() ? "" : ", ", quote_sql_name(name));
  }
  std::vector<ColumnBuilder> columns(names.size());
  session.copy_out(
      fmt::format("COPY (SELECT {} FROM (\n{}\n) AS q) TO STDOUT (FORMAT binary)", texts, inner),
      [&](SqlFields fields) {
        for (std::size_t c = 0; c < fields.size(); ++c) columns[c].add(*fields[c]);
      });
  std::vector<Column> out;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    out.push_back(columns[c].finish(names[c], std::nullopt, run));
  }
  return Table(std::move(out));
}

Table read_postgres(const std::string& connection, const std::string& query, const Run& run) {
  PostgresSession session(connection, run);
  (void)session.execute("BEGIN TRANSACTION READ ONLY");
  return read_postgres(session, query, run);
}

Table read_postgres(const std::string& connection, const std::string& query,
                    std::chrono::seconds limit, const Run& run) {
  PostgresSession session(connection, run, limit);
  try {
    (void)session.execute("BEGIN TRANSACTION READ ONLY");
    // On the server the statement ends by itself, too.
    (void)session.execute(fmt::format("SET LOCAL statement_timeout = '{}s'", limit.count()));
    return read_postgres(session, query, run);
  } catch (const Error&) {
    // Errors of class 22 are about a value, which PostgreSQL quotes: it is not to stand in a log.
    if (!session.last_state().starts_with("22")) throw;
    throw Error(ErrorCode::Input,
                fmt::format("PostgreSQL cannot compute a value of the query (SQLSTATE {}); psql "
                            "says which",
                            session.last_state()));
  }
}

Table read_postgres(const PostgresPlace& place, const Run& run) {
  return read_postgres(place.connection,
                       place.query.empty() ? "SELECT * FROM " + place.quoted() : place.query, run);
}

}  // namespace privet
