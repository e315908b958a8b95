// SPDX-License-Identifier: Apache-2.0
#include "data/postgres/postgres_session.h"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "base/error.h"

namespace privet {
namespace {

constexpr int kPatience = 100;  // milliseconds between two looks at Ctrl-C
constexpr std::size_t kPiece = std::size_t{1} << 18U;
constexpr std::string_view kSignature("PGCOPY\n\377\r\n\0", 11);

struct FreeResult {
  void operator()(PGresult* result) const { ::PQclear(result); }
};
using Result = std::unique_ptr<PGresult, FreeResult>;

std::string one_line(const char* message) {
  std::string out(message == nullptr ? "" : message);
  for (char& c : out) c = c == '\n' ? ' ' : c;
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out.empty() ? "no reason given" : out;
}

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t out = 0;
  for (const char c : bytes) out = out << 8U | static_cast<unsigned char>(c);
  return out;
}

void append_big_endian(std::uint32_t value, int bytes, std::string& out) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    out += static_cast<char>(value >> static_cast<unsigned>(shift));
  }
}

// Takes the rows out of what a binary stream has brought, message by message: libpq gives whole
// rows, the first with the header.
class RowReader {
 public:
  void take(std::string_view bytes, const std::function<void(SqlFields)>& use) {
    if (!begun_) {
      constexpr std::size_t kFlags = 8;
      if (!bytes.starts_with(kSignature) || bytes.size() < kSignature.size() + kFlags) broken();
      const std::size_t more = big_endian(bytes.substr(kSignature.size() + 4, 4));
      if (bytes.size() - kSignature.size() - kFlags < more) broken();
      bytes.remove_prefix(kSignature.size() + kFlags + more);
      begun_ = true;
    }
    while (!bytes.empty()) {
      if (bytes.size() < 2) broken();
      const std::uint32_t count = big_endian(bytes.substr(0, 2));
      bytes.remove_prefix(2);
      if (count == 0xffffU) return;  // the end
      fields_.clear();
      for (std::uint32_t i = 0; i < count; ++i) take_field(bytes);
      use(fields_);
    }
  }

 private:
  [[noreturn]] static void broken() {
    throw Error(ErrorCode::Peer, "PostgreSQL sent a stream of rows that is not well-formed");
  }
  void take_field(std::string_view& bytes) {
    if (bytes.size() < 4) broken();
    const std::uint32_t size = big_endian(bytes.substr(0, 4));
    bytes.remove_prefix(4);
    if (size == 0xffffffffU) {
      fields_.emplace_back();
      return;
    }
    if (bytes.size() < size) broken();
    fields_.emplace_back(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }

  bool begun_ = false;
  std::vector<std::optional<std::string_view>> fields_;
};

}  // namespace

void PostgresSession::Close::operator()(pg_conn* connection) const {
  ::PQfinish(connection);
}

PostgresSession::PostgresSession(const std::string& connection, const Run& run,
                                 std::optional<std::chrono::seconds> limit)
    : run_(&run), limit_(limit) {
  connect(connection);
  // Rows in the order in which they lie, and texts in UTF-8, whatever the surroundings say.
  (void)execute("SET client_encoding = 'UTF8'");
  (void)execute("SET synchronize_seqscans = off");
  (void)execute("SET max_parallel_workers_per_gather = 0");
  (void)execute("SET client_min_messages = error");
}

PostgresSession::PostgresSession(PostgresSession&&) noexcept = default;

PostgresSession::~PostgresSession() {
  if (connection_ && ::PQtransactionStatus(connection_.get()) == PQTRANS_ACTIVE) interrupt();
}

void PostgresSession::connect(const std::string& connection) {
  // The address is expanded where it stands; what comes before it can be overruled by it.
  const std::array<const char*, 4> words{"connect_timeout", "fallback_application_name", "dbname",
                                         nullptr};
  const std::array<const char*, 4> values{"20", "privet", connection.c_str(), nullptr};
  connection_.reset(::PQconnectStartParams(words.data(), values.data(), 1));
  const auto cannot = [&](const std::string& why) {
    throw Error(ErrorCode::Peer, fmt::format("the PostgreSQL server cannot be reached: {}", why));
  };
  if (!connection_) cannot("out of memory");
  const auto start = std::chrono::steady_clock::now();
  int limit = 20;
  if (PQconninfoOption* options = ::PQconninfo(connection_.get())) {
    for (const auto* option = options; option->keyword != nullptr; ++option) {
      if (std::string_view(option->keyword) == "connect_timeout" && option->val != nullptr &&
          std::atoi(option->val) > 0) {
        limit = std::atoi(option->val);
      }
    }
    ::PQconninfoFree(options);
  }
  if (::PQstatus(connection_.get()) == CONNECTION_BAD) {
    cannot(one_line(::PQerrorMessage(connection_.get())));
  }
  for (auto step = PGRES_POLLING_WRITING;;) {
    if (step == PGRES_POLLING_OK) break;
    if (step == PGRES_POLLING_FAILED) cannot(one_line(::PQerrorMessage(connection_.get())));
    run_->check_cancelled();
    check_time();
    if (std::chrono::steady_clock::now() - start > std::chrono::seconds(limit)) {
      cannot(fmt::format("it did not answer within {} seconds", limit));
    }
    pollfd waiting{::PQsocket(connection_.get()),
                   static_cast<short>(step == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0};
    if (::poll(&waiting, 1, kPatience) <= 0) continue;
    step = ::PQconnectPoll(connection_.get());
  }
  if (::PQsetnonblocking(connection_.get(), 1) != 0) cannot("the socket cannot be used");
}

void PostgresSession::interrupt() noexcept {
  PGcancel* cancel = ::PQgetCancel(connection_.get());
  if (cancel == nullptr) return;
  std::array<char, 256> why{};
  (void)::PQcancel(cancel, why.data(), static_cast<int>(why.size()));
  ::PQfreeCancel(cancel);
}

void PostgresSession::check_time() const {
  if (limit_ && std::chrono::steady_clock::now() - begun_ >= *limit_) {
    throw Error(ErrorCode::Peer,
                fmt::format("the PostgreSQL server was not done within {} s", limit_->count()));
  }
}

// Until the server has something to say (or takes more), or Ctrl-C.
void PostgresSession::wait(bool for_write) {
  const auto events = static_cast<short>(for_write ? POLLIN | POLLOUT : POLLIN);
  pollfd waiting{::PQsocket(connection_.get()), events, 0};
  for (;;) {
    try {
      run_->check_cancelled();
      check_time();
    } catch (...) {
      interrupt();
      throw;
    }
    if (::poll(&waiting, 1, kPatience) != 0) return;
  }
}

void PostgresSession::flush() {
  for (;;) {
    const int left = ::PQflush(connection_.get());
    if (left == 0) return;
    if (left < 0) fail(nullptr);
    wait(true);
    if (::PQconsumeInput(connection_.get()) == 0) fail(nullptr);
  }
}

void PostgresSession::fail(const void* result) {
  const auto* failed = static_cast<const PGresult*>(result);
  const char* state = failed == nullptr ? nullptr : ::PQresultErrorField(failed, PG_DIAG_SQLSTATE);
  last_state_ = state == nullptr ? "" : state;
  const std::string text = failed == nullptr ? one_line(::PQerrorMessage(connection_.get()))
                                             : one_line(::PQresultErrorMessage(failed));
  // 22: a value, 25006: a write where only reading is allowed, 42: the statement or a name in it.
  const bool statement =
      last_state_.starts_with("42") || last_state_.starts_with("22") || last_state_ == "25006";
  throw Error(statement ? ErrorCode::Input : ErrorCode::Peer,
              fmt::format("PostgreSQL says: {}", text));
}

void PostgresSession::send(const std::string& statement, std::span<const std::string> values) {
  last_state_.clear();
  std::vector<const char*> texts;
  for (const auto& value : values) texts.push_back(value.c_str());
  // The extended protocol takes one statement only.
  if (::PQsendQueryParams(connection_.get(), statement.c_str(), static_cast<int>(texts.size()),
                          nullptr, texts.data(), nullptr, nullptr, 0) != 1) {
    fail(nullptr);
  }
  flush();
}

std::vector<SqlRow> PostgresSession::finish() {
  std::vector<SqlRow> out;
  for (;;) {
    while (::PQisBusy(connection_.get()) != 0) {
      wait(false);
      if (::PQconsumeInput(connection_.get()) == 0) fail(nullptr);
    }
    const Result result(::PQgetResult(connection_.get()));
    if (!result) return out;
    const auto status = ::PQresultStatus(result.get());
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) fail(result.get());
    for (int r = 0; r < ::PQntuples(result.get()); ++r) {
      SqlRow& row = out.emplace_back();
      for (int c = 0; c < ::PQnfields(result.get()); ++c) {
        const bool null = ::PQgetisnull(result.get(), r, c) == 1;
        row.push_back(null ? std::optional<std::string>()
                           : std::string(::PQgetvalue(result.get(), r, c)));
      }
    }
  }
}

std::vector<SqlRow> PostgresSession::execute(const std::string& statement,
                                             std::span<const std::string> values) {
  send(statement, values);
  return finish();
}

void PostgresSession::await_stream(int wanted) {
  while (::PQisBusy(connection_.get()) != 0) {
    wait(false);
    if (::PQconsumeInput(connection_.get()) == 0) fail(nullptr);
  }
  const Result result(::PQgetResult(connection_.get()));
  if (!result || static_cast<int>(::PQresultStatus(result.get())) != wanted) fail(result.get());
}

void PostgresSession::copy_out(const std::string& statement,
                               const std::function<void(SqlFields)>& take) {
  send(statement);
  read_copy(take);
}

void PostgresSession::read_copy(const std::function<void(SqlFields)>& take) {
  await_stream(PGRES_COPY_OUT);
  RowReader reader;
  for (;;) {
    char* bytes = nullptr;
    const int size = ::PQgetCopyData(connection_.get(), &bytes, 1);
    if (size > 0) {
      check_time();
      const std::unique_ptr<char, void (*)(void*)> owned(bytes, ::PQfreemem);
      reader.take({bytes, static_cast<std::size_t>(size)}, take);
    } else if (size == 0) {
      wait(false);
      if (::PQconsumeInput(connection_.get()) == 0) fail(nullptr);
    } else if (size == -1) {
      break;
    } else {
      fail(nullptr);
    }
  }
  (void)finish();
}

void PostgresSession::begin_copy_in(const std::string& statement) {
  send(statement);
  await_stream(PGRES_COPY_IN);
  out_.assign(kSignature);
  append_big_endian(0, 4, out_);
  append_big_endian(0, 4, out_);
}

void PostgresSession::put_row(std::span<const std::optional<std::string_view>> fields) {
  append_big_endian(static_cast<std::uint32_t>(fields.size()), 2, out_);
  for (const auto& field : fields) {
    append_big_endian(field ? static_cast<std::uint32_t>(field->size()) : 0xffffffffU, 4, out_);
    if (field) out_ += *field;
  }
  if (out_.size() >= kPiece) drain();
}

void PostgresSession::drain() {
  for (;;) {
    const int taken =
        ::PQputCopyData(connection_.get(), out_.data(), static_cast<int>(out_.size()));
    if (taken == 1) break;
    if (taken < 0) fail(nullptr);
    wait(true);
    if (::PQconsumeInput(connection_.get()) == 0) fail(nullptr);
  }
  flush();
  out_.clear();
}

void PostgresSession::end_copy_in() {
  append_big_endian(0xffffU, 2, out_);
  drain();
  for (;;) {
    const int taken = ::PQputCopyEnd(connection_.get(), nullptr);
    if (taken == 1) break;
    if (taken < 0) fail(nullptr);
    wait(true);
  }
  flush();
  (void)finish();
}

std::vector<std::string> PostgresSession::columns_of(const std::string& query) {
  const auto answer = [&] {
    flush();
    while (::PQisBusy(connection_.get()) != 0) {
      wait(false);
      if (::PQconsumeInput(connection_.get()) == 0) fail(nullptr);
    }
    Result result(::PQgetResult(connection_.get()));
    if (!result || ::PQresultStatus(result.get()) != PGRES_COMMAND_OK) fail(result.get());
    while (const Result rest{::PQgetResult(connection_.get())}) {
    }
    return result;
  };
  if (::PQsendPrepare(connection_.get(), "", query.c_str(), 0, nullptr) != 1) fail(nullptr);
  (void)answer();
  if (::PQsendDescribePrepared(connection_.get(), "") != 1) fail(nullptr);
  const Result described = answer();
  std::vector<std::string> out;
  for (int c = 0; c < ::PQnfields(described.get()); ++c) {
    out.emplace_back(::PQfname(described.get(), c));
  }
  return out;
}

std::int64_t sql_number(std::string_view field) {
  PRIVET_CHECK(field.size() == 2 || field.size() == 4 || field.size() == 8);
  std::uint64_t bits = 0;
  for (const char c : field) bits = bits << 8U | static_cast<unsigned char>(c);
  if (field.size() == 2) return static_cast<std::int16_t>(bits);
  if (field.size() == 4) return static_cast<std::int32_t>(bits);
  return static_cast<std::int64_t>(bits);
}

void append_int2(std::int32_t value, std::string& out) {
  append_big_endian(static_cast<std::uint32_t>(value), 2, out);
}

void append_int4(std::int32_t value, std::string& out) {
  append_big_endian(static_cast<std::uint32_t>(value), 4, out);
}

}  // namespace privet
