// SPDX-License-Identifier: Apache-2.0
#include "party/store/job_store.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/error.h"
#include "base/run.h"
#include "data/sqlite/sqlite_database_internal.h"
#include "party/words.h"

namespace privet::party {
namespace {

constexpr std::array<std::string_view, 8> kStates{"waiting", "approved", "running",  "finishing",
                                                  "done",    "failed",   "rejected", "cancelled"};

constexpr std::array<std::string_view, 19> kSettable{
    "id",        "coordinator", "document",   "reason", "tab",    "salt", "decision",
    "decisions", "agreement",   "signatures", "run",    "answer", "gist", "part",
    "ledger",    "record",      "person",     "told",   "signed"};

constexpr const char* kSchema = R"(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS job(
  id TEXT PRIMARY KEY, coordinator TEXT NOT NULL, document TEXT NOT NULL, state TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '', created INTEGER NOT NULL, changed INTEGER NOT NULL,
  tab TEXT NOT NULL, salt TEXT NOT NULL DEFAULT '', decision TEXT NOT NULL DEFAULT '{}',
  decisions TEXT NOT NULL DEFAULT '{}', agreement TEXT NOT NULL DEFAULT '',
  signatures TEXT NOT NULL DEFAULT '{}', run TEXT NOT NULL DEFAULT '',
  answer TEXT NOT NULL DEFAULT '', gist TEXT NOT NULL DEFAULT '', part TEXT NOT NULL DEFAULT '',
  ledger TEXT NOT NULL DEFAULT '[]', record TEXT NOT NULL DEFAULT '{}',
  told TEXT NOT NULL DEFAULT '[]', closed INTEGER NOT NULL DEFAULT 0,
  person TEXT NOT NULL DEFAULT '', signed INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX IF NOT EXISTS job_run ON job(run);
CREATE INDEX IF NOT EXISTS job_closed ON job(closed, created);
CREATE TABLE IF NOT EXISTS opened(
  job TEXT NOT NULL, tab TEXT NOT NULL, peer TEXT NOT NULL, what TEXT NOT NULL,
  number INTEGER NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS opened_tab ON opened(tab);
CREATE TABLE IF NOT EXISTS invitation(number TEXT PRIMARY KEY, ends INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS head(one INTEGER PRIMARY KEY CHECK (one = 1), lines INTEGER NOT NULL,
  hash TEXT NOT NULL) STRICT;
)";

// Columns that stores of earlier versions lack.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kLater{
    {{"person", "TEXT NOT NULL DEFAULT ''"}, {"signed", "INTEGER NOT NULL DEFAULT 0"}}};

// A statement whose parameters are given in their order.
class Statement {
 public:
  Statement(const detail::SqliteDatabase& database, std::string_view text)
      : database_(database), inner_(database, text) {}
  Statement& with(std::string_view text) {
    check(::sqlite3_bind_text64(inner_.get(), ++place_, text.data(), text.size(), SQLITE_TRANSIENT,
                                SQLITE_UTF8));
    return *this;
  }
  Statement& with(std::int64_t number) {
    check(::sqlite3_bind_int64(inner_.get(), ++place_, number));
    return *this;
  }
  bool step() { return inner_.step(); }
  // Runs it to its end; how many rows it changed.
  std::size_t run() {
    while (step()) {
    }
    return static_cast<std::size_t>(::sqlite3_changes(database_.get()));
  }
  [[nodiscard]] std::string text(int column) const {
    const auto* bytes = ::sqlite3_column_text(inner_.get(), column);
    const auto size = static_cast<std::size_t>(::sqlite3_column_bytes(inner_.get(), column));
    return bytes == nullptr ? std::string()
                            : std::string(reinterpret_cast<const char*>(bytes), size);
  }
  [[nodiscard]] std::int64_t number(int column) const {
    return ::sqlite3_column_int64(inner_.get(), column);
  }

 private:
  void check(int status) const {
    if (status != SQLITE_OK) database_.fail();
  }
  const detail::SqliteDatabase& database_;
  detail::SqliteStatement inner_;
  int place_ = 0;
};

constexpr std::string_view kColumns =
    "id, coordinator, document, reason, tab, salt, decision, decisions, agreement, signatures, "
    "run, "
    "answer, gist, part, ledger, record, person, told, state, created, changed";

JobRow row_of(const Statement& from) {
  JobRow out;
  std::array<std::string*, 18> texts{
      &out.id,       &out.coordinator, &out.document,  &out.reason,     &out.table,  &out.salt,
      &out.decision, &out.decisions,   &out.agreement, &out.signatures, &out.run,    &out.answer,
      &out.gist,     &out.part,        &out.ledger,    &out.record,     &out.person, &out.told};
  for (std::size_t i = 0; i < texts.size(); ++i) *texts[i] = from.text(static_cast<int>(i));
  out.state = state_of(from.text(18));
  out.created = from.number(19);
  out.changed = from.number(20);
  return out;
}

// "reason = ?, answer = ?": the names are ours, never a stranger's.
std::string assignments(const std::map<std::string, std::string>& values) {
  std::string out;
  for (const auto& [name, value] : values) {
    PRIVET_CHECK(std::ranges::find(kSettable, name) != kSettable.end());
    out += fmt::format(", {} = ?", name);
  }
  return out;
}

}  // namespace

std::string_view state_name(JobState state) {
  return kStates.at(static_cast<std::size_t>(state));
}

JobState state_of(std::string_view name) {
  const auto found = std::ranges::find(kStates, name);
  if (found == kStates.end()) {
    throw Error(ErrorCode::Input, fmt::format("there is no state {}", quote_for_message(name)));
  }
  return static_cast<JobState>(found - kStates.begin());
}

bool has_ended(JobState state) {
  return state >= JobState::Done;
}

struct JobStore::Database {
  explicit Database(const std::string& path)
      : inner(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, ErrorCode::Output, run) {}
  Run run;
  detail::SqliteDatabase inner;
};

JobStore::JobStore(const std::string& path) : database_(std::make_unique<Database>(path)) {
  ::chmod(path.c_str(), S_IRUSR | S_IWUSR);
  database_->inner.execute(kSchema);
  for (const auto& [name, type] : kLater) {
    Statement found(database_->inner, "SELECT 1 FROM pragma_table_info('job') WHERE name = ?");
    if (found.with(name).step()) continue;
    database_->inner.execute(fmt::format("ALTER TABLE job ADD COLUMN {} {}", name, type));
  }
}
JobStore::~JobStore() = default;

bool JobStore::add(const JobRow& row) {
  const std::scoped_lock lock(mutex_);
  return Statement(database_->inner,
                   "INSERT OR IGNORE INTO job(id, coordinator, document, state, reason, created, "
                   "changed, tab, salt, decision, decisions) VALUES (?,?,?,?,?,?,?,?,?,?,?)")
             .with(row.id)
             .with(row.coordinator)
             .with(row.document)
             .with(state_name(row.state))
             .with(row.reason)
             .with(row.created)
             .with(row.changed)
             .with(row.table)
             .with(row.salt)
             .with(row.decision)
             .with(row.decisions)
             .run() == 1;
}

std::optional<JobRow> JobStore::find(std::string_view id) const {
  const std::scoped_lock lock(mutex_);
  Statement found(database_->inner, fmt::format("SELECT {} FROM job WHERE id = ?", kColumns));
  if (!found.with(id).step()) return std::nullopt;
  return row_of(found);
}

std::optional<JobRow> JobStore::find_run(std::string_view run) const {
  const std::scoped_lock lock(mutex_);
  Statement found(database_->inner,
                  fmt::format("SELECT {} FROM job WHERE run = ? AND run != ''", kColumns));
  if (!found.with(run).step()) return std::nullopt;
  return row_of(found);
}

std::vector<JobHead> JobStore::list(bool open, std::size_t most, With with) const {
  const std::scoped_lock lock(mutex_);
  Statement found(
      database_->inner,
      fmt::format("SELECT id, coordinator, {}, state, reason, created, changed "
                  "FROM job {} ORDER BY created DESC, id LIMIT ?",
                  with == With::Documents ? "document" : "''", open ? "WHERE closed = 0" : ""));
  found.with(static_cast<std::int64_t>(most));
  std::vector<JobHead> out;
  while (found.step()) {
    out.push_back({found.text(0), found.text(1), found.text(2), state_of(found.text(3)),
                   found.text(4), found.number(5), found.number(6)});
  }
  return out;
}

std::vector<JobRow> JobStore::of_task(std::string_view table, std::string_view task) const {
  const std::scoped_lock lock(mutex_);
  Statement found(database_->inner,
                  fmt::format("SELECT {} FROM job WHERE tab = ? AND document ->> '$.task' = ? "
                              "ORDER BY created, id",
                              kColumns));
  found.with(table).with(task);
  std::vector<JobRow> out;
  while (found.step()) out.push_back(row_of(found));
  return out;
}

std::vector<std::string> JobStore::beginning_with(std::string_view id) const {
  const std::scoped_lock lock(mutex_);
  Statement found(database_->inner, "SELECT id FROM job WHERE substr(id, 1, ?) = ? LIMIT 2");
  found.with(static_cast<std::int64_t>(id.size())).with(id);
  std::vector<std::string> out;
  while (found.step()) out.push_back(found.text(0));
  return out;
}

bool JobStore::change(std::string_view id, std::span<const JobState> from, JobState to,
                      const std::map<std::string, std::string>& values) {
  const std::scoped_lock lock(mutex_);
  std::string states;
  for (const auto state : from) {
    states += fmt::format("{}'{}'", states.empty() ? "" : ", ", state_name(state));
  }
  Statement change(database_->inner,
                   fmt::format("UPDATE job SET state = ?, changed = ?{} WHERE id = ? AND state IN "
                               "({})",
                               assignments(values), states));
  change.with(state_name(to)).with(seconds_now());
  for (const auto& [name, value] : values) change.with(value);
  return change.with(id).run() == 1;
}

void JobStore::set(std::string_view id, const std::map<std::string, std::string>& values) {
  const std::scoped_lock lock(mutex_);
  Statement change(database_->inner,
                   fmt::format("UPDATE job SET changed = ?{} WHERE id = ?", assignments(values)));
  change.with(seconds_now());
  for (const auto& [name, value] : values) change.with(value);
  (void)change.with(id).run();
}

void JobStore::close(std::string_view id) {
  const std::scoped_lock lock(mutex_);
  (void)Statement(database_->inner, "UPDATE job SET closed = 1 WHERE id = ?").with(id).run();
}

void JobStore::add_opened(std::string_view job, std::string_view table, std::string_view peer,
                          std::string_view what, std::uint64_t count) {
  const std::scoped_lock lock(mutex_);
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62U;
  (void)Statement(database_->inner, "INSERT INTO opened VALUES (?,?,?,?,?)")
      .with(job)
      .with(table)
      .with(peer)
      .with(what)
      .with(static_cast<std::int64_t>(std::min(count, kMost)))
      .run();
}

std::map<std::string, std::uint64_t> JobStore::opened(std::string_view table) const {
  const std::scoped_lock lock(mutex_);
  Statement found(database_->inner,
                  "SELECT peer, CAST(total(number) AS INTEGER) FROM opened WHERE tab = ? GROUP BY "
                  "peer");
  found.with(table);
  std::map<std::string, std::uint64_t> out;
  while (found.step()) out[found.text(0)] = static_cast<std::uint64_t>(found.number(1));
  return out;
}

bool JobStore::was_cut_off(std::string_view table) const {
  const std::scoped_lock lock(mutex_);
  return Statement(database_->inner,
                   "SELECT 1 FROM job WHERE tab = ? AND state = 'failed' AND "
                   "record ->> '$.cut_off' = 1")
      .with(table)
      .step();
}

std::uint64_t JobStore::jobs_since(std::string_view coordinator, std::int64_t since,
                                   std::string_view except) const {
  const std::scoped_lock lock(mutex_);
  Statement found(database_->inner,
                  "SELECT count(*) FROM job WHERE coordinator = ? AND max(created, signed) > ? AND "
                  "id != ? AND (state != 'rejected' OR signed > 0)");
  (void)found.with(coordinator).with(since).with(except).step();
  return static_cast<std::uint64_t>(found.number(0));
}

std::uint64_t JobStore::count_open(std::string_view coordinator) const {
  const std::scoped_lock lock(mutex_);
  Statement found(database_->inner,
                  "SELECT count(*) FROM job WHERE closed = 0 AND coordinator = ?");
  (void)found.with(coordinator).step();
  return static_cast<std::uint64_t>(found.number(0));
}

std::map<std::string, std::uint64_t> JobStore::count_states() const {
  const std::scoped_lock lock(mutex_);
  Statement found(database_->inner, "SELECT state, count(*) FROM job GROUP BY state");
  std::map<std::string, std::uint64_t> out;
  while (found.step()) out[found.text(0)] = static_cast<std::uint64_t>(found.number(1));
  return out;
}

void JobStore::add_invitation(std::string_view number, std::int64_t ends) {
  const std::scoped_lock lock(mutex_);
  (void)Statement(database_->inner, "INSERT INTO invitation VALUES (?,?)")
      .with(number)
      .with(ends)
      .run();
}

bool JobStore::use_invitation(std::string_view number, std::int64_t now) {
  const std::scoped_lock lock(mutex_);
  return Statement(database_->inner, "DELETE FROM invitation WHERE number = ? AND ends >= ?")
             .with(number)
             .with(now)
             .run() == 1;
}

bool JobStore::invites(std::int64_t now) const {
  const std::scoped_lock lock(mutex_);
  return Statement(database_->inner, "SELECT 1 FROM invitation WHERE ends >= ?").with(now).step();
}

void JobStore::keep_head(const AuditHead& head) {
  const std::scoped_lock lock(mutex_);
  (void)Statement(database_->inner, "INSERT OR REPLACE INTO head VALUES (1,?,?)")
      .with(static_cast<std::int64_t>(head.lines))
      .with(head.hash)
      .run();
}

std::optional<AuditHead> JobStore::head() const {
  const std::scoped_lock lock(mutex_);
  Statement found(database_->inner, "SELECT lines, hash FROM head");
  if (!found.step()) return std::nullopt;
  return AuditHead{static_cast<std::uint64_t>(found.number(0)), found.text(1)};
}

std::optional<AuditHead> kept_head(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  return JobStore(path).head();
}

}  // namespace privet::party
