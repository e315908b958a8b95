// SPDX-License-Identifier: Apache-2.0
// A job that runs: one thread for the protocols, one that asks the other parties how they are.
#include <fmt/format.h>

#include <array>
#include <map>
#include <thread>

#include "base/error.h"
#include "federation/run/one_party.h"
#include "federation/task/referee_entry.h"
#include "federation/tasks.h"
#include "net/line_facts.h"
#include "party/daemon/desk.h"
#include "party/daemon/job_views.h"
#include "party/daemon/watch.h"
#include "party/runner/own_part.h"
#include "party/wire/wire.h"
#include "party/words.h"

namespace privet::party {
namespace {

using RunClock = std::chrono::steady_clock;

// The lines of one job: called from here, or taken from those that have called.
class DaemonMeeting final : public federation::Meeting {
 public:
  DaemonMeeting(State& state, std::string run) : state_(state), run_(std::move(run)) {}

  std::unique_ptr<net::Stream> call(const federation::PeerAddress& peer,
                                    const net::ChannelOptions& options) override {
    const auto settled = state_.settled();
    auto stream = open_line(settled->peer(peer.name), settled->identity, run_, in_time(options));
    note(peer.name, *stream);
    return stream;
  }
  std::vector<std::unique_ptr<net::Stream>> await(std::span<const federation::PeerAddress> peers,
                                                  const net::ChannelOptions& options) override {
    std::vector<std::string> names;
    for (const auto& peer : peers) names.push_back(peer.name);
    auto out = state_.lines.take(run_, names, in_time(options));
    for (std::size_t i = 0; i < names.size(); ++i) note(names[i], *out[i]);
    return out;
  }
  [[nodiscard]] const Json& facts() const { return facts_; }

 private:
  [[nodiscard]] net::ChannelOptions in_time(net::ChannelOptions options) const {
    options.timeout = std::min(options.timeout, state_.settled()->config.meeting);
    return options;
  }
  void note(const std::string& peer, const net::Stream& stream) {
    const auto facts = net::facts_of(stream);
    PRIVET_CHECK(facts.has_value());
    facts_.push_back({{"peer", peer},
                      {"version", facts->version},
                      {"cipher", facts->cipher},
                      {"certificate", facts->fingerprint}});
  }

  State& state_;
  std::string run_;
  Json facts_ = Json::array();
};

// Tells the live job what it does.
class StageObserver final : public Observer {
 public:
  explicit StageObserver(LiveJob& live) : live_(live) {}
  void progress(std::string_view stage, double /*fraction*/) override { live_.set_stage(stage); }
  void warn(std::string_view /*message*/) override {}

 private:
  LiveJob& live_;
};

class JobRun {
 public:
  JobRun(State& state, JobRow row, std::shared_ptr<LiveJob> live)
      : state_(state),
        row_(std::move(row)),
        live_(std::move(live)),
        settled_(state.settled()),
        proposal_(proposal_of(Json::parse(row_.document))),
        own_(static_cast<std::uint32_t>(proposal_.place_of(settled_->config.name))) {}

  void run() {
    state_.audit.add("started", {{"job", row_.id}, {"run", row_.run}});
    state_.log.say(LogLevel::Info, "started", {{"job", row_.id}});
    std::string failure;
    auto code = ErrorCode::Internal;
    try {
      const Watch watch(state_, row_, proposal_.parties, live_);
      work();
      state_.forget(row_.id);
      state_.log.say(LogLevel::Info, "finishing", {{"job", row_.id}});
      return;
    } catch (const Error& error) {
      failure = error.code() == ErrorCode::Input ? without_values(error.what(), row_.document)
                                                 : error.what();
      code = error.code();
    } catch (const std::bad_alloc&) {
      failure = "out of memory";
    } catch (const std::exception& error) {
      failure = fmt::format("internal error: {}", error.what());
    }
    fail(code, failure);
  }

 private:
  void work() {
    const auto agreement = Json::parse(row_.agreement);
    const auto job = job_of(proposal_, agreement);
    StageObserver stage(*live_);
    const Run run(&stage, &live_->stopped(), settled_->config.threads);
    live_->set_stage("reading the table");
    const auto part = read_table(run);
    if (commitment_to_data(row_.salt, part.fingerprint) !=
        decision_of(Json::parse(row_.decision)).data) {
      throw Error(ErrorCode::Input, fmt::format("table {} has changed since {} agreed", row_.table,
                                                settled_->config.name));
    }
    federation::OneParty party{.own = own_,
                               .peers = addresses(),
                               .job = job,
                               .part = part.data,
                               .lines = {},
                               .agreed = agreement_digest(agreement),
                               .opened = [&](const auto& entries) { account(entries); }};
    party.lines.timeout = settled_->config.message;
    party.lines.agreeing = settled_->config.meeting;
    party.lines.running = settled_->config.running;
    party.lines.cancelled = &live_->stopped();
    DaemonMeeting meeting(state_, row_.run);
    federation::MovedBytes moved = 0;
    const auto begin = RunClock::now();
    live_->set_stage("meeting the other parties");
    federation::run_one_party(party, meeting, moved, run, [&](federation::PartyReport report) {
      const std::chrono::duration<double> passed = RunClock::now() - begin;
      keep(report, job, part, meeting.facts(), passed.count());
    });
  }

  // What is wrong with the table is for this party's log; the reason goes to all.
  [[nodiscard]] OwnPart read_table(const Run& run) const {
    try {
      return own_part(settled_->config, proposal_, kept_model(state_, proposal_), run);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::Interrupted || error.code() == ErrorCode::Internal) throw;
      state_.log.say(LogLevel::Warn, "the table does not fit a job",
                     {{"job", row_.id}, {"reason", without_values(error.what(), row_.document)}});
      throw Error(ErrorCode::Input, std::string(kDoesNotFit));
    }
  }

  [[nodiscard]] std::vector<federation::PeerAddress> addresses() const {
    std::vector<federation::PeerAddress> out;
    for (const auto& name : proposal_.parties) {
      if (name == settled_->config.name) {
        out.push_back({name, settled_->identity.certificate, settled_->config.address_host,
                       settled_->config.address_port});
      } else {
        const auto& peer = settled_->peer(name);
        out.push_back({name, peer.certificate, peer.host, peer.port});
      }
    }
    return out;
  }

  // What others have learned of this party's table.
  void account(const std::vector<federation::ReportedEntry>& entries) {
    accounted_ = true;
    auto learned_from = model_table(state_, proposal_);
    if (learned_from == row_.table) learned_from.clear();
    const std::scoped_lock lock(state_.budgets);
    for (const auto& [entry, formula, most] : entries) {
      if (entry.kind != protocol::Kind::Opened || !entry.subject.contains(own_)) continue;
      if (entry.recipient == own_) continue;
      for (const auto& table : {row_.table, learned_from}) {
        if (table.empty()) continue;
        state_.store.add_opened(row_.id, table, proposal_.parties[entry.recipient.index()],
                                entry.label, entry.count);
      }
    }
    state_.charged(row_.id);
    ledger_ = ledger_json(entries);
  }

  [[nodiscard]] Json ledger_json(const std::vector<federation::ReportedEntry>& entries) const {
    Json out = Json::array();
    for (const auto& [entry, formula, most] : entries) {
      if (!federation::is_listed(entry)) continue;
      const auto about = names_of(entry.subject, proposal_);
      out.push_back({{"party", proposal_.parties[entry.recipient.index()]},
                     {"learns", with_names(entry.label, proposal_.parties)},
                     {"about", about},
                     {"count", entry.count},
                     {"most", most},
                     {"formula", with_names(formula, proposal_.parties)},
                     {"why", with_names(entry.why, proposal_.parties)}});
    }
    return out;
  }

  [[nodiscard]] std::string model_of(const federation::Answer& answer, const OwnPart& part) const {
    if (!answer.part.empty()) return answer.part;
    if (proposal_.uses_model()) return {};
    const auto task = federation::find_task(proposal_.job.task, proposal_.job.split);
    const bool knows_rows =
        proposal_.job.split == federation::Split::Vertical && proposal_.job.key.empty();
    if (!task.model || task.join || !knows_rows) return {};
    return task.model(answer, part.rows);
  }

  void keep(const federation::PartyReport& report, const federation::Job& job, const OwnPart& part,
            const Json& lines, double seconds) {
    account(report.ledger);
    const auto task = federation::find_task(job.task, job.split);
    std::uint64_t masked = 0;
    for (const auto& one : report.ledger) {
      if (!federation::is_listed(one.entry) && one.entry.recipient == own_) {
        masked += one.entry.count;
      }
    }
    std::string model;
    for (const auto& choice : task.protocols) {
      if (choice.name == job.protocol) model = choice.summary;
    }
    const Json record{{"task", job.task},
                      {"split", federation::split_name(job.split)},
                      {"protocol", job.protocol},
                      {"how", model},
                      {"trust", federation::trust_name(job.trust)},
                      {"adversary", "semi-honest"},
                      {"referees", task.referees(job)},
                      {"connections", lines},
                      {"masked", masked},
                      {"sent", report.traffic.sent},
                      {"received", report.traffic.received},
                      {"rounds", report.traffic.rounds},
                      {"seconds", seconds}};
    state_.counters.sent += report.traffic.sent;
    state_.counters.received += report.traffic.received;
    constexpr std::array kFrom{JobState::Running};
    // Somebody may have ended it in the last moment: then there is no result.
    if (!live_->ending().second.empty() ||
        !state_.store.change(row_.id, kFrom, JobState::Finishing,
                             {{"answer", report.answer.json},
                              {"gist", report.answer.gist},
                              {"part", model_of(report.answer, part)},
                              {"ledger", ledger_.dump()},
                              {"record", record.dump()}})) {
      throw Error(ErrorCode::Interrupted, "the job was ended");
    }
    state_.audit.add("finished", {{"job", row_.id}, {"ledger", ledger_}, {"connections", lines}});
  }

  void fail(ErrorCode code, std::string failure) {
    // Another party may know the cause: it says so within a moment.
    constexpr std::chrono::milliseconds kCause{1500};
    const auto deadline = RunClock::now() + kCause;
    while (code == ErrorCode::Peer && live_->ending().second.empty() &&
           RunClock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    auto [end, reason] = live_->ending();
    if (reason.empty()) {
      end = JobState::Failed;
      reason = fmt::format("{}: {}", settled_->config.name, with_names(failure, proposal_.parties));
    }
    if (accounted_) state_.store.set(row_.id, {{"ledger", ledger_.dump()}});
    const auto& own = settled_->config.name;
    state_.forget(row_.id);
    (void)end_job(state_, row_.id, end, reason, own);
  }

  State& state_;
  JobRow row_;
  std::shared_ptr<LiveJob> live_;
  std::shared_ptr<const Settled> settled_;
  Proposal proposal_;
  protocol::PartyId own_;
  Json ledger_ = Json::array();
  bool accounted_ = false;
};

}  // namespace

namespace {

// The keeping of it has failed, since the disk is full perhaps: the others hear at once that there
// is no result, and here it is written down as soon as that can be done.
void end_unkept(State& state, const JobRow& row, const std::shared_ptr<LiveJob>& live,
                const std::string& why) {
  const auto own = state.settled()->config.name;
  const auto reason = fmt::format("{}: the job cannot be kept: {}", own, why);
  state.log.say(LogLevel::Error, "a job cannot be kept", {{"job", row.id}, {"reason", why}});
  live->end(JobState::Failed, reason);
  const auto end = live->ending().second;
  tell_failed(state, row, end);
  state.forget(row.id);
  constexpr std::chrono::seconds kAgain{1};
  for (;;) {
    try {
      (void)end_job(state, row.id, JobState::Failed, end, own);
      return;
    } catch (const std::exception&) {
      if (state.stopping) return;  // the next start ends it
      std::this_thread::sleep_for(kAgain);
    }
  }
}

}  // namespace

void start_running(State& state, const std::string& id) {
  auto row = state.store.find(id);
  PRIVET_CHECK(row.has_value() && row->state == JobState::Running);
  const auto live = state.begin(id);
  const bool begun = state.runners.run([&state, row = *row, live] {
    try {
      JobRun(state, row, live).run();
    } catch (const std::exception& error) {
      end_unkept(state, row, live, error.what());
    }
    state.wake();
  });
  if (begun) return;
  state.forget(id);
  (void)end_job(state, id, JobState::Failed, "too many jobs run here",
                state.settled()->config.name);
}

}  // namespace privet::party
