// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "federation/tasks.h"
#include "party/runner/own_part.h"
#include "party/words.h"

namespace privet::party {
namespace {

constexpr std::int64_t kDay = 86'400;
constexpr std::size_t kNonce = 16;

JobRow new_row(const std::string& id, const std::string& coordinator, const Proposal& proposal,
               const std::string& own) {
  JobRow out;
  out.id = id;
  out.coordinator = coordinator;
  out.document = document_of(proposal).dump();
  out.created = seconds_now();
  out.changed = out.created;
  out.table = proposal.tables.at(own);
  out.decision = "{}";
  out.decisions = "{}";
  return out;
}

JobRow require_job(const State& state, const std::string& id) {
  auto row = state.store.find(id);
  if (!row) throw Error(ErrorCode::Usage, fmt::format("there is no job {}", quote_for_message(id)));
  return *std::move(row);
}

}  // namespace

OwnDecision decide_here(State& state, const Proposal& proposal, const std::string& asking,
                        Asked asked) {
  const auto settled = state.settled();
  const auto& own = settled->config.name;
  OwnDecision out;
  out.decision.nonce = random_hex(kNonce);
  out.salt = random_hex(kNonce);
  out.decision.audit = state.audit.head().hash;
  try {
    for (const auto& party : proposal.parties) {
      if (party != own) (void)settled->peer(party);
    }
    const Run run(nullptr, nullptr, settled->config.threads);
    const auto part = own_part(settled->config, proposal, run);
    const std::uint64_t itself = asked == Asked::Again ? 1 : 0;
    const auto jobs = state.store.jobs_since(asking, seconds_now() - kDay);
    const JudgedData data{.own = own,
                          .asking = asking,
                          .columns = part.columns,
                          .rows = part.rows,
                          .jobs_today = jobs - std::min(jobs, itself),
                          .opened = state.store.opened(proposal.tables.at(own))};
    const auto verdict =
        judge(settled->policy, proposal, federation::forecast_of(proposal.job), data);
    out.decision.schema = federation::schema_fingerprint(part.data);
    out.decision.data = commitment_to_data(out.salt, part.fingerprint);
    out.decision.reason = verdict.reason;
    const bool asks = verdict.decide == Decide::Ask;
    out.decision.waits = asks && asked == Asked::Fresh;
    out.decision.approved = verdict.decide == Decide::Automatic || (asks && asked != Asked::Fresh);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Interrupted || error.code() == ErrorCode::Internal) throw;
    out.decision.reason = error.what();
  }
  return out;
}

std::string submit_job(State& state, const Proposal& proposal) {
  const auto settled = state.settled();
  const auto& own = settled->config.name;
  (void)proposal.place_of(own);
  const auto mine = decide_here(state, proposal, own, Asked::Wanted);
  if (!mine.decision.approved) {
    throw Error(ErrorCode::Policy, fmt::format("{} refuses: {}", own, mine.decision.reason));
  }
  auto row = new_row(random_hex(kNonce), own, proposal, own);
  row.state = JobState::Approved;
  row.salt = mine.salt;
  row.decision = json_of(mine.decision).dump();
  row.decisions = Json{{own, json_of(mine.decision)}}.dump();
  PRIVET_CHECK(state.store.add(row));
  state.audit.add("submitted", {{"job", row.id}, {"document", document_of(proposal)}});
  state.log.say(LogLevel::Info, "submitted", {{"job", row.id}, {"task", proposal.job.task}});
  state.wake();
  return row.id;
}

void approve_job(State& state, const std::string& id) {
  const auto row = require_job(state, id);
  const auto proposal = proposal_of(Json::parse(row.document));
  // The table and the policy of now, not those of when it came.
  const auto mine = decide_here(state, proposal, row.coordinator, Asked::Again);
  if (!mine.decision.approved) {
    throw Error(ErrorCode::Policy, fmt::format("the policy refuses it: {}", mine.decision.reason));
  }
  constexpr std::array kFrom{JobState::Waiting};
  if (!state.store.change(
          id, kFrom, JobState::Approved,
          {{"decision", json_of(mine.decision).dump()}, {"salt", mine.salt}, {"reason", ""}})) {
    throw Error(ErrorCode::Usage, fmt::format("job {} does not wait for a decision: it is {}", id,
                                              state_name(row.state)));
  }
  state.audit.add("approved", {{"job", id}, {"by", "a person"}});
  state.wake();
}

void reject_job(State& state, const std::string& id, const std::string& why) {
  const auto row = require_job(state, id);
  const auto own = state.settled()->config.name;
  if (row.state != JobState::Waiting) {
    throw Error(ErrorCode::Usage, fmt::format("job {} does not wait for a decision: it is {}", id,
                                              state_name(row.state)));
  }
  (void)end_job(state, id, JobState::Rejected,
                fmt::format("rejected by a person at {}{}{}", own, why.empty() ? "" : ": ", why),
                own);
}

void cancel_job(State& state, const std::string& id, const std::string& why) {
  const auto row = require_job(state, id);
  const auto own = state.settled()->config.name;
  if (!end_job(state, id, JobState::Cancelled,
               fmt::format("cancelled by a person at {}{}{}", own, why.empty() ? "" : ": ", why),
               own)) {
    throw Error(ErrorCode::Usage,
                fmt::format("job {} has ended already: it is {}", id, state_name(row.state)));
  }
}

bool end_job(State& state, const std::string& id, JobState end, const std::string& reason,
             const std::string& from) {
  // One that runs is ended by its own thread, when it has stopped.
  if (const auto live = state.live(id)) {
    live->end(end, reason);
    return true;
  }
  constexpr std::array kFrom{JobState::Waiting, JobState::Approved, JobState::Running,
                             JobState::Finishing};
  const auto own = state.settled()->config.name;
  const Json told = from == own ? Json::array() : Json::array({from});
  if (!state.store.change(id, kFrom, end,
                          {{"reason", reason},
                           {"answer", ""},
                           {"gist", ""},
                           {"part", ""},
                           {"told", told.dump()}})) {
    return false;
  }
  state.release(id);
  state.audit.add(state_name(end), {{"job", id}, {"reason", reason}, {"from", from}});
  state.log.say(end == JobState::Failed ? LogLevel::Warn : LogLevel::Info, state_name(end),
                {{"job", id}, {"reason", reason}});
  state.wake();
  return true;
}

}  // namespace privet::party
