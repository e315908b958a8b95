// SPDX-License-Identifier: Apache-2.0
#include "studio/job_board.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <map>
#include <thread>

#include "base/error.h"
#include "base/error_name.h"

namespace privet::studio {

Json error_json(const std::exception& error) {
  const auto* known = dynamic_cast<const Error*>(&error);
  if (known == nullptr) return {{"code", "internal"}, {"message", std::string(error.what())}};
  Json out{{"code", error_name(known->code())},
           {"message", known->message()},
           {"whole", std::string(known->what())}};
  const Place& place = known->place();
  if (!place.parameter.empty()) out["parameter"] = place.parameter;
  if (!place.file.empty()) out["file"] = place.file;
  if (place.line != 0) out["line"] = place.line;
  if (place.column != 0) out["column"] = place.column;
  return out;
}

struct JobBoard::Job : Observer {
  Job(std::uint64_t number, std::string called, EventLog& log)
      : id(number), name(std::move(called)), events(log) {}

  void progress(std::string_view stage, double fraction) override {
    // A page can show a few a second; the rest would only push other events out of the log.
    const auto now = std::chrono::steady_clock::now();
    if (stage == last_stage && now - last_told < std::chrono::milliseconds(150)) return;
    last_stage = stage;
    last_told = now;
    events.add({{"type", "progress"}, {"job", id}, {"stage", stage}, {"fraction", fraction}});
  }
  void warn(std::string_view message) override {
    const std::lock_guard lock(mutex);
    warnings.emplace_back(message);
  }

  std::uint64_t id;
  std::string name;
  EventLog& events;
  std::atomic<bool> cancelled = false;
  std::string last_stage = {};
  std::chrono::steady_clock::time_point last_told = {};
  std::mutex mutex;  // of what follows
  std::vector<std::string> warnings = {};
  std::string state = "running";
  Json outcome = {};
  std::string outcome_key = {};
  std::jthread thread;  // last: it uses the others
};

JobBoard::JobBoard(EventLog& events) : events_(events) {}

JobBoard::~JobBoard() {
  for (auto& [id, job] : jobs_) job->cancelled = true;
  jobs_.clear();  // joins
}

std::uint64_t JobBoard::start(const std::string& name, Work work) {
  constexpr std::size_t kMostRunning = 4;
  const std::lock_guard lock(mutex_);
  std::size_t running = 0;
  for (auto& [id, job] : jobs_) {
    const std::lock_guard inner(job->mutex);
    running += job->state == "running" ? 1U : 0U;
  }
  if (running >= kMostRunning) {
    throw Error(ErrorCode::Usage, "several jobs are running already; cancel one, or wait for it");
  }
  forget_old();
  const std::uint64_t id = next_++;
  auto& job = *(jobs_[id] = std::make_unique<Job>(id, name, events_));
  events_.add({{"type", "started"}, {"job", id}, {"name", name}});
  job.thread = std::jthread([this, &job, work = std::move(work)] {
    try {
      const Run run(&job, &job.cancelled, 0);
      const Tell tell = [&](Json event) {
        event["job"] = job.id;
        events_.add(event);
      };
      const Warned warned = [&] {
        const std::lock_guard inner(job.mutex);
        return job.warnings;
      };
      Json answer = work(run, tell, warned);
      finish(job, "done", "answer", std::move(answer));
    } catch (const std::exception& error) {
      finish(job, job.cancelled ? "cancelled" : "failed", "error", error_json(error));
    }
  });
  return id;
}

void JobBoard::finish(Job& job, const char* state, std::string key, Json value) {
  {
    const std::lock_guard lock(job.mutex);
    job.state = state;
    job.outcome_key = std::move(key);
    job.outcome = std::move(value);
  }
  events_.add({{"type", "ended"}, {"job", job.id}, {"name", job.name}, {"state", state}});
}

// Requires the mutex. Only jobs that have ended, the oldest first; the last few of each name stay,
// because a page may show what they found again.
void JobBoard::forget_old() {
  constexpr std::size_t kKept = 6;
  std::map<std::string, std::size_t> kept;
  for (auto at = jobs_.end(); at != jobs_.begin();) {
    --at;
    bool ended = false;
    {
      const std::lock_guard inner(at->second->mutex);
      ended = at->second->state != "running";
    }
    if (ended && ++kept[at->second->name] > kKept) at = jobs_.erase(at);
  }
}

void JobBoard::cancel(std::uint64_t job) {
  const std::lock_guard lock(mutex_);
  if (const auto it = jobs_.find(job); it != jobs_.end()) it->second->cancelled = true;
}

Json JobBoard::show(std::uint64_t job) {
  const std::lock_guard lock(mutex_);
  const auto it = jobs_.find(job);
  if (it == jobs_.end()) return {};
  const std::lock_guard inner(it->second->mutex);
  Json out{{"id", job},
           {"name", it->second->name},
           {"state", it->second->state},
           {"warnings", it->second->warnings}};
  if (!it->second->outcome_key.empty()) out[it->second->outcome_key] = it->second->outcome;
  return out;
}

Json JobBoard::list() {
  Json out = Json::array();
  const std::lock_guard lock(mutex_);
  for (const auto& [id, job] : jobs_) {
    const std::lock_guard inner(job->mutex);
    out.push_back({{"id", id}, {"name", job->name}, {"state", job->state}});
  }
  return out;
}

}  // namespace privet::studio
