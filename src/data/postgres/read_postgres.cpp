// SPDX-License-Identifier: Apache-2.0
#include "data/postgres/read_postgres.h"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <memory>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "data/csv/column_builder.h"

namespace privet {
namespace {

struct FreeConnection {
  void operator()(PGconn* connection) const { ::PQfinish(connection); }
};
struct FreeResult {
  void operator()(PGresult* result) const { ::PQclear(result); }
};
using Connection = std::unique_ptr<PGconn, FreeConnection>;
using Result = std::unique_ptr<PGresult, FreeResult>;

std::string one_line(const char* message) {
  std::string out(message);
  for (char& c : out) c = c == '\n' ? ' ' : c;
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

Connection open_postgres(const std::string& text) {
  Connection out(::PQconnectdb(text.c_str()));
  if (out == nullptr || ::PQstatus(out.get()) != CONNECTION_OK) {
    throw Error(
        ErrorCode::Peer,
        fmt::format("the PostgreSQL server cannot be reached: {}",
                    out == nullptr ? "out of memory" : one_line(::PQerrorMessage(out.get()))));
  }
  return out;
}

void execute_postgres(PGconn* connection, const char* statement) {
  const Result done(::PQexec(connection, statement));
  if (::PQresultStatus(done.get()) != PGRES_COMMAND_OK) {
    throw Error(ErrorCode::Peer,
                fmt::format("PostgreSQL says: {}", one_line(::PQerrorMessage(connection))));
  }
}

[[noreturn]] void refuse_query(PGconn* connection) {
  throw Error(ErrorCode::Input,
              fmt::format("PostgreSQL says: {}", one_line(::PQerrorMessage(connection))));
}

std::vector<ColumnBuilder> builders_for(const PGresult* rows) {
  std::unordered_set<std::string> seen;
  std::vector<ColumnBuilder> out;
  for (int c = 0; c < ::PQnfields(rows); ++c) {
    const std::string name = ::PQfname(rows, c);
    if (!seen.insert(name).second) {
      throw Error(ErrorCode::Input,
                  fmt::format("two columns of the query are named {}; rename one with AS",
                              quote_for_message(name)));
    }
    out.emplace_back();
  }
  return out;
}

}  // namespace

Table read_postgres(const std::string& connection, const std::string& query, const Run& run) {
  const auto server = open_postgres(connection);
  execute_postgres(server.get(), "BEGIN TRANSACTION READ ONLY");
  // The extended protocol takes one statement only.
  if (::PQsendQueryParams(server.get(), query.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0) !=
          1 ||
      ::PQsetSingleRowMode(server.get()) != 1) {
    refuse_query(server.get());
  }
  std::vector<std::string> names;
  std::vector<ColumnBuilder> columns;
  for (;;) {
    const Result result(::PQgetResult(server.get()));
    if (result == nullptr) break;
    const auto status = ::PQresultStatus(result.get());
    if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK) refuse_query(server.get());
    if (names.empty()) {
      columns = builders_for(result.get());
      for (int c = 0; c < ::PQnfields(result.get()); ++c) {
        names.emplace_back(::PQfname(result.get(), c));
      }
    }
    for (int row = 0; row < ::PQntuples(result.get()); ++row) {
      for (int c = 0; c < ::PQnfields(result.get()); ++c) {
        const bool missing = ::PQgetisnull(result.get(), row, c) == 1;
        columns[static_cast<std::size_t>(c)].add(missing ? "" : ::PQgetvalue(result.get(), row, c));
      }
      run.check_cancelled();
    }
  }
  if (names.empty()) throw Error(ErrorCode::Input, "the query gives no columns");
  std::vector<Column> out;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    out.push_back(columns[c].finish(names[c], std::nullopt, run));
  }
  return Table(std::move(out));
}

}  // namespace privet
