// SPDX-License-Identifier: Apache-2.0
// The jobs of the studio: each runs in a thread of its own, tells the event log how far it is, and
// can be cancelled. What finished jobs answered is kept for a while.
// Threads: any.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/run.h"
#include "studio/event_log.h"

namespace privet::studio {

// An error for the pages: {"code", "message", "parameter"...}.
[[nodiscard]] Json error_json(const std::exception& error);

class JobBoard {
 public:
  // What a job does; its answer. `tell` sends an event of its own ("point", ...); `warned` is what
  // the run has warned of so far, for pages that the job writes.
  using Tell = std::function<void(Json event)>;
  using Warned = std::function<std::vector<std::string>()>;
  using Work = std::function<Json(const Run& run, const Tell& tell, const Warned& warned)>;

  explicit JobBoard(EventLog& events);
  // Cancels what still runs and waits for it.
  ~JobBoard();
  JobBoard(const JobBoard&) = delete;
  JobBoard& operator=(const JobBoard&) = delete;

  // The number of the job. Throws Error{Usage} if too many run already.
  [[nodiscard]] std::uint64_t start(const std::string& name, Work work);
  // Nothing happens if it has ended, or never was.
  void cancel(std::uint64_t job);
  // {"id", "name", "state", ...}; null if it is not known.
  [[nodiscard]] Json show(std::uint64_t job);
  [[nodiscard]] Json list();

 private:
  struct Job;
  void finish(Job& job, const char* state, std::string key, Json value);
  void forget_old();

  EventLog& events_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::unique_ptr<Job>> jobs_;
  std::uint64_t next_ = 1;
};

}  // namespace privet::studio
