// SPDX-License-Identifier: Apache-2.0
#include "federation/run/one_party.h"

#include "federation/tasks.h"

namespace privet::federation {
namespace {

std::vector<ReportedEntry> entries_of(session::Session& session) {
  std::vector<ReportedEntry> out;
  for (const auto& entry : session.ledger().entries()) {
    const auto allowed = session.ledger().allowed(entry);
    out.push_back({entry, allowed.formula, allowed.most});
  }
  return out;
}

PartyReport report_of(session::Session& session, Answer answer) {
  PartyReport out{std::move(answer), entries_of(session), {}};
  for (const auto other : session.mesh().others()) {
    const auto traffic = session.traffic(other);
    out.traffic.sent += traffic.sent;
    out.traffic.received += traffic.received;
  }
  out.traffic.rounds = session.rounds();
  return out;
}

session::Session open_session(const OneParty& party, const LineOptions& lines, Meeting& meeting,
                              MovedBytes& moved, net::PhaseLimit& phase) {
  auto channels = connect_parties(meeting, party.own, party.peers, lines, moved);
  session::SessionOptions options;
  options.phases = {&phase, lines.agreeing, lines.running};
  options.transfers = transfers_of(party.job, party.part, lines.link);
  auto agreement = agreement_of(party.job, party.part);
  if (!party.agreed.empty()) agreement.add("signed agreement", party.agreed);
  std::vector<std::string> names;
  for (const auto& peer : party.peers) names.push_back(peer.name);
  return session::Session::open({std::move(names), party.own}, std::move(channels),
                                std::move(agreement), forecast_of(party.job), crypto::Randomness(),
                                options);
}

}  // namespace

void run_one_party(const OneParty& party, Meeting& meeting, MovedBytes& moved, const Run& run,
                   const std::function<void(PartyReport)>& deliver) {
  net::PhaseLimit phase;
  auto lines = party.lines;
  lines.phase = &phase;
  auto session = open_session(party, lines, meeting, moved, phase);
  try {
    auto answer = take_part(session, party.part, party.job, run);
    deliver(report_of(session, std::move(answer)));
  } catch (...) {
    if (party.opened) party.opened(entries_of(session));
    throw;
  }
}

}  // namespace privet::federation
