// SPDX-License-Identifier: Apache-2.0
// What other parties ask, and how they are answered.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "base/error.h"
#include "base/version.h"
#include "party/catalogue/catalogue.h"
#include "party/daemon/desk.h"
#include "party/words.h"

namespace privet::party {
namespace {

JobRow job_of_peer(const State& state, const Peer& from, const Json& request) {
  auto row = state.store.find(request.at("id").text());
  if (!row) throw Error(ErrorCode::Policy, "there is no such job");
  const auto parties = Json::parse(row->document).at("parties").get<std::vector<std::string>>();
  if (std::ranges::find(parties, from.name) == parties.end()) {
    throw Error(ErrorCode::Policy, "there is no such job");  // no word to those it does not concern
  }
  return *std::move(row);
}

JobRow job_led_by(const State& state, const Peer& from, const Json& request) {
  auto row = job_of_peer(state, from, request);
  if (row.coordinator != from.name) {
    throw Error(ErrorCode::Policy, fmt::format("{} leads this job", row.coordinator));
  }
  return row;
}

Json current_decision(const JobRow& row) {
  auto decision = decision_of(Json::parse(row.decision));
  if (has_ended(row.state)) {
    decision.approved = false;
    decision.waits = false;
    decision.reason = row.reason;
    decision.schema.clear();
    decision.data.clear();
  }
  return {{"decision", json_of(decision)}, {"state", state_name(row.state)}};
}

void check_id(const std::string& id) {
  const bool fits = id.size() == 32 && std::ranges::all_of(id, [](char c) {
                      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                    });
  if (!fits) throw Error(ErrorCode::Input, "a job's id has 32 hexadecimal digits");
}

Json propose(State& state, const Peer& from, const Json& request) {
  const auto id = request.at("id").text();
  check_id(id);
  const auto& document = request.at("document");
  if (const auto known = state.store.find(id)) {
    if (known->coordinator != from.name || !(Json::parse(known->document) == document)) {
      throw Error(ErrorCode::Policy, "there is another job of this id");
    }
    return current_decision(*known);
  }
  const auto proposal = proposal_of(document);
  const auto own = state.settled()->config.name;
  (void)proposal.place_of(own);
  (void)proposal.place_of(from.name);
  constexpr std::uint64_t kMostOfPeer = 1000;
  if (state.store.count_open(from.name) >= kMostOfPeer) {
    throw Error(
        ErrorCode::Policy,
        fmt::format("{} jobs of {} are open here, and more are not taken", kMostOfPeer, from.name));
  }
  const auto mine = decide_here(state, proposal, from.name, {}, Asked::Fresh);
  JobRow row;
  row.id = id;
  row.coordinator = from.name;
  row.document = document_of(proposal).dump();
  row.created = row.changed = seconds_now();
  row.table = proposal.tables.at(own);
  row.salt = mine.salt;
  row.decision = json_of(mine.decision).dump();
  row.decisions = "{}";
  row.state = mine.decision.approved ? JobState::Approved
              : mine.decision.waits  ? JobState::Waiting
                                     : JobState::Rejected;
  if (row.state == JobState::Rejected)
    row.reason = shortened(fmt::format("{}: {}", own, mine.decision.reason), kLongestReason);
  if (row.state == JobState::Waiting) row.reason = "a person here must decide";
  if (!state.store.add(row)) return propose(state, from, request);  // it came twice at once
  if (row.state == JobState::Rejected) {
    // That a table does not fit is an answer about it: it counts for the day, as a signed job does.
    if (mine.read) state.store.set(id, {{"signed", std::to_string(row.created)}});
    state.store.close(id);  // who leads it tells the others
  }
  state.audit.add("proposed", {{"job", id},
                               {"by", from.name},
                               {"document", document},
                               {"decided", state_name(row.state)},
                               {"reason", row.reason}});
  state.log.say(LogLevel::Info, "proposed",
                {{"job", id}, {"by", from.name}, {"decided", state_name(row.state)}});
  state.wake();
  return current_decision(row);
}

// Everything in the agreement that this party can know must be as it knows it.
void check_agreement(const State& state, const JobRow& row, const Json& agreement) {
  const auto settled = state.settled();
  const auto proposal = proposal_of(agreement.at("document"));
  AgreementParts expected{row.id, agreement.at("run").text(), proposal, {}, {}};
  for (const auto& party : proposal.parties) {
    const auto& said = agreement.at("parties").at(party);
    const bool own = party == settled->config.name;
    expected.fingerprints[party] =
        net::fingerprint(own ? settled->identity.certificate : settled->peer(party).certificate);
    expected.decisions[party] = own ? decision_of(Json::parse(row.decision))
                                    : Decision{true,
                                               false,
                                               {},
                                               said.at("nonce").text(),
                                               said.at("schema").text(),
                                               said.at("data").text(),
                                               said.at("audit").text()};
  }
  if (agreement.at("version").text() != kVersion) {
    throw Error(ErrorCode::Policy, fmt::format("version {} runs here, and {} there", kVersion,
                                               agreement.at("version").text()));
  }
  if (!(make_agreement(expected) == agreement) ||
      !(agreement.at("document") == Json::parse(row.document))) {
    throw Error(ErrorCode::Policy, "the agreement is not about the job that was approved here");
  }
}

Json agree(State& state, const Peer& from, const Json& request) {
  const auto row = job_led_by(state, from, request);
  if (row.state != JobState::Approved) {
    throw Error(ErrorCode::Policy, fmt::format("the job is {} here{}{}", state_name(row.state),
                                               row.reason.empty() ? "" : ": ", row.reason));
  }
  const auto& agreement = request.at("agreement");
  check_id(agreement.at("run").text());
  check_agreement(state, row, agreement);
  if (!state.reserve(row.id)) return {{"busy", true}};
  // The policy and the budgets of now; a person's approval stays one, and only that.
  const auto proposal = proposal_of(agreement.at("document"));
  const auto again = decide_here(state, proposal, row.coordinator, row.id,
                                 row.person.empty() ? Asked::Fresh : Asked::Person);
  if (again.decision.waits) {
    state.release(row.id);
    constexpr std::array kFrom{JobState::Approved};
    (void)state.store.change(row.id, kFrom, JobState::Waiting,
                             {{"decision", json_of(again.decision).dump()},
                              {"salt", again.salt},
                              {"reason", "a person here must decide"}});
    state.audit.add("waits", {{"job", row.id}});
    return {{"waits", true}};
  }
  if (!again.decision.approved) {
    (void)end_job(state, row.id, JobState::Rejected,
                  fmt::format("{}: {}", state.settled()->config.name, again.decision.reason),
                  state.settled()->config.name);
    throw Error(ErrorCode::Policy, again.decision.reason);
  }
  state.store.set(row.id, {{"agreement", agreement.dump()},
                           {"run", agreement.at("run").text()},
                           {"signed", std::to_string(seconds_now())}});
  const auto signature = sign_agreement(state.settled()->identity, agreement);
  state.audit.add("signed", {{"job", row.id}, {"digest", agreement_digest(agreement)}});
  return {{"signature", signature}};
}

Json start(State& state, const Peer& from, const Json& request) {
  const auto row = job_led_by(state, from, request);
  if (row.state == JobState::Running) return {{"started", true}};
  const auto agreement = Json::parse(row.agreement);
  const auto settled = state.settled();
  const auto& signatures = request.at("signatures");
  for (const auto& party : proposal_of(agreement.at("document")).parties) {
    const auto& certificate = party == settled->config.name ? settled->identity.certificate
                                                            : settled->peer(party).certificate;
    if (!signed_agreement(certificate, agreement, signatures.at(party).text())) {
      throw Error(ErrorCode::Policy, fmt::format("{} has not signed this agreement", party));
    }
  }
  const auto refusal = begin_here(state, row, {{"signatures", signatures.dump()}});
  if (!refusal.empty()) {
    // Somebody may have ended it since it was signed: that is its end then.
    const auto now = state.store.find(row.id);
    if (!has_ended(now->state)) throw Error(ErrorCode::Policy, refusal);
    return {{"ended", state_name(now->state)}, {"reason", now->reason}};
  }
  start_running(state, row.id);
  return {{"started", true}};
}

// Whoever has its result asks the one who leads; others cannot take it away. Here, if this party
// leads, one that has not said that it has a result has none: then nobody keeps one.
bool may_still_end(const State& state, const JobRow& row, const std::string& party) {
  if (row.state != JobState::Finishing) return true;
  if (row.coordinator != state.settled()->config.name) return false;
  const auto finished = Json::parse(row.told).get<std::vector<std::string>>();
  return std::ranges::find(finished, party) == finished.end();
}

Json ended(State& state, const Peer& from, const Json& request) {
  const auto row = job_of_peer(state, from, request);
  const auto end = state_of(request.at("state").text());
  const auto& reason = request.at("reason").text();
  const bool leads = row.coordinator == from.name;
  if (end == JobState::Done) {
    if (!leads) throw Error(ErrorCode::Policy, fmt::format("{} leads this job", row.coordinator));
    note_done(state, row.id);
  } else if (has_ended(end) && (leads || may_still_end(state, row, from.name))) {
    (void)end_job(state, row.id, end, reason, from.name);
  }
  return {{"state", state_name(state.store.find(row.id)->state)}};
}

Json finished(State& state, const Peer& from, const Json& request) {
  const auto row = job_of_peer(state, from, request);
  if (row.run == request.at("run").text() &&
      (row.state == JobState::Running || row.state == JobState::Finishing)) {
    auto told = Json::parse(row.told).get<std::vector<std::string>>();
    if (std::ranges::find(told, from.name) == told.end()) {
      told.push_back(from.name);
      state.store.set(row.id, {{"told", Json(told).dump()}});
      state.wake();
    }
  }
  return {{"state", state_name(row.state)}, {"reason", row.reason}};
}

Json ask(State& state, const Peer& from, const Json& request) {
  const auto row = job_of_peer(state, from, request);
  if (const auto live = state.live(row.id)) {
    const auto [end, reason] = live->ending();
    if (!reason.empty()) return {{"state", state_name(end)}, {"reason", reason}};
  }
  return {{"state", state_name(row.state)}, {"reason", row.reason}};
}

Json release(State& state, const Peer& from, const Json& request) {
  const auto row = job_led_by(state, from, request);
  if (row.state == JobState::Approved) state.release(row.id);
  return {{"released", true}};
}

Json tables(State& state, const Peer& /*from*/, const Json& /*request*/) {
  const auto settled = state.settled();
  const Run run(nullptr, &state.stopping, 1);
  Json list = Json::array();
  for (const auto& entry : settled->config.tables) {
    if (!settled->policy.shows(entry.name)) continue;
    Json one{{"name", entry.name}};
    if (settled->policy.shows_columns || settled->policy.shows_rows) {
      const auto described = describe_registered(entry, run);
      if (!described.fault.empty()) continue;
      if (settled->policy.shows_rows) one["rows"] = described.rows;
      Json columns = Json::array();
      for (const auto& column : described.columns) {
        columns.push_back({{"name", column.name}, {"type", column.type}});
      }
      if (settled->policy.shows_columns) one["columns"] = columns;
    }
    list.push_back(one);
  }
  return {{"tables", list}};
}

Json renewed(State& state, const Peer& from, const Json& request) {
  state.change([&](Settled& settled) {
    settled.peers.replace_pin(from.name, request.at("certificate").text(),
                              request.at("signature").text());
    settled.peers.write(state.folder.peers());
  });
  state.audit.add(
      "pin replaced",
      {{"peer", from.name}, {"fingerprint", net::fingerprint(request.at("certificate").text())}});
  return {{"replaced", true}};
}

}  // namespace

Json answer_peer(State& state, const Peer& from, const Json& request) {
  using Answer = Json (*)(State&, const Peer&, const Json&);
  constexpr std::array<std::pair<std::string_view, Answer>, 9> kAnswers{{{"propose", propose},
                                                                         {"agree", agree},
                                                                         {"start", start},
                                                                         {"ended", ended},
                                                                         {"finished", finished},
                                                                         {"ask", ask},
                                                                         {"release", release},
                                                                         {"tables", tables},
                                                                         {"renewed", renewed}}};
  const auto what = request.at("do").text();
  for (const auto& [name, answer] : kAnswers) {
    if (name == what) return answer(state, from, request);
  }
  throw Error(ErrorCode::Input, fmt::format("there is no request {}", quote_for_message(what)));
}

}  // namespace privet::party
