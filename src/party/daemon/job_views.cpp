// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/job_views.h"

#include <fmt/format.h>

#include "base/error.h"
#include "federation/task/referee_entry.h"
#include "federation/tasks.h"
#include "party/daemon/control.h"
#include "party/proposal/agreement.h"
#include "party/words.h"

namespace privet::party {
namespace {

constexpr std::size_t kMostListed = 1000;

JobRow found_job(const State& state, const std::string& id) {
  return *state.store.find(full_id(state, id));
}

// Of a head or a whole row.
Json summary_of(const State& state, const auto& row) {
  const auto document = Json::parse(row.document);
  Json out{{"id", row.id},
           {"state", state_name(row.state)},
           {"task", document.at("task")},
           {"parties", document.at("parties")},
           {"submitted_by", row.coordinator},
           {"created", time_text(row.created)},
           {"changed", time_text(row.changed)}};
  if (!row.reason.empty()) out["reason"] = row.reason;
  if (const auto live = state.live(row.id)) out["stage"] = live->stage();
  return out;
}

Json forecast_of_row(const Proposal& proposal) {
  Json out = Json::array();
  for (const auto& item : federation::forecast_of(proposal.job)) {
    if (!federation::is_listed(item)) continue;
    const auto about = names_of(item.subject, proposal);
    out.push_back({{"party", proposal.parties[item.recipient.index()]},
                   {"learns", with_names(item.label, proposal.parties)},
                   {"about", about},
                   {"most", with_names(item.most.text(), proposal.parties)},
                   {"always", item.occurs == protocol::Occurs::Always},
                   {"why", with_names(item.why, proposal.parties)}});
  }
  return out;
}

}  // namespace

Json names_of(const protocol::PartySet& parties, const Proposal& proposal) {
  Json out = Json::array();
  for (const auto party : parties.list()) out.push_back(proposal.parties[party.index()]);
  return out;
}

std::string full_id(const State& state, const std::string& begin) {
  if (state.store.find(begin)) return begin;
  const auto found = begin.empty() ? std::vector<std::string>() : state.store.beginning_with(begin);
  if (found.size() == 1) return found.front();
  throw Error(ErrorCode::Usage, found.empty()
                                    ? fmt::format("there is no job {}", quote_for_message(begin))
                                    : fmt::format("more than one job begins with {}: give more "
                                                  "of the id",
                                                  quote_for_message(begin)));
}

Json list_jobs(const State& state) {
  Json jobs = Json::array();
  for (const auto& row : state.store.list(false, kMostListed, JobStore::With::Documents)) {
    jobs.push_back(summary_of(state, row));
  }
  return {{"jobs", jobs}};
}

Json show_job(const State& state, const std::string& id) {
  const auto row = found_job(state, id);
  auto out = summary_of(state, row);
  const auto document = Json::parse(row.document);
  out["document"] = document;
  out["forecast"] = forecast_of_row(proposal_of(document));
  if (!row.agreement.empty()) {
    const auto agreement = Json::parse(row.agreement);
    out["agreement"] = Json{{"digest", agreement_digest(agreement)},
                            {"run", row.run},
                            {"signatures", Json::parse(row.signatures)}};
  }
  if (row.state == JobState::Done) out["record"] = Json::parse(row.record);
  return out;
}

Json show_result(const State& state, const std::string& id) {
  const auto row = found_job(state, id);
  if (row.state != JobState::Done) {
    throw Error(has_ended(row.state) ? ErrorCode::Infeasible : ErrorCode::Usage,
                fmt::format("job {} has no result: it is {}{}{}", row.id, state_name(row.state),
                            row.reason.empty() ? "" : ": ", row.reason));
  }
  return {{"id", row.id},      {"task", Json::parse(row.document).at("task")},
          {"gist", row.gist},  {"answer", Json::parse(row.answer)},
          {"model", row.part}, {"record", Json::parse(row.record)}};
}

Json show_ledger(const State& state, const std::string& id) {
  const auto row = found_job(state, id);
  return {{"id", row.id}, {"state", state_name(row.state)}, {"ledger", Json::parse(row.ledger)}};
}

std::string metrics_text(const State& state) {
  std::string out;
  const auto put = [&](std::string_view name, std::string_view kind, std::string_view help,
                       std::uint64_t value) {
    out += fmt::format("# HELP privet_{0} {2}\n# TYPE privet_{0} {1}\nprivet_{0} {3}\n", name, kind,
                       help, value);
  };
  out += "# HELP privet_jobs Jobs by state.\n# TYPE privet_jobs gauge\n";
  for (const auto& [name, count] : state.store.count_states()) {
    out += fmt::format("privet_jobs{{state=\"{}\"}} {}\n", name, count);
  }
  put("peers", "gauge", "Peers, confirmed or not.", state.settled()->peers.all().size());
  put("requests_total", "counter", "Requests of peers.", state.counters.requests);
  put("refused_callers_total", "counter", "Callers who were refused.",
      state.counters.refused_callers);
  put("sent_bytes_total", "counter", "Bytes sent by jobs that finished.", state.counters.sent);
  put("received_bytes_total", "counter", "Bytes received by jobs that finished.",
      state.counters.received);
  put("audit_lines", "gauge", "Lines of the audit log.", state.audit.head().lines);
  return out;
}

}  // namespace privet::party
