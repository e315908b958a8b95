// SPDX-License-Identifier: Apache-2.0
#include "job/rehearsal/party_job.h"

#include "federation/rehearsal/party_process.h"

namespace privet::job {

int run_party(const PartyOptions& options) {
  return federation::run_party_process(options.in, options.out, options.stop);
}

}  // namespace privet::job
