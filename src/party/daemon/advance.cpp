// SPDX-License-Identifier: Apache-2.0
// What a daemon does about its open jobs by itself.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "federation/tasks.h"
#include "party/daemon/desk.h"
#include "party/wire/wire.h"
#include "party/words.h"

namespace privet::party {
namespace {

constexpr std::chrono::milliseconds kReach{60'000};  // for an answer that may read a table
constexpr std::chrono::milliseconds kTell{3'000};

Json ask_party(const State& state, const std::string& party, const Json& request,
               std::chrono::milliseconds timeout) {
  const auto settled = state.settled();
  net::ChannelOptions options;
  options.timeout = timeout;
  options.peer = party;
  return ask_peer(settled->peer(party), settled->identity, request, options);
}

std::vector<std::string> others_of(const State& state, const Proposal& proposal) {
  auto out = proposal.parties;
  std::erase(out, state.settled()->config.name);
  return out;
}

// How one party ends a job that it does not want.
struct Refusal {
  std::string party;
  JobState state = JobState::Rejected;
  std::string reason;
};

// The decision of one party; nothing if it refuses.
std::optional<Decision> ask_decision(const State& state, const JobRow& row,
                                     const Proposal& proposal, const std::string& party,
                                     std::vector<Refusal>& refusals) {
  try {
    const auto answer =
        ask_party(state, party,
                  {{"do", "propose"}, {"id", row.id}, {"document", document_of(proposal)}}, kReach);
    const auto decision = decision_of(answer.at("decision"));
    if (decision.approved || decision.waits) return decision;
    const auto there = state_of(answer.at("state").text());
    refusals.push_back({party, has_ended(there) ? there : JobState::Rejected, decision.reason});
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Policy) throw;
    refusals.push_back({party, JobState::Rejected, error.message()});
  }
  return std::nullopt;
}

// Somebody may have ended the job while another party was asked: then its reason stays.
void note_while_open(State& state, const std::string& id,
                     const std::map<std::string, std::string>& values) {
  constexpr std::array kFrom{JobState::Approved};
  (void)state.store.change(id, kFrom, JobState::Approved, values);
}

// Asks those who have not decided. True if all have approved. All are asked before one's refusal
// ends it: everybody sees the job and why it ended.
bool collect(State& state, JobRow& row, const Proposal& proposal) {
  auto decisions = Json::parse(row.decisions);
  std::vector<Refusal> refusals;
  std::string waiting;
  for (const auto& party : others_of(state, proposal)) {
    if (const auto* known = decisions.find(party); known && decision_of(*known).approved) continue;
    const auto decision = ask_decision(state, row, proposal, party, refusals);
    if (!decision) continue;
    decisions[party] = json_of(*decision);
    if (decision->waits) waiting = party;
  }
  if (!refusals.empty()) {
    const auto& first = refusals.front();
    (void)end_job(state, row.id, first.state, first.reason, first.party);
    return false;
  }
  row.decisions = decisions.dump();
  note_while_open(
      state, row.id,
      {{"decisions", row.decisions},
       {"reason",
        waiting.empty() ? row.reason : fmt::format("a person at {} must decide", waiting)}});
  return waiting.empty();
}

Json new_agreement(const State& state, const JobRow& row, const Proposal& proposal) {
  const auto settled = state.settled();
  AgreementParts parts{row.id, random_hex(16), proposal, {}, {}};
  const auto decisions = Json::parse(row.decisions);
  for (const auto& party : proposal.parties) {
    const bool own = party == settled->config.name;
    parts.decisions[party] = decision_of(decisions.at(party));
    parts.fingerprints[party] =
        net::fingerprint(own ? settled->identity.certificate : settled->peer(party).certificate);
  }
  return make_agreement(parts);
}

// Gives up the places that were taken at those who have signed.
void give_back(State& state, const JobRow& row, const Json& signatures) {
  for (const auto& [party, signature] : signatures.items()) {
    if (party == state.settled()->config.name) continue;
    try {
      (void)ask_party(state, party, {{"do", "release"}, {"id", row.id}}, kTell);
    } catch (const Error&) {
      continue;  // they give it up by themselves after a while
    }
  }
  state.release(row.id);
}

void wait_for_place(State& state, const JobRow& row) {
  if (row.reason != kWaitsForPlace) {
    note_while_open(state, row.id, {{"reason", std::string(kWaitsForPlace)}});
  }
}

// The own signature, if there is a place here and the policy of now still allows it.
std::optional<std::string> sign_here(State& state, const JobRow& row, const Proposal& proposal,
                                     const Json& agreement) {
  const auto settled = state.settled();
  if (!state.reserve(row.id)) {
    wait_for_place(state, row);
    return std::nullopt;
  }
  const auto mine = decide_here(state, proposal, settled->config.name, row.id, Asked::Person);
  if (!mine.decision.approved) {
    throw Error(ErrorCode::Policy,
                fmt::format("{}: {}", settled->config.name, mine.decision.reason));
  }
  return sign_agreement(settled->identity, agreement);
}

// The signature of another party; nothing if it has no place now.
std::optional<std::string> sign_there(State& state, const JobRow& row, const std::string& party,
                                      const Json& agreement) {
  const auto answer =
      ask_party(state, party, {{"do", "agree"}, {"id", row.id}, {"agreement", agreement}}, kReach);
  if (answer.find("busy") != nullptr) {
    wait_for_place(state, row);
    return std::nullopt;
  }
  if (answer.find("waits") != nullptr) {  // its policy is another now: it is asked again
    auto decisions = Json::parse(row.decisions);
    Decision open;
    open.waits = true;
    decisions[party] = json_of(open);
    note_while_open(state, row.id, {{"decisions", decisions.dump()}});
    return std::nullopt;
  }
  auto signature = answer.at("signature").text();
  if (!signed_agreement(state.settled()->peer(party).certificate, agreement, signature)) {
    throw Error(ErrorCode::Policy, fmt::format("the signature of {} does not hold", party));
  }
  return signature;
}

// The signatures of all; nothing if somebody has no place for the job now. Places are taken in the
// order of names, whoever leads the job: two jobs that need the same places do not each hold one
// that the other wants.
std::optional<Json> collect_signatures(State& state, const JobRow& row, const Proposal& proposal,
                                       const Json& agreement) {
  const auto own = state.settled()->config.name;
  auto order = proposal.parties;
  std::ranges::sort(order);
  Json signatures = Json::object();
  try {
    for (const auto& party : order) {
      const auto signature = party == own ? sign_here(state, row, proposal, agreement)
                                          : sign_there(state, row, party, agreement);
      if (!signature) {
        give_back(state, row, signatures);
        return std::nullopt;
      }
      signatures[party] = *signature;
    }
  } catch (const Error& error) {
    give_back(state, row, signatures);
    if (error.code() != ErrorCode::Policy) throw;
    (void)end_job(state, row.id, JobState::Rejected, error.message(), own);
    return std::nullopt;
  }
  return signatures;
}

void begin_job(State& state, const JobRow& row, const Proposal& proposal) {
  const auto own = state.settled()->config.name;
  const auto agreement = new_agreement(state, row, proposal);
  const auto signatures = collect_signatures(state, row, proposal, agreement);
  if (!signatures) return;
  const auto refusal = begin_here(state, row,
                                  {{"agreement", agreement.dump()},
                                   {"run", agreement.at("run").text()},
                                   {"signatures", signatures->dump()},
                                   {"signed", std::to_string(seconds_now())},
                                   {"told", "[]"},
                                   {"reason", ""}});
  if (!refusal.empty()) {
    state.log.say(LogLevel::Info, "later", {{"job", row.id}, {"reason", refusal}});
    give_back(state, row, *signatures);
    return;
  }
  state.audit.add("signed", {{"job", row.id}, {"digest", agreement_digest(agreement)}});
  start_running(state, row.id);
  for (const auto& party : others_of(state, proposal)) {
    try {
      const auto answer = ask_party(
          state, party, {{"do", "start"}, {"id", row.id}, {"signatures", *signatures}}, kReach);
      if (const auto* end = answer.find("ended"); end && has_ended(state_of(end->text()))) {
        (void)end_job(state, row.id, state_of(end->text()), answer.at("reason").text(), party);
        return;
      }
    } catch (const Error& error) {
      (void)end_job(state, row.id, JobState::Failed,
                    fmt::format("{} did not start: {}", party, error.message()), own);
      return;
    }
  }
}

void try_start(State& state, const JobRow& row, const Proposal& proposal) {
  if (!state.begin_try()) {
    wait_for_place(state, row);
    return;
  }
  try {
    begin_job(state, row, proposal);
  } catch (...) {
    state.end_try();
    throw;
  }
  state.end_try();
}

// Tells everybody how it ended, and closes it when all know.
void tell_end(State& state, const JobRow& row, const Proposal& proposal) {
  auto told = Json::parse(row.told).get<std::vector<std::string>>();
  const auto settled = state.settled();
  std::string missing;
  for (const auto& party : others_of(state, proposal)) {
    if (std::ranges::find(told, party) != told.end()) continue;
    const auto* peer = settled->peers.find(party);
    if (peer != nullptr && peer->confirmed) {
      try {
        (void)ask_party(state, party,
                        {{"do", "ended"},
                         {"id", row.id},
                         {"state", state_name(row.state)},
                         {"reason", row.reason}},
                        kTell);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::Policy) {
          missing = error.what();
          continue;
        }
      }
    }
    told.push_back(party);
    state.store.set(row.id, {{"told", Json(told).dump()}});
  }
  constexpr std::int64_t kGiveUp = 86'400;
  if (missing.empty() || seconds_now() - row.created > kGiveUp) {
    state.store.close(row.id);
  } else {
    throw Error(ErrorCode::Peer, missing);
  }
}

// A party that has its result asks the one who leads whether all have theirs; that one waits until
// they have.
void settle(State& state, const JobRow& row, const Proposal& proposal) {
  const auto own = state.settled()->config.name;
  if (row.coordinator != own) {
    try {
      const auto answer = ask_party(state, row.coordinator,
                                    {{"do", "finished"}, {"id", row.id}, {"run", row.run}}, kTell);
      const auto there = state_of(answer.at("state").text());
      if (has_ended(there) && there != JobState::Done) {
        (void)end_job(state, row.id, there, answer.at("reason").text(), row.coordinator);
      } else if (there == JobState::Done) {
        note_done(state, row.id);  // that it is was said before, and could not be written down
      }
    } catch (const Error& error) {
      if (error.code() != ErrorCode::Policy) throw;
      (void)end_job(state, row.id, JobState::Failed,
                    fmt::format("{} does not know this job any more", row.coordinator),
                    row.coordinator);
    }
    return;
  }
  const auto told = Json::parse(row.told).get<std::vector<std::string>>();
  for (const auto& party : others_of(state, proposal)) {
    if (std::ranges::find(told, party) == told.end()) return;
  }
  note_done(state, row.id);
}

bool has_expired(State& state, const JobRow& row) {
  const auto days = state.settled()->config.decision;
  if (seconds_now() - row.created < days.count()) return false;
  return end_job(state, row.id, JobState::Cancelled,
                 fmt::format("was not decided within {} days", days.count() / 86'400),
                 state.settled()->config.name);
}

}  // namespace

void tell_failed(const State& state, const JobRow& row, const std::string& reason) {
  for (const auto& party : others_of(state, proposal_of(Json::parse(row.document)))) {
    try {
      (void)ask_party(state, party,
                      {{"do", "ended"},
                       {"id", row.id},
                       {"state", state_name(JobState::Failed)},
                       {"reason", reason}},
                      kTell);
    } catch (const Error&) {
      continue;  // it hears of it when the job's end is written down here
    }
  }
}

void recover_jobs(State& state) {
  const auto own = state.settled()->config.name;
  for (const auto& head : state.store.list(true, SIZE_MAX >> 1U)) {
    if (head.state != JobState::Running) continue;
    const auto row = *state.store.find(head.id);
    // What it had opened is not known any more: what it may have opened is charged.
    const auto proposal = proposal_of(Json::parse(row.document));
    const protocol::PartyId place(static_cast<std::uint32_t>(proposal.place_of(own)));
    for (const auto& item : federation::forecast_of(proposal.job)) {
      if (item.kind != protocol::Kind::Opened || !item.subject.contains(place) ||
          item.recipient == place) {
        continue;
      }
      state.store.add_opened(row.id, row.table, proposal.parties[item.recipient.index()],
                             item.label, item.most.value({}));
    }
    if (opens_unknown_number(proposal, federation::forecast_of(proposal.job), own)) {
      state.store.set(row.id, {{"record", Json{{"cut_off", true}}.dump()}});
    }
    (void)end_job(state, row.id, JobState::Failed,
                  fmt::format("the daemon of {} ended while the job ran", own), own);
  }
}

void advance_job(State& state, const std::string& id) {
  auto found = state.store.find(id);
  if (!found) return;
  auto& row = *found;
  const auto proposal = proposal_of(Json::parse(row.document));
  const bool leads = row.coordinator == state.settled()->config.name;
  switch (row.state) {
    case JobState::Waiting:
      (void)has_expired(state, row);
      return;
    case JobState::Approved:
      if (has_expired(state, row) || !leads) return;
      if (collect(state, row, proposal)) try_start(state, row, proposal);
      return;
    case JobState::Running:
      return;
    case JobState::Finishing:
      settle(state, row, proposal);
      return;
    case JobState::Done:
      if (!leads) {
        state.store.close(row.id);
        return;
      }
      tell_end(state, row, proposal);
      return;
    case JobState::Failed:
    case JobState::Rejected:
    case JobState::Cancelled:
      tell_end(state, row, proposal);
      return;
  }
}

}  // namespace privet::party
