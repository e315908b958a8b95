// SPDX-License-Identifier: Apache-2.0
// Jobs as the command line receives them.
#pragma once

#include <string>

#include "base/json.h"
#include "party/daemon/state.h"

namespace privet::party {

// The names of these parties of a job.
[[nodiscard]] Json names_of(const protocol::PartySet& parties, const Proposal& proposal);

// The job whose id begins so. Throws Error{Usage} if there is none, or several.
[[nodiscard]] std::string full_id(const State& state, const std::string& begin);

[[nodiscard]] Json list_jobs(const State& state);
// With the forecast: what it would open, about whom and to whom.
[[nodiscard]] Json show_job(const State& state, const std::string& id);
// Throws Error{Usage} for a job that is not done: it has none.
[[nodiscard]] Json show_result(const State& state, const std::string& id);
[[nodiscard]] Json show_ledger(const State& state, const std::string& id);

}  // namespace privet::party
