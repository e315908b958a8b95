// SPDX-License-Identifier: Apache-2.0
// Time for benchmarks of protocols, whose parties are threads.
#pragma once

#include <ctime>

namespace privet::bench {

// Wall time and the processor time of the calling thread. On a busy machine only the second means
// something: the slower party's is what a run takes on two free cores.
class Watch {
 public:
  Watch() : wall_(now(CLOCK_MONOTONIC)), own_(now(CLOCK_THREAD_CPUTIME_ID)) {}
  [[nodiscard]] double wall() const { return now(CLOCK_MONOTONIC) - wall_; }
  [[nodiscard]] double own() const { return now(CLOCK_THREAD_CPUTIME_ID) - own_; }

 private:
  static double now(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  double wall_;
  double own_;
};

}  // namespace privet::bench
