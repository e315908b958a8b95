// SPDX-License-Identifier: Apache-2.0
// One party's run of a job, from the lines to the report: the same for a rehearsal's process and an
// organisation's daemon.
// Idea: meets the others, agrees with them, takes part, and hands the report over while all lines
// are still open. If anything fails, what was opened until then is still told: it has been
// disclosed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "federation/run/party_lines.h"
#include "federation/task/task.h"
#include "net/counting.h"

namespace privet::federation {

// An entry, and what the forecast allowed: as a formula, and as a number.
struct ReportedEntry {
  protocol::LedgerEntry entry;
  std::string formula;
  std::uint64_t most = 0;
};
struct PartyReport {
  Answer answer;
  std::vector<ReportedEntry> ledger;  // what this party learned, and what others learned of it
  net::Traffic traffic;               // with all others
};

struct OneParty {
  protocol::PartyId own;
  std::vector<PeerAddress> peers;  // all parties in the agreed order
  const Job& job;
  const DataSet& part;
  LineOptions lines;
  // What the parties have signed, if they have: they compare it before they begin.
  std::string agreed = {};
  // Told what was opened when the run ends without a report; may be empty.
  std::function<void(std::vector<ReportedEntry>)> opened = {};
};

// Calls `deliver` with the report while the lines are open. Throws what the run throws.
void run_one_party(const OneParty& party, Meeting& meeting, MovedBytes& moved, const Run& run,
                   const std::function<void(PartyReport)>& deliver);

}  // namespace privet::federation
