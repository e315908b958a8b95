// SPDX-License-Identifier: Apache-2.0
// What the threads of a daemon share: who the party is, its jobs, and what is going on.
// Threads: any.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "party/audit/audit_log.h"
#include "party/config.h"
#include "party/daemon/log.h"
#include "party/daemon/workers.h"
#include "party/folder.h"
#include "party/identity/peers.h"
#include "party/policy/policy.h"
#include "party/runner/switchboard.h"
#include "party/store/job_store.h"

namespace privet::party {

// As it stands in the files; replaced as a whole.
struct Settled {
  Config config;
  Policy policy;
  net::Identity identity;
  Peers peers;

  // A confirmed peer. Throws Error{Policy} if there is none of this name.
  [[nodiscard]] const Peer& peer(std::string_view name) const;
};

// A job that runs in this process.
class LiveJob {
 public:
  // Asks it to end so; the first who asks is heard.
  void end(JobState state, std::string reason);
  // How it was asked to end; an empty reason: nobody has.
  [[nodiscard]] std::pair<JobState, std::string> ending() const;
  [[nodiscard]] const std::atomic<bool>& stopped() const { return stop_; }
  void set_stage(std::string_view stage);
  [[nodiscard]] std::string stage() const;

 private:
  mutable std::mutex mutex_;
  std::atomic<bool> stop_{false};
  JobState state_ = JobState::Failed;
  std::string reason_;
  std::string stage_ = "starting";
};

// The part of the own table that a job takes, as it was judged.
struct SeenTable {
  std::vector<std::string> columns;
  std::uint64_t rows = 0;
};

struct Counters {
  std::atomic<std::uint64_t> refused_callers{0};
  std::atomic<std::uint64_t> requests{0};
  std::atomic<std::uint64_t> sent{0};
  std::atomic<std::uint64_t> received{0};
};

class State {
 public:
  State(Folder folder, std::function<void(std::string_view)> log_sink);

  [[nodiscard]] std::shared_ptr<const Settled> settled() const;
  // Changes a copy and puts it in place; files are written by `change` itself. The door learns of
  // it.
  void change(const std::function<void(Settled&)>& change);
  // Reads config, policy and identity again. Throws, and changes nothing, if they cannot be used.
  void reload();
  // Changes that the door must know of are numbered: the last one, and that it has taken up.
  void change_door() { ++door_wanted_; }
  [[nodiscard]] std::uint64_t door_wanted() const { return door_wanted_; }
  void door_taken(std::uint64_t change) { door_taken_ = change; }
  // Until the door knows of all changes so far, or a moment has passed.
  void wait_for_door() const;

  // A place for a job that runs; false if all are taken. Asking twice for one job does no harm.
  [[nodiscard]] bool reserve(const std::string& job);
  void release(const std::string& job);
  // The place, if it is still there, goes with a table that was judged: the job may begin, and
  // until it is known what it opened, what it may open is charged.
  void hold(const std::string& job, SeenTable seen);
  [[nodiscard]] std::optional<SeenTable> held(const std::string& job) const;
  [[nodiscard]] std::vector<std::string> all_held() const;
  // What it opened is in the store.
  void charged(const std::string& job);
  // Only a few jobs try to get a place at all parties at the same time; the others would only be
  // in their way. False if that many do.
  [[nodiscard]] bool begin_try();
  void end_try();
  [[nodiscard]] bool may_try() const;
  // Gives places free that were taken for jobs that did not begin.
  void sweep_places();

  [[nodiscard]] std::shared_ptr<LiveJob> begin(const std::string& job);
  [[nodiscard]] std::shared_ptr<LiveJob> live(const std::string& job) const;
  void forget(const std::string& job);
  // All that run; ends each so.
  void end_all(const std::string& reason);

  // Something has happened that the scheduler should look at.
  void wake();
  // Waits for that, or for the time to pass.
  void wait(std::chrono::milliseconds limit);

  // Held while a job is judged by the budgets and what it may open is set aside, and while what
  // one opened is written down: two jobs are never judged by the same rest.
  std::mutex budgets;

  std::atomic<bool> stopping{false};  // ends what reads tables

  const Folder folder;
  JobStore store;
  AuditLog audit;
  Log log;
  Switchboard lines;
  Counters counters;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Settled> settled_;
  std::atomic<std::uint64_t> door_wanted_{1};
  std::atomic<std::uint64_t> door_taken_{0};
  struct Place {
    std::chrono::steady_clock::time_point taken;
    std::optional<SeenTable> seen = {};
  };
  std::map<std::string, Place> places_;
  std::map<std::string, std::shared_ptr<LiveJob>> live_;
  std::size_t trying_ = 0;
  std::mutex wake_mutex_;
  std::condition_variable wake_;
  bool woken_ = false;

 public:
  Workers runners{256};  // last: what runs ends before the rest goes
};

}  // namespace privet::party
