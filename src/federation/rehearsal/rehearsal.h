// SPDX-License-Identifier: Apache-2.0
// A whole federation on one machine: real processes, real certificates, mutual TLS on loopback, a
// data set split for the purpose; and the comparison with the plain algorithm over the whole.
// Idea: each party is this program started again; it gets only its own part, over a pipe, and makes
// its key itself. Nothing is written to disk. Whatever happens (a party fails, dies or stalls, the
// user stops), all processes are ended before the function returns or throws.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/own_program.h"
#include "federation/run/party_lines.h"
#include "federation/task/task.h"

namespace privet::federation {

struct RehearsalOptions {
  std::string program = own_program();  // what to start as a party...
  std::vector<std::string> arguments = {"party-run"};
  LineOptions lines;
  std::size_t threads = 1;  // of each party
  Deal deal = Deal::RoundRobin;
  std::uint64_t seed = 1;  // of a random deal
  // Told the processes' ids when all have started.
  std::function<void(std::span<const pid_t>)> started = {};
};

struct RehearsedParty {
  std::string name;
  std::string holds;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint64_t rounds = 0;
  bool identical = false;  // its answer and the plain one; or all parts together and that
};

struct LearnedItem {
  std::string party;
  std::string learns;
  std::vector<std::string> about;  // whose data
  std::uint64_t count = 0;
  std::uint64_t most = 0;  // what the forecast allowed...
  std::string formula;     // ... and how that is computed
  std::string why;
};

struct Rehearsal {
  bool identical = false;                // at every party
  Answer answer;                         // of the first party, or all parties' parts put together
  std::vector<Answer> parts;             // of each party, where they differ by their nature
  std::size_t rows = 0;                  // of the whole data
  bool rows_known = true;                // to all parties; tables that join have their own each
  std::string model;                     // the answer as a model file, where the task has one
  std::vector<std::string> model_parts;  // ... or each party's part of it
  std::vector<RehearsedParty> parties;
  std::vector<LearnedItem> ledger;  // uniform masks are not listed
  std::uint64_t masked = 0;         // uniform masks that parties were sent
  std::uint64_t rounds = 0;         // of the party that waited most often
  std::uint64_t bytes = 0;          // sent by all together
  double seconds = 0;               // from the start of the processes to the last report
};

// Throws Error{Internal} if the ledgers of who learned and of whom it was about do not agree.
// Throws Error{Peer} if a party fails, dies or sends no sign of life within the timeout (each says
// twice a second that it runs), or if no party has computed or sent anything for so long (and a
// simulated link cannot be why). One that computes has all the time it needs. Throws Error{Usage}
// for a job that cannot run.
[[nodiscard]] Rehearsal rehearse(const DataSet& whole, const Job& job,
                                 const RehearsalOptions& options, const Run& run);
// The same where the parts are there already; `whole` is all of them together. Throws Error{Input}
// if they do not fit the task.
[[nodiscard]] Rehearsal rehearse(const DataSet& whole, std::vector<DataSet> parts, const Job& job,
                                 const RehearsalOptions& options, const Run& run);

}  // namespace privet::federation
