// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "federation/tasks.h"
#include "party/daemon/query_history.h"
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

namespace {

// Those of other jobs that may still open something about the table count as if they had.
JudgedData facts_of(const State& state, const Proposal& proposal, const std::string& asking,
                    const std::string& id) {
  const auto own = state.settled()->config.name;
  const auto& table = proposal.tables.at(own);
  JudgedData out{.own = own,
                 .asking = asking,
                 .columns = {},
                 .jobs_today = state.store.jobs_since(asking, seconds_now() - kDay, id),
                 .opened = state.store.opened(table),
                 .cut_off = state.store.was_cut_off(table)};
  // What is opened by a model tells about the table that it was learned from, too.
  out.model_table = model_table(state, proposal);
  if (!out.model_table.empty()) {
    for (const auto& [party, count] : state.store.opened(out.model_table)) {
      out.opened[party] = std::max(out.opened[party], count);
    }
    out.cut_off = out.cut_off || state.store.was_cut_off(out.model_table);
  }
  for (const auto& other : state.all_held()) {
    const auto row = other == id ? std::nullopt : state.store.find(other);
    if (!row || row->table != table) continue;
    const auto held = proposal_of(Json::parse(row->document));
    for (const auto& [party, count] :
         known_openings(held, federation::forecast_of(held.job), own)) {
      out.opened[party] += count;
    }
  }
  return out;
}

// What can be said of the columns before the table is read.
std::vector<std::string> listed_columns(const Proposal& proposal, const std::string& own) {
  const auto listed = proposal.columns.find(own);
  if (listed == proposal.columns.end()) return {};
  auto out = listed->second;
  if (!proposal.job.key.empty()) out.push_back(proposal.job.key);
  return out;
}

PolicyVerdict judge_seen(const State& state, const Proposal& proposal, const std::string& asking,
                         const std::string& id, const SeenTable& seen) {
  auto data = facts_of(state, proposal, asking, id);
  data.columns = seen.columns;
  data.rows = seen.rows;
  return judge(state.settled()->policy, proposal, federation::forecast_of(proposal.job), data);
}

// The table is read only if the policy may allow the job.
PolicyVerdict judge_unseen(const State& state, const Proposal& proposal, const std::string& asking,
                           const std::string& id) {
  auto data = facts_of(state, proposal, asking, id);
  data.columns = listed_columns(proposal, data.own);
  data.seen = false;
  return judge(state.settled()->policy, proposal, federation::forecast_of(proposal.job), data);
}

// Nothing if it cannot be read or does not fit: why is said in `detail` and in the log.
std::optional<OwnPart> read_part(State& state, const Proposal& proposal, std::string& detail) {
  const auto settled = state.settled();
  try {
    const Run run(nullptr, &state.stopping, settled->config.threads);
    return own_part(settled->config, proposal, kept_model(state, proposal), run);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Interrupted || error.code() == ErrorCode::Internal) throw;
    detail = error.what();
    return std::nullopt;
  }
}

}  // namespace

std::string kept_model(const State& state, const Proposal& proposal) {
  if (!proposal.uses_model()) return {};
  const auto row = state.store.find(proposal.model);
  if (!row || row->state != JobState::Done) {
    throw Error(ErrorCode::Input,
                fmt::format("there is no job {} here that made a model", proposal.model));
  }
  if (row->part.empty()) {
    throw Error(ErrorCode::Input, fmt::format("job {} left no part of a model", proposal.model));
  }
  // Nobody else takes the place of one who has a part.
  const auto made = Json::parse(row->document).at("parties").get<std::vector<std::string>>();
  if (made != proposal.parties) {
    throw Error(
        ErrorCode::Input,
        fmt::format("job {} was of other parties, or named them in another order", proposal.model));
  }
  return row->part;
}

std::string model_table(const State& state, const Proposal& proposal) {
  if (!proposal.uses_model()) return {};
  const auto row = state.store.find(proposal.model);
  return row ? row->table : std::string();
}

OwnDecision decide_here(State& state, const Proposal& proposal, const std::string& asking,
                        const std::string& id, Asked asked) {
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
    if (const auto verdict = judge_unseen(state, proposal, asking, id);
        verdict.decide == Decide::Never) {
      out.decision.reason = shortened(verdict.reason, kLongestReason);
      return out;
    }
    out.read = true;
    const auto part = read_part(state, proposal, out.detail);
    if (!part) {
      out.decision.reason = kDoesNotFit;
      state.log.say(LogLevel::Warn, "the table does not fit a job",
                    {{"job", id},
                     {"by", asking},
                     {"reason", without_values(out.detail, document_of(proposal).dump())}});
      return out;
    }
    const std::scoped_lock lock(state.budgets);
    check_answered(state, proposal, id);
    const SeenTable seen{part->columns, part->rows};
    const auto verdict = judge_seen(state, proposal, asking, id, seen);
    out.decision.reason = shortened(verdict.reason, kLongestReason);
    if (verdict.decide == Decide::Never) return out;
    out.decision.schema = federation::schema_fingerprint(part->data);
    out.decision.data = commitment_to_data(out.salt, part->fingerprint);
    out.decision.waits = verdict.decide == Decide::Ask && asked == Asked::Fresh;
    out.decision.approved = !out.decision.waits;
    if (out.decision.approved) state.hold(id, seen);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Interrupted || error.code() == ErrorCode::Internal) throw;
    out.decision.reason = shortened(error.what(), kLongestReason);
  }
  return out;
}

std::string begin_here(State& state, const JobRow& row,
                       const std::map<std::string, std::string>& values) {
  const std::scoped_lock lock(state.budgets);
  const auto seen = state.held(row.id);
  if (!seen) return "the place for the job was given up";
  // What the table holds was judged when it was signed, and is compared when the job runs.
  const auto proposal = proposal_of(Json::parse(row.document));
  const auto verdict = judge_seen(state, proposal, row.coordinator, row.id, *seen);
  if (verdict.decide == Decide::Never) return verdict.reason;
  if (verdict.decide == Decide::Ask && row.person.empty()) return "a person here must decide";
  constexpr std::array kFrom{JobState::Approved};
  if (!state.store.change(row.id, kFrom, JobState::Running, values)) {
    return fmt::format("the job is {} here", state_name(state.store.find(row.id)->state));
  }
  (void)state.reserve(row.id);
  return {};
}

std::string submit_job(State& state, const Proposal& proposal) {
  const auto settled = state.settled();
  const auto& own = settled->config.name;
  (void)proposal.place_of(own);
  const auto mine = decide_here(state, proposal, own, {}, Asked::Person);
  if (!mine.decision.approved) {
    throw Error(ErrorCode::Policy, fmt::format("{} refuses: {}", own, mine.reason()));
  }
  auto row = new_row(random_hex(kNonce), own, proposal, own);
  row.state = JobState::Approved;
  row.salt = mine.salt;
  row.decision = json_of(mine.decision).dump();
  row.decisions = Json{{own, json_of(mine.decision)}}.dump();
  PRIVET_CHECK(state.store.add(row));
  state.store.set(row.id, {{"person", "yes"}});
  state.audit.add("submitted", {{"job", row.id}, {"document", document_of(proposal)}});
  state.log.say(LogLevel::Info, "submitted", {{"job", row.id}, {"task", proposal.job.task}});
  state.wake();
  return row.id;
}

void approve_job(State& state, const std::string& id) {
  const auto row = require_job(state, id);
  const auto proposal = proposal_of(Json::parse(row.document));
  // The table and the policy of now, not those of when it came.
  const auto mine = decide_here(state, proposal, row.coordinator, id, Asked::Person);
  if (!mine.decision.approved) {
    throw Error(ErrorCode::Policy, fmt::format("the policy refuses it: {}", mine.reason()));
  }
  constexpr std::array kFrom{JobState::Waiting};
  if (!state.store.change(id, kFrom, JobState::Approved,
                          {{"decision", json_of(mine.decision).dump()},
                           {"salt", mine.salt},
                           {"person", "yes"},
                           {"reason", ""}})) {
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

bool end_job(State& state, const std::string& id, JobState end, const std::string& given,
             const std::string& from) {
  const auto reason = shortened(given, kLongestReason);
  // No word of a peer makes a job done: it is, if everybody has a result.
  if (end == JobState::Done) end = JobState::Failed;
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

void note_done(State& state, const std::string& id) {
  constexpr std::array kFrom{JobState::Finishing};
  if (!state.store.change(id, kFrom, JobState::Done, {{"told", "[]"}, {"reason", ""}})) return;
  state.audit.add("done", {{"job", id}});
  state.log.say(LogLevel::Info, "done", {{"job", id}});
  state.wake();
}

}  // namespace privet::party
