// SPDX-License-Identifier: Apache-2.0
// A federated task: an algorithm over oracles that parties answer together, described once.
// Idea: a task says which split it is for, which protocols may answer, what each discloses, what
// the plain algorithm answers over the whole data and how one party takes part. Everything else (a
// rehearsal, a daemon, their reports) is the same for all tasks. The list of them is in
// federation/tasks.h.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/description.h"
#include "base/run.h"
#include "base/settings.h"
#include "federation/task/data_set.h"
#include "session/session.h"

namespace privet::federation {

// Of parties: as many as a session takes.
inline constexpr std::size_t kAnyNumber = protocol::kMostParties;

// What the parties rely on. ByProtocol: what the protocol's row in docs/threat-model.md says.
// HonestMajority: three parties of whom no two collude; two that do learn everything. Never chosen
// by itself.
enum class Trust : std::uint8_t { ByProtocol, HonestMajority };
[[nodiscard]] std::string_view trust_name(Trust trust);
// Throws Error{Usage} for another name than trust_names() has.
[[nodiscard]] Trust trust_of(std::string_view name);
[[nodiscard]] std::span<const std::string_view> trust_names();

// A way in which parties answer a task's questions.
struct ProtocolChoice {
  std::string_view name;
  std::string_view summary;
  std::size_t least_parties = 2;
  std::size_t most_parties = kAnyNumber;
  Trust trust = Trust::ByProtocol;  // what it needs
  // Empty, or why a party should not rely on it: then it must be allowed expressly.
  std::string_view weakness = {};
  std::string_view formerly = {};  // an older spelling, refused with a hint
};

// What all parties agree on.
struct Job {
  std::string task;
  Split split = Split::Vertical;
  std::string protocol;
  Trust trust = Trust::ByProtocol;
  bool allow_weak = false;
  std::size_t parties = 0;
  std::vector<std::pair<std::string, std::string>> parameters;  // of the task, as they were given
  // Names one run of the job: no two runs have the same. Empty where the session's own id will do.
  std::string run = {};
  // By party, or empty: schema_fingerprint() of its part.
  std::vector<std::string> schemas = {};
  // The place of the party that has the class column, in tasks that have one.
  std::size_t class_site = 0;
  bool classifies = false;  // the parties also have rows to classify by what they learned
  // The column by which the parties find the rows that all of them have (federation/align/align.h);
  // empty: they have the same rows in the same order.
  std::string key = {};
};

// What a party may claim, whatever the job; part of every agreement. More is refused before
// anything is stored.
inline constexpr std::size_t kMostItems = std::size_t{1} << 20U;       // of one party
inline constexpr std::size_t kMostCandidates = std::size_t{1} << 24U;  // of one pass over itemsets
inline constexpr std::size_t kPaillierBits = 2048;                     // of a key

// An answer as one JSON object, and what it is in a few words for people.
struct Answer {
  std::string json;
  std::string gist;
  // The party's part of the model as a file of its own (docs/format/model-part.md), in tasks that
  // have such parts.
  std::string part = {};
};

struct ReleaseLoss;  // federation/release/anonymize_horizontal.h

// The end of the name of a task that classifies by parts of a model that were saved.
inline constexpr std::string_view kSavedTask = " --saved";

struct Task {
  std::string name;  // as the command line has it: "mine rules"
  Split split = Split::Vertical;
  std::vector<Parameter> parameters;
  std::vector<ProtocolChoice> protocols;  // the first is the default
  // What a run will open: the ledger enforces it.
  std::function<protocol::Forecast(const Job&)> forecast;
  // Who does something for others in it, such as comparing their sets. Part of the agreement.
  std::function<std::string(const Job&)> referees;
  // By the plain algorithm, over all data.
  std::function<Answer(const DataSet& whole, const Settings&, const Run&)> plain;
  // One party's part in it; every party gets the answer, or its part of it if there is join().
  std::function<Answer(session::Session&, const DataSet& part, const Job&, const Settings&,
                       const Run&)>
      secure;
  bool takes_baskets = false;  // its data may also be baskets
  // Of equally good columns the first wins: the plain run needs them in the order of the parties.
  bool first_column_wins = true;
  // Throws Error{Usage} for settings that go wrong together; may be empty.
  std::function<void(const Settings&)> check = {};
  // The answer about this many rows as a model file (docs/format/model.md); may be empty.
  std::function<std::string(const Answer&, std::size_t rows)> model = {};
  // What of the parts must stand in the job, such as the class site; may be empty. Throws
  // Error{Input} if the parts do not fit the task.
  std::function<void(Job&, std::span<const DataSet> parts)> place = {};
  // The parties' parts of an answer put together, for the comparison with the plain one; empty if
  // every party has all of it. Needs all parties' answers: never part of a run between parties.
  std::function<Answer(std::span<const Answer> parts)> join = {};
  // Whether an answer that differs from the plain one over `whole` does so within the tolerance
  // that the task states; empty: it must be the same.
  std::function<bool(const Answer& found, const DataSet& whole, const Settings&, const Run&)> near =
      {};
  bool classifies = false;  // it can classify further rows (Job::classifies)
  // Numeric columns that count as categories, so that all parties know their values; of a
  // horizontal split. May be empty.
  std::function<std::vector<std::string>(const Settings&)> categories = {};
  // Whether the parties must know each other's categories, where they have the same columns.
  bool codebook = false;
  // By how much the numbers of an answer may differ from the plain one's, relative to their size
  // (or absolutely, below 1): where sums are rounded otherwise. 0: not at all.
  double tolerance = 0;
  // A party's part of an answer can be saved: as Answer::part, or where that is empty by model().
  bool saves_parts = false;
  // Of tasks that make a release, of which every party ends with its own records: what that costs;
  // `sites`: how many of the first, the next, ... records are whose. Empty for other tasks.
  std::function<ReleaseLoss(const Table& whole, std::span<const std::size_t> sites, const Job&,
                            const Run&)>
      release_loss = {};
  std::string_view command = "rehearse";  // the command that runs it
};

// Whether an answer is the plain one, as the task allows. How long an iteration took to settle
// ("iterations", "gradient") is not compared where there is a tolerance.
[[nodiscard]] bool same_answer(const Task& task, const Answer& answer, const Answer& plain);

// The task's first protocol that relies on just that. Throws Error{Usage} if it has none.
[[nodiscard]] std::string default_protocol(const Task& task, Trust trust);
// Throws Error{Usage} if the job's protocol is unknown, weak and not allowed, not for this many
// parties, or needs other trust than the job declares.
void check_job(const Task& task, const Job& job);

// The job's parameters as checked settings of the task, and back.
[[nodiscard]] Settings job_settings(const Task& task, const Job& job);
[[nodiscard]] std::vector<std::pair<std::string, std::string>> given_parameters(
    const Task& task, const Settings& settings);

// The largest frame that every line of the session takes.
[[nodiscard]] std::uint32_t smallest_frame(const session::Session& session);

// An opening about all other parties, each value about all of them or about some, to every party,
// at most this many values.
[[nodiscard]] protocol::Forecast told_to_all(std::size_t parties, protocol::Opening opening,
                                             const protocol::Bound& most, protocol::Occurs occurs,
                                             protocol::About about);

}  // namespace privet::federation
