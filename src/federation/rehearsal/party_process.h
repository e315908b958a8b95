// SPDX-License-Identifier: Apache-2.0
// One party of a rehearsal, as a process of its own: gets its part and the job over a pipe, makes
// its identity and its port, meets the others over TLS, and reports.
#pragma once

#include <atomic>

namespace privet::federation {

// Reads from and writes to these descriptors. Once `stop` is set, every wait of this party, on any
// line, ends soon after. Ends with the process that started it. Returns the
// exit status: 0 when the report was delivered, else that of the error, which was reported too.
// Throws Error{Usage} if nobody is there to say what to do.
[[nodiscard]] int run_party_process(int in, int out, const std::atomic<bool>& stop);

}  // namespace privet::federation
