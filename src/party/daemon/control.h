// SPDX-License-Identifier: Apache-2.0
// What the command line asks of the daemon: one request and one answer, letters of JSON through
// control.sock. {do: "status" | "metrics" | "tables" | "invite" | "join" | "confirm" | "remove" |
// "renew" | "repin" | "reload" | "submit" | "list" | "show" | "approve" | "reject" | "cancel" |
// "result" | "ledger", ...}. The answers are what the commands print with --json.
#pragma once

#include "net/stream.h"
#include "party/daemon/state.h"

namespace privet::party {

// Answers one request; never throws.
void answer_command(State& state, net::Stream& stream) noexcept;

// As Prometheus reads it.
[[nodiscard]] std::string metrics_text(const State& state);

}  // namespace privet::party
