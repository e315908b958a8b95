// SPDX-License-Identifier: Apache-2.0
// The jobs of a party, its invitations and what it has disclosed: an SQLite file that survives
// whatever happens to the daemon.
// Idea: a job is one row; a change of its state is one transaction that names the states it may
// come from, so that two who want to end a job cannot both do so. Results are in the row: a job is
// done together with its result or not at all. Threads: any; one at a time inside.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "party/audit/audit_log.h"

namespace privet::party {

enum class JobState : std::uint8_t {
  Waiting,   // a person here must decide
  Approved,  // here; not yet by all, or not yet begun
  Running,
  Finishing,  // done here; not known yet whether at all parties
  Done,
  Failed,
  Rejected,
  Cancelled,
};
[[nodiscard]] std::string_view state_name(JobState state);
[[nodiscard]] JobState state_of(std::string_view name);
[[nodiscard]] bool has_ended(JobState state);

// What is looked at again and again.
struct JobHead {
  std::string id;
  std::string coordinator;
  std::string document;  // if it was asked for: a peer may make it large
  JobState state = JobState::Waiting;
  std::string reason;
  std::int64_t created = 0;
  std::int64_t changed = 0;
};

struct JobRow {
  std::string id;           // 32 hexadecimal digits, the same at all parties
  std::string coordinator;  // the party where it was submitted
  std::string document;     // party/proposal/proposal.h
  JobState state = JobState::Waiting;
  std::string reason;        // why it ended, or what it waits for
  std::int64_t created = 0;  // seconds since 1970
  std::int64_t changed = 0;
  std::string table;       // the own one
  std::string salt;        // of the own commitment to the data
  std::string decision;    // the own one, JSON
  std::string decisions;   // at the coordinator: of all parties so far, a JSON object
  std::string agreement;   // what was signed, JSON
  std::string signatures;  // by party, a JSON object
  std::string run;         // its id
  std::string answer;      // JSON
  std::string gist;
  std::string part;    // a model, or this party's part of it
  std::string ledger;  // JSON
  std::string record;  // JSON: protocol, connections, traffic
  std::string person;  // "yes" if a person here approved it
  std::string told;    // parties that know how it ended, or that it is finished: a JSON list
};

class JobStore {
 public:
  // Makes the file if there is none. Throws Error{Output} if it cannot be used.
  explicit JobStore(const std::string& path);
  ~JobStore();
  JobStore(const JobStore&) = delete;
  JobStore& operator=(const JobStore&) = delete;

  // False if there is a job of this id.
  [[nodiscard]] bool add(const JobRow& row);
  [[nodiscard]] std::optional<JobRow> find(std::string_view id) const;
  [[nodiscard]] std::optional<JobRow> find_run(std::string_view run) const;
  // Newest first; `open`: only those that are not closed.
  // Heads only: a store may hold thousands of jobs, and each of them a whole result.
  enum class With { Heads, Documents };
  [[nodiscard]] std::vector<JobHead> list(bool open, std::size_t most,
                                          With with = With::Heads) const;
  // Those of one task on this table, whole, the oldest first.
  [[nodiscard]] std::vector<JobRow> of_task(std::string_view table, std::string_view task) const;
  // The jobs whose id begins so, at most two of them.
  [[nodiscard]] std::vector<std::string> beginning_with(std::string_view id) const;
  // Columns by name ("answer", "decisions" ...) get these values, and the job the state, if it is
  // in one of `from`. Whether it was. "signed" is the time at which this party signed it.
  bool change(std::string_view id, std::span<const JobState> from, JobState to,
              const std::map<std::string, std::string>& values);
  // The same without a change of state.
  void set(std::string_view id, const std::map<std::string, std::string>& values);

  // It has ended, and everybody knows: the daemon need not look at it again.
  void close(std::string_view id);

  // What was opened about a table to a peer, in this job.
  void add_opened(std::string_view job, std::string_view table, std::string_view peer,
                  std::string_view what, std::uint64_t count);
  [[nodiscard]] std::map<std::string, std::uint64_t> opened(std::string_view table) const;
  // Whether a job on it ended without anybody having counted all of that (its record says so).
  [[nodiscard]] bool was_cut_off(std::string_view table) const;
  // Those that this party signed, however they ended, and those that were not rejected; without
  // the job `except`.
  [[nodiscard]] std::uint64_t jobs_since(std::string_view coordinator, std::int64_t since,
                                         std::string_view except) const;
  // Those that are not closed.
  [[nodiscard]] std::uint64_t count_open(std::string_view coordinator) const;
  [[nodiscard]] std::map<std::string, std::uint64_t> count_states() const;

  void add_invitation(std::string_view number, std::int64_t ends);
  // Whether it was there, still holds and was not used; it is used then.
  [[nodiscard]] bool use_invitation(std::string_view number, std::int64_t now);
  [[nodiscard]] bool invites(std::int64_t now) const;

  void keep_head(const AuditHead& head);
  [[nodiscard]] std::optional<AuditHead> head() const;

 private:
  struct Database;
  mutable std::mutex mutex_;
  std::unique_ptr<Database> database_;
};

// The head that the store at this path has; for those who only check. Throws as the constructor.
[[nodiscard]] std::optional<AuditHead> kept_head(const std::string& path);

}  // namespace privet::party
