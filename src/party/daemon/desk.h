// SPDX-License-Identifier: Apache-2.0
// What becomes of jobs when somebody says something about them: a person here, or another party.
// Idea: all changes of state go through the store, which lets each happen once. The party where a
// job was submitted leads it: it asks the others for their decisions, collects the signatures,
// gives the sign to start, and says at the end whether it is done. Until it has said so, a party
// that has a result keeps it back: a job is done everywhere or nowhere.
#pragma once

#include <string>

#include "base/json.h"
#include "party/daemon/state.h"
#include "party/proposal/agreement.h"

namespace privet::party {

// What this party says to a job, and the secret salt of its commitment.
struct OwnDecision {
  Decision decision;
  std::string salt;
  std::string detail;  // why the table does not fit; for people here, never for a peer
  bool read = false;   // the table was: whatever was said then tells something about it
  // For a person here.
  [[nodiscard]] const std::string& reason() const {
    return detail.empty() ? decision.reason : detail;
  }
};
// What peers hear if the table cannot be read or does not fit: what is wrong with it would tell
// them what is in it.
inline constexpr std::string_view kDoesNotFit =
    "this party's table does not fit the job; its operator can see why";

// Person: somebody here wants it, or has approved it, so that what the policy leaves to a person is
// approved.
enum class Asked : std::uint8_t { Fresh, Person };
// `id` is empty if the job is not in the store yet. If the job has a place here and is approved,
// what it may open is charged from now on.
[[nodiscard]] OwnDecision decide_here(State& state, const Proposal& proposal,
                                      const std::string& asking, const std::string& id,
                                      Asked asked);
// The sign to start: judges it once more by the budgets of now, and makes it Running with these
// values. Why not; empty if it runs now.
[[nodiscard]] std::string begin_here(State& state, const JobRow& row,
                                     const std::map<std::string, std::string>& values);

// This party's part of the model by which a job classifies, as the job kept it that made it; empty
// for a job that uses none. Throws Error{Input} if there is none here.
[[nodiscard]] std::string kept_model(const State& state, const Proposal& proposal);
// The table of this party that the model was learned from; empty if there is none.
[[nodiscard]] std::string model_table(const State& state, const Proposal& proposal);

// By a person here. The id of the new job. Throws Error{Policy} if the own policy refuses it.
[[nodiscard]] std::string submit_job(State& state, const Proposal& proposal);
void approve_job(State& state, const std::string& id);
void reject_job(State& state, const std::string& id, const std::string& why);
void cancel_job(State& state, const std::string& id, const std::string& why);

// Ends it here in any state that is not an end, and stops it if it runs. `from` is who says so.
// Whether it was still open.
bool end_job(State& state, const std::string& id, JobState end, const std::string& reason,
             const std::string& from);

// All parties have a result: the one here may be shown.
void note_done(State& state, const std::string& id);

// By another party: propose, agree, start, ended, finished, ask, tables, renew. Throws Error for
// what cannot be granted; the words go back to the peer.
[[nodiscard]] Json answer_peer(State& state, const Peer& from, const Json& request);

// The reason of a job that all have approved, and for which there is no place yet.
inline constexpr std::string_view kWaitsForPlace = "waits for other jobs to end here";

// Tells all other parties, as far as they can be reached now, that it has failed here.
void tell_failed(const State& state, const JobRow& row, const std::string& reason);
// Runs it in a thread of its own. Requires that it is in the state Running.
void start_running(State& state, const std::string& id);

// After a start of the daemon: jobs that ran have failed.
void recover_jobs(State& state);
// One look at a job that is open: asks, tells, starts, closes. Throws Error{Peer} if somebody could
// not be reached: it is worth another look later.
void advance_job(State& state, const std::string& id);

}  // namespace privet::party
