// SPDX-License-Identifier: Apache-2.0
// What the command line asks of the daemon: one request and one answer, letters of JSON through
// control.sock. {do: "status" | "metrics" | "tables" | "invite" | "join" | "confirm" | "remove" |
// "renew" | "repin" | "reload" | "submit" | "list" | "show" | "approve" | "reject" | "cancel" |
// "result" | "ledger", ...}. The answers are what the commands print with --json. The studio's
// interface (daemon/http_front.h) is another front of the same commands.
#pragma once

#include "net/stream.h"
#include "party/daemon/state.h"
#include "party/identity/renewal.h"

namespace privet::party {

// The answer to one request. Throws Error for what cannot be done.
[[nodiscard]] Json command_answer(State& state, const Json& request);

// Tells all peers of a new key; what became of it. The last step of a renewal, also of one that a
// daemon left when it ended.
Json tell_renewal(State& state, const Renewal& renewal);

// Answers one request on a line; never throws.
void answer_command(State& state, net::Stream& stream) noexcept;

// As Prometheus reads it.
[[nodiscard]] std::string metrics_text(const State& state);

}  // namespace privet::party
