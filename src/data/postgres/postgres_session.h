// SPDX-License-Identifier: Apache-2.0
// A connection to a PostgreSQL server: statements, and tables as streams in both directions.
// Idea: nothing blocks for good. A statement is sent, and its answer awaited a tenth of a second at
// a time, so that Ctrl-C is noticed; then the server cancels. Streams go as COPY in the
// binary format, which needs neither escapes nor numbers as text. Whatever was begun and not
// committed is undone by the server when the session goes.
// Reference: libpq; "COPY", section Binary Format. Threads: one session, one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"

struct pg_conn;

namespace privet {

// A row of texts; nothing stands for NULL.
using SqlRow = std::vector<std::optional<std::string>>;

// The fields of one row of a binary stream.
using SqlFields = std::span<const std::optional<std::string_view>>;

class PostgresSession {
 public:
  // Throws Error{Peer} if the server cannot be reached within its connect_timeout, 20 seconds if
  // the address has none, or is not done with everything within `limit`. `run` must outlive the
  // session.
  PostgresSession(const std::string& connection, const Run& run,
                  std::optional<std::chrono::seconds> limit = {});
  ~PostgresSession();
  PostgresSession(PostgresSession&&) noexcept;
  PostgresSession& operator=(PostgresSession&&) noexcept = delete;

  // Carries out one statement; its parameters are $1, $2, ... Throws Error{Peer} with what the
  // server says, Error{Input} where it refuses the statement itself.
  std::vector<SqlRow> execute(const std::string& statement,
                              std::span<const std::string> values = {});
  // The same in two steps, so that several servers work at the same time.
  void send(const std::string& statement, std::span<const std::string> values = {});
  std::vector<SqlRow> finish();

  // The rows of COPY (...) TO STDOUT (FORMAT binary).
  void copy_out(const std::string& statement, const std::function<void(SqlFields)>& take);
  // The same of a COPY that was sent before.
  void read_copy(const std::function<void(SqlFields)>& take);
  // Begins COPY ... FROM STDIN (FORMAT binary).
  void begin_copy_in(const std::string& statement);
  // A row, of texts or of numbers in binary.
  void put_row(std::span<const std::optional<std::string_view>> fields);
  void end_copy_in();

  // The names of what a statement gives, without carrying it out. Error{Input} for anything but a
  // query.
  [[nodiscard]] std::vector<std::string> columns_of(const std::string& query);

  // The state of the last error of the server, such as 42501 (a right is missing); empty: none.
  [[nodiscard]] const std::string& last_state() const { return last_state_; }

 private:
  struct Close {
    void operator()(pg_conn* connection) const;
  };
  void connect(const std::string& connection);
  void check_time() const;
  void wait(bool for_write);
  void flush();
  void drain();
  void interrupt() noexcept;
  void await_stream(int wanted);
  [[noreturn]] void fail(const void* result);

  const Run* run_;
  std::optional<std::chrono::seconds> limit_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::unique_ptr<pg_conn, Close> connection_;
  std::string out_;  // of a stream to the server
  std::string last_state_;
};

// A number of a binary stream, as the server sends and takes it.
[[nodiscard]] std::int64_t sql_number(std::string_view field);  // int2, int4 or int8
void append_int2(std::int32_t value, std::string& out);
void append_int4(std::int32_t value, std::string& out);

}  // namespace privet
