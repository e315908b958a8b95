// SPDX-License-Identifier: Apache-2.0
#include "federation/rehearsal/rehearsal.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/os_random.h"
#include "federation/align/align.h"
#include "federation/rehearsal/child_process.h"
#include "federation/rehearsal/control.h"
#include "federation/task/referee_entry.h"
#include "federation/tasks.h"

namespace privet::federation {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kSlice{50};
// How long after a failure to wait for the others' words: one of them may know the cause.
constexpr std::chrono::milliseconds kGrace{400};
// How long a party that runs is silent at most: several beats.
constexpr std::chrono::milliseconds kSilence{1900};
// What the parties themselves wait for each other. They cannot tell one that computes from one that
// waits; the rehearsal can, and ends them in time.
constexpr std::chrono::hours kPatience{24};
// Parties of one machine that have all started.
constexpr std::chrono::minutes kAgreeing{10};
// Below this share of the time between two beats a process only waits.
constexpr double kComputes = 0.01;
// How long parties that have reported may take to end by themselves.
constexpr std::chrono::milliseconds kFarewell{2000};

// What the rehearsal knows of one of its processes.
struct PartyState {
  std::string name;
  MessageReader reader;
  Clock::time_point heard;
  Clock::time_point progress;  // when it last computed, moved a byte or said something new
  std::optional<Hello> hello;
  std::optional<PartyReport> report;
  std::optional<Failure> failure;
  Beat beat;
};

class PartyProcesses {
 public:
  PartyProcesses(const RehearsalOptions& options, std::size_t parties, const Run& run)
      : options_(options), run_(run) {
    for (std::size_t i = 0; i < parties; ++i) {
      children_.push_back(std::make_unique<ChildProcess>(options.program, options.arguments));
      parties_.push_back({.name = "party-" + std::to_string(i + 1),
                          .reader = {},
                          .heard = Clock::now(),
                          .progress = Clock::now(),
                          .hello = {},
                          .report = {},
                          .failure = {},
                          .beat = {}});
    }
    if (!options.started) return;
    std::vector<pid_t> ids;
    for (const auto& child : children_) ids.push_back(child->id());
    options.started(ids);
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& party : parties_) out.push_back(party.name);
    return out;
  }

  void send(std::size_t party, std::span<const std::byte> bytes) { children_[party]->queue(bytes); }

  // Goes on until `done` holds of every party.
  template <class Done>
  void wait_for(Done done) {
    while (!std::ranges::all_of(parties_, done)) {
      step();
      if (first_failure()) fail();
      check_heard(std::max(options_.lines.timeout, kSilence));
      check_progress();
      const auto& stage = parties_.front().beat.stage;
      run_.progress(stage.empty() ? "starting the parties" : stage);
    }
  }

  [[nodiscard]] std::vector<PeerAddress> addresses() const {
    std::vector<PeerAddress> out;
    for (const auto& party : parties_) {
      out.push_back({party.name, party.hello->certificate, "127.0.0.1", party.hello->port});
    }
    return out;
  }

  [[nodiscard]] const PartyReport& report(std::size_t party) const {
    return parties_[party].report.value();
  }

  // Lets all parties end by themselves; who does not is ended by the destructor.
  void dismiss() {
    for (auto& child : children_) child->close_input();
    const auto deadline = Clock::now() + kFarewell;
    const auto gone = [](const auto& child) { return child->outcome().has_value(); };
    while (!std::ranges::all_of(children_, gone) && Clock::now() < deadline) {
      ChildProcess::pump(children_, std::chrono::milliseconds(5));
    }
  }

 private:
  void step() {
    ChildProcess::pump(children_, kSlice);
    for (std::size_t i = 0; i < parties_.size(); ++i) {
      auto& party = parties_[i];
      party.reader.feed(children_[i]->take_output());
      while (auto message = party.reader.take()) hear(party, *message);
      if (children_[i]->ended() && !party.report && !party.failure) note_death(i);
    }
  }

  static void hear(PartyState& party, const Message& message) {
    const auto before = std::exchange(party.heard, Clock::now());
    if (message.kind == MessageKind::Beat) {
      const Beat last = std::exchange(party.beat, decode_beat(message.bytes));
      const std::chrono::duration<double, std::milli> passed = party.heard - before;
      const auto used = static_cast<double>(party.beat.processor - last.processor);
      if (party.beat.moved == last.moved && used < kComputes * passed.count()) return;
    }
    party.progress = party.heard;
    switch (message.kind) {
      case MessageKind::Hello:
        party.hello = decode_hello(message.bytes);
        return;
      case MessageKind::Beat:
        return;
      case MessageKind::Report:
        party.report = decode_report(message.bytes);
        return;
      case MessageKind::Failure:
        party.failure = decode_failure(message.bytes);
        party.failure->message = party.name + ": " + party.failure->message;
        return;
      case MessageKind::Assignment:
      case MessageKind::Peers:
        throw Error(
            ErrorCode::Internal,
            party.name + " sent a message: expected one of a party, got one of the rehearsal");
    }
  }

  // Its output ended without an explanation: it was killed or has crashed.
  void note_death(std::size_t party) {
    const auto outcome = children_[party]->outcome();
    if (!outcome) return;  // in a moment
    parties_[party].failure = Failure{
        ErrorCode::Peer, parties_[party].name + " " + *outcome + " before it had an answer"};
    died_ = died_ ? died_ : std::optional(party);
  }

  // The one that tells the cause: a death first, then an error that is not about another party.
  [[nodiscard]] const Failure* first_failure() const {
    if (died_) return &*parties_[*died_].failure;
    const Failure* found = nullptr;
    for (const auto& party : parties_) {
      if (!party.failure) continue;
      if (party.failure->code != ErrorCode::Peer) return &*party.failure;
      if (found == nullptr) found = &*party.failure;
    }
    return found;
  }

  [[noreturn]] void fail() {
    const auto deadline = Clock::now() + kGrace;
    while (!died_ && first_failure()->code == ErrorCode::Peer && Clock::now() < deadline) step();
    const auto& failure = *first_failure();
    // Who waits for a party that waits for a stalled one blames the wrong one; the silent one is
    // it.
    if (failure.code == ErrorCode::Peer && !died_) check_heard(kSilence);
    throw Error(failure.code, failure.message);
  }

  void check_heard(std::chrono::milliseconds limit) const {
    for (const auto& party : parties_) {
      if (party.report || party.failure || Clock::now() - party.heard < limit) continue;
      throw Error(ErrorCode::Peer, party.name + " sent no sign of life for " +
                                       std::to_string(limit.count()) +
                                       " ms: it is stopped or the machine is overloaded");
    }
  }

  // All are there, and none does anything: they wait for each other.
  void check_progress() const {
    const auto limit =
        std::max(options_.lines.timeout, kSilence) + net::longest_pause(options_.lines.link);
    Clock::time_point last;
    std::string stages;
    for (const auto& party : parties_) {
      last = std::max(last, party.progress);
      stages += (stages.empty() ? "" : ", ") + party.name + ": " +
                (party.report               ? "done"
                 : party.beat.stage.empty() ? "starting"
                                            : party.beat.stage);
    }
    if (Clock::now() - last < limit) return;
    throw Error(ErrorCode::Peer, "no party has computed or sent anything for " +
                                     std::to_string(limit.count()) +
                                     " ms: they wait for each other (" + stages + ")");
  }

  const RehearsalOptions& options_;
  const Run& run_;
  std::vector<std::unique_ptr<ChildProcess>> children_;
  std::vector<PartyState> parties_;
  std::optional<std::size_t> died_;
};

// What this party learned, and how many masks it was sent.
void list_learned(const PartyReport& report, std::size_t party, std::span<const std::string> names,
                  Rehearsal& out) {
  for (const auto& [entry, formula, most] : report.ledger) {
    if (entry.recipient.index() != party) continue;
    if (!is_listed(entry)) {
      out.masked += entry.count;
      continue;
    }
    std::vector<std::string> about;
    for (const auto subject : entry.subject.list()) about.push_back(names[subject.index()]);
    out.ledger.push_back(
        {names[party], entry.label, std::move(about), entry.count, most, formula, entry.why});
  }
}

// What somebody learned of somebody stands in the ledgers of both.
void check_ledgers(const PartyProcesses& processes, std::size_t parties) {
  std::vector<std::vector<protocol::LedgerEntry>> ledgers(parties);
  for (std::size_t i = 0; i < parties; ++i) {
    for (const auto& one : processes.report(i).ledger) ledgers[i].push_back(one.entry);
  }
  const auto differences = protocol::disagreements(ledgers);
  if (!differences.empty()) {
    throw Error(ErrorCode::Internal, "the parties' ledgers do not agree: " + differences.front());
  }
}

// 128 bits in hexadecimal that no other run has.
std::string fresh_run() {
  std::string out;
  for (int i = 0; i < 2; ++i) out += fmt::format("{:016x}", os_random_u64());
  return out;
}

// An answer is compared with that of the plain algorithm, exactly or as the task has it.
using Compare = std::function<bool(const Answer&)>;

Rehearsal summary(const PartyProcesses& processes, std::span<const std::string> names,
                  std::span<const std::string> holdings, const Task& task, const Compare& compare) {
  check_ledgers(processes, names.size());
  Rehearsal out;
  out.identical = true;
  out.answer = processes.report(0).answer;
  if (task.join) {
    for (std::size_t i = 0; i < names.size(); ++i) out.parts.push_back(processes.report(i).answer);
    out.answer = task.join(out.parts);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& report = processes.report(i);
    const bool same = compare(task.join ? out.answer : report.answer);
    out.identical = out.identical && same;
    out.rounds = std::max(out.rounds, report.traffic.rounds);
    out.bytes += report.traffic.sent;
    out.parties.push_back({names[i], holdings[i], report.traffic.sent, report.traffic.received,
                           report.traffic.rounds, same});
    list_learned(report, i, names, out);
  }
  return out;
}

}  // namespace

Rehearsal rehearse(const DataSet& whole, const Job& job, const RehearsalOptions& options,
                   const Run& run) {
  auto parts = split_data(whole, job.split, job.parties, options.deal, options.seed);
  return rehearse(whole, std::move(parts), job, options, run);
}

Rehearsal rehearse(const DataSet& whole, std::vector<DataSet> parts, const Job& job,
                   const RehearsalOptions& options, const Run& run) {
  const auto task = find_task(job.task, job.split);
  check_job(task, job);
  PRIVET_CHECK(parts.size() == job.parties);
  Job one_run = job;
  place_job(one_run, parts);
  one_run.run = fresh_run();
  const auto pooled = job.key.empty() ? whole : joined_on_key(parts, whole, job.key, one_run.run);
  const auto plain = task.plain(pooled, job_settings(task, job), run);

  const auto start = Clock::now();
  PartyProcesses processes(options, job.parties, run);
  const auto names = processes.names();
  LineOptions lines = options.lines;
  lines.timeout = kPatience;
  lines.agreeing = kAgreeing;
  std::vector<std::string> holdings;
  for (std::uint32_t i = 0; i < job.parties; ++i) {
    holdings.push_back(describe_part(parts[i], job.split));
    processes.send(
        i, encode(Assignment{i, names, one_run, lines, options.threads, std::move(parts[i])}));
  }
  processes.wait_for([](const PartyState& party) { return party.hello.has_value(); });
  const auto addresses = encode(processes.addresses());
  for (std::size_t i = 0; i < job.parties; ++i) processes.send(i, addresses);
  processes.wait_for([](const PartyState& party) { return party.report.has_value(); });
  const std::chrono::duration<double> passed = Clock::now() - start;
  const Compare compare = [&](const Answer& found) {
    if (same_answer(task, found, plain)) return true;
    return task.near && task.near(found, pooled, job_settings(task, job), run);
  };
  auto out = summary(processes, names, holdings, task, compare);
  out.seconds = passed.count();
  out.rows = rows_of(pooled);
  out.rows_known = job.split != Split::Join;
  if (task.model) out.model = task.model(out.answer, out.rows);
  for (const auto& part : out.parts) {
    if (!task.saves_parts) break;
    out.model_parts.push_back(part.part.empty() ? task.model(part, out.rows) : part.part);
  }
  processes.dismiss();
  return out;
}

}  // namespace privet::federation
