// SPDX-License-Identifier: Apache-2.0
#include "data/postgres/read_postgres.h"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>

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

// Waits for the server in steps, so that neither a silent one nor the network can hold a run longer
// than its limit, and the wish to stop is heard.
class ServerWait {
 public:
  ServerWait(const Run& run, std::chrono::seconds limit)
      : run_(run), limit_(limit), deadline_(WaitClock::now() + limit) {}

  void check() const {
    run_.check_cancelled();
    if (WaitClock::now() >= deadline_) {
      throw Error(ErrorCode::Peer,
                  fmt::format("the PostgreSQL server was not done within {} s", limit_.count()));
    }
  }
  // Until the socket is ready.
  void until(int socket, short events) const {
    for (;;) {
      check();
      constexpr int kStep = 50;  // milliseconds
      pollfd item{.fd = socket, .events = events, .revents = 0};
      if (::poll(&item, 1, kStep) > 0) return;
    }
  }

 private:
  using WaitClock = std::chrono::steady_clock;
  const Run& run_;
  std::chrono::seconds limit_;
  WaitClock::time_point deadline_;
};

Connection open_postgres(const std::string& text, const ServerWait& wait) {
  Connection out(::PQconnectStart(text.c_str()));
  auto now = out == nullptr || ::PQstatus(out.get()) == CONNECTION_BAD ? PGRES_POLLING_FAILED
                                                                       : PGRES_POLLING_WRITING;
  while (now == PGRES_POLLING_READING || now == PGRES_POLLING_WRITING) {
    wait.until(::PQsocket(out.get()), now == PGRES_POLLING_READING ? POLLIN : POLLOUT);
    now = ::PQconnectPoll(out.get());
  }
  if (now != PGRES_POLLING_OK) {
    throw Error(
        ErrorCode::Peer,
        fmt::format("the PostgreSQL server cannot be reached: {}",
                    out == nullptr ? "out of memory" : one_line(::PQerrorMessage(out.get()))));
  }
  return out;
}

// The next result of what was sent; null after the last.
Result next_result(PGconn* connection, const ServerWait& wait) {
  while (::PQisBusy(connection) == 1) {
    wait.until(::PQsocket(connection), POLLIN);
    if (::PQconsumeInput(connection) != 1) {
      throw Error(ErrorCode::Peer,
                  fmt::format("PostgreSQL says: {}", one_line(::PQerrorMessage(connection))));
    }
  }
  return Result(::PQgetResult(connection));
}

// On the server the statement ends by itself, too.
void begin_reading(PGconn* connection, std::chrono::seconds limit, const ServerWait& wait) {
  const auto text = fmt::format("BEGIN TRANSACTION READ ONLY; SET LOCAL statement_timeout = '{}s'",
                                limit.count());
  bool done = ::PQsendQuery(connection, text.c_str()) == 1;
  while (const auto result = next_result(connection, wait)) {
    done = done && ::PQresultStatus(result.get()) == PGRES_COMMAND_OK;
  }
  if (!done) {
    throw Error(ErrorCode::Peer,
                fmt::format("PostgreSQL says: {}", one_line(::PQerrorMessage(connection))));
  }
}

// Errors of class 22 are about a value, which PostgreSQL quotes: it is not to stand in a log.
[[noreturn]] void refuse_query(PGconn* connection, const PGresult* result = nullptr) {
  const char* const state =
      result == nullptr ? nullptr : ::PQresultErrorField(result, PG_DIAG_SQLSTATE);
  if (state != nullptr && std::string_view(state).starts_with("22")) {
    throw Error(ErrorCode::Input,
                fmt::format("PostgreSQL cannot compute a value of the query (SQLSTATE {}); psql "
                            "says which",
                            state));
  }
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

Table read_postgres(const std::string& connection, const std::string& query,
                    std::chrono::seconds limit, const Run& run) {
  const ServerWait wait(run, limit);
  const auto server = open_postgres(connection, wait);
  begin_reading(server.get(), limit, wait);
  // The extended protocol takes one statement only.
  if (::PQsendQueryParams(server.get(), query.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0) !=
          1 ||
      ::PQsetSingleRowMode(server.get()) != 1) {
    refuse_query(server.get());
  }
  std::vector<std::string> names;
  std::vector<ColumnBuilder> columns;
  for (;;) {
    const auto result = next_result(server.get(), wait);
    if (result == nullptr) break;
    const auto status = ::PQresultStatus(result.get());
    if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK) {
      refuse_query(server.get(), result.get());
    }
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
      wait.check();
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
