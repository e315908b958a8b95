// SPDX-License-Identifier: Apache-2.0
// Asks the other parties of a running job, again and again, whether it still runs there.
// Idea: a party whose machine stopped closes no connection, and one that was started again knows of
// no run: protocols would wait for either as long as one message may take. The watch ends the job
// with the reason as soon as one party says that it has ended, or cannot be reached for so long.
#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "party/daemon/state.h"

namespace privet::party {

class Watch {
 public:
  Watch(State& state, JobRow row, std::vector<std::string> parties, std::shared_ptr<LiveJob> live);

 private:
  void watch(const std::stop_token& stop);
  // Empty, or why the job must end; `end` says how.
  [[nodiscard]] std::string fault_at(const std::string& party, JobState& end);

  State& state_;
  JobRow row_;
  std::vector<std::string> parties_;
  std::shared_ptr<LiveJob> live_;
  std::map<std::string, std::chrono::steady_clock::time_point> heard_;
  std::jthread thread_;  // last: ends before the rest goes
};

}  // namespace privet::party
