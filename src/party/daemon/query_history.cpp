// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/query_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "federation/query/query_audit.h"
#include "federation/query/query_release.h"
#include "federation/query/site_answer.h"
#include "federation/tasks.h"

namespace privet::party {
namespace {

constexpr std::string_view kAnswered = "answered";

// A refusal tells something too, and is counted only if the query is done: whoever let runs fail
// after the verdict could ask without end.
bool tells_of_answer(const JobRow& row) {
  namespace openings = federation::query_openings;
  if (Json::parse(row.record).find("cut_off") != nullptr) return true;
  const auto ledger = Json::parse(row.ledger);
  return std::ranges::any_of(ledger, [](const Json& one) {
    const auto learns = one.at("learns").text();
    return std::ranges::any_of(
        std::array{openings::kAnswer, openings::kOccupied, openings::kVerdict, openings::kGroups},
        [&](const auto& opening) { return learns == opening.label; });
  });
}

bool is_under_way(const State& state, const JobRow& row) {
  if (row.state == JobState::Running || row.state == JobState::Finishing) return true;
  return row.state == JobState::Approved && state.held(row.id).has_value();
}

void check_parties(const Proposal& proposal, const JobRow& row, const std::string& table) {
  const auto earlier = proposal_of(Json::parse(row.document));
  if (earlier.tables == proposal.tables) return;
  throw Error(ErrorCode::Policy,
              fmt::format("{} has answered queries together with other tables: what both answers "
                          "say would tell their records apart",
                          table));
}

// The log of the last query that is done; each one's log goes on from the one before.
std::string last_log(const State& state, const Proposal& proposal, const std::string& id) {
  const auto own = state.settled()->config.name;
  const auto& table = proposal.tables.at(own);
  std::string out;
  std::size_t longest = 0;
  for (const auto& row : state.store.of_task(table, proposal.job.task)) {
    if (row.id == id) continue;
    if (is_under_way(state, row)) {
      throw Error(
          ErrorCode::Policy,
          fmt::format("another query of {} is under way: submit this one afterwards", table));
    }
    if (row.state == JobState::Done) {
      check_parties(proposal, row, table);
      const auto log = Json::parse(row.answer).at("log");
      const auto length = log.at("queries").size() + log.at("refused").size();
      if (length < longest) continue;
      longest = length;
      out = log.dump();
    } else if (has_ended(row.state) && tells_of_answer(row)) {
      throw Error(ErrorCode::Policy,
                  fmt::format("a query of {} ended when its answer, or what it asked for, may have "
                              "been told to some, so "
                              "it is not known what the next one would add: {} answers no more",
                              table, table));
    }
  }
  return out;
}

bool is_query(const Proposal& proposal) {
  return proposal.job.task == federation::kQueryTask;
}

}  // namespace

void add_answered(const State& state, Proposal& proposal) {
  if (!is_query(proposal)) return;
  const auto log = last_log(state, proposal, {});
  if (!log.empty()) proposal.job.parameters.emplace_back(kAnswered, log);
}

void check_answered(const State& state, const Proposal& proposal, const std::string& id) {
  if (!is_query(proposal)) return;
  const auto task = federation::find_task(proposal.job.task, proposal.job.split);
  const auto given = federation::answered_before(federation::job_settings(task, proposal.job));
  if (given == last_log(state, proposal, id)) return;
  throw Error(ErrorCode::Policy,
              "the query does not go on from what was answered last: submit it again");
}

}  // namespace privet::party
