// SPDX-License-Identifier: Apache-2.0
// The internal command behind privet rehearse: one party of a rehearsal, which gets everything over
// a pipe.
#pragma once

#include <atomic>

namespace privet::job {

struct PartyOptions {
  int in = 0;  // descriptors
  int out = 1;
  const std::atomic<bool>& stop;  // set when the process is asked to stop
};

// Returns the exit status of the process.
[[nodiscard]] int run_party(const PartyOptions& options);

}  // namespace privet::job
