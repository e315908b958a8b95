// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/serve.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "base/error.h"
#include "base/os_random.h"
#include "base/version.h"
#include "net/door.h"
#include "net/local_socket.h"
#include "party/daemon/answer_line.h"
#include "party/daemon/control.h"
#include "party/daemon/desk.h"
#include "party/daemon/http_front.h"
#include "party/words.h"

namespace privet::party {
namespace {

using ServeClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kStep{50};
constexpr std::size_t kPeerThreads = 64;
constexpr std::size_t kStrangerThreads = 8;  // of their own: peers are heard whoever else calls
constexpr std::size_t kLocalThreads = 16;
constexpr std::size_t kJobThreads = 32;
constexpr std::size_t kMostOpen = 10'000;  // jobs that are looked at

net::DoorList door_list(const State& state) {
  const auto settled = state.settled();
  net::DoorList out{settled->identity, {}, net::Strangers::Refused};
  for (const auto& peer : settled->peers.all()) out.peers.push_back({peer.name, peer.certificate});
  if (state.store.invites(seconds_now())) out.strangers = net::Strangers::Anyone;
  return out;
}

class Daemon {
 public:
  Daemon(const Folder& folder, const ServeHooks& hooks)
      : state_(folder, hooks.log),
        control_(folder.control()),
        listener_(state_.settled()->config.listen_host, state_.settled()->config.listen_port),
        door_(listener_, door_list(state_)) {
    // With port 0 the address that others receive is the one that was found.
    if (state_.settled()->config.address_port == 0) {
      state_.change([&](Settled& settled) { settled.config.address_port = listener_.port(); });
    }
    const auto http = hooks.http_port ? hooks.http_port : state_.settled()->config.http_port;
    if (http) http_ = std::make_unique<HttpFront>(state_, *http);
  }

  void run(const ServeHooks& hooks, const std::atomic<bool>& stop) {
    const auto settled = state_.settled();
    const auto fingerprint = net::fingerprint(settled->identity.certificate);
    state_.audit.add("serving", {{"version", kVersion}, {"fingerprint", fingerprint}});
    recover_jobs(state_);
    std::jthread answering([this](const std::stop_token& end) { answer_callers(end); });
    std::jthread controlling([this](const std::stop_token& end) { answer_control(end); });
    std::jthread browsing([this](const std::stop_token& end) {
      if (http_ != nullptr) http_->run([&] { return end.stop_requested(); });
    });
    state_.log.say(LogLevel::Info, "serving",
                   {{"port", listener_.port()},
                    {"http", http_ == nullptr ? 0 : http_->port()},
                    {"fingerprint", fingerprint}});
    if (hooks.started) {
      hooks.started({settled->config.name, settled->config.listen_host, listener_.port(),
                     http_ == nullptr ? 0 : http_->port(), fingerprint});
    }
    while (!stop) {
      try {
        if (hooks.reload && hooks.reload()) reload();
        look_after_jobs();
      } catch (const std::exception& error) {
        // The store may be out of reach for a while; other parties' lines are not.
        state_.log.say(LogLevel::Error, "jobs cannot be looked after", {{"reason", error.what()}});
        std::this_thread::sleep_for(std::chrono::seconds(1));
      }
    }
    state_.log.say(LogLevel::Info, "stopping");
    controlling.request_stop();
    browsing.request_stop();
    wind_up();
    answering.request_stop();
  }

  // Tells the peers of a new key, as the daemon before this one was about to.
  void go_on_with(const Renewal& renewal) {
    (void)jobs_.run([this, renewal] {
      (void)tell_renewal(state_, renewal);
      state_.log.say(LogLevel::Info, "renewed");
    });
  }

 private:
  void reload() {
    try {
      (void)command_answer(state_, {{"do", "reload"}});
      state_.log.say(LogLevel::Info, "reloaded");
    } catch (const Error& error) {
      state_.log.say(LogLevel::Error, "the files cannot be used; those read before hold",
                     {{"reason", error.what()}});
    }
  }

  void answer_callers(const std::stop_token& end) {
    auto checked = ServeClock::now();
    std::uint64_t taken = 0;
    while (!end.stop_requested()) {
      try {
        // Invitations end by themselves.
        const auto wanted = state_.door_wanted();
        if (wanted != taken || ServeClock::now() - checked > std::chrono::seconds(1)) {
          renew_door();
          state_.door_taken(wanted);
          taken = wanted;
          checked = ServeClock::now();
          state_.lines.sweep();
        }
        for (auto& met : door_.step(kStep)) take(std::move(met));
        state_.counters.refused_callers = door_.refused();
      } catch (const std::exception& error) {
        state_.log.say(LogLevel::Error, "the door failed", {{"reason", error.what()}});
        std::this_thread::sleep_for(kStep);
      }
    }
  }

  void renew_door() {
    auto next = door_list(state_);
    const auto& now = door_.list();
    const auto same = [](const net::PinnedPeer& a, const net::PinnedPeer& b) {
      return a.name == b.name && a.certificate == b.certificate;
    };
    if (next.strangers == now.strangers && next.own.certificate == now.own.certificate &&
        std::ranges::equal(next.peers, now.peers, same)) {
      return;
    }
    door_.change(std::move(next));
  }

  void take(net::AcceptedPeer met) {
    // A task is copied: the line goes along in a shared place.
    const auto line = std::make_shared<AnsweredLine>(
        AnsweredLine{std::move(met.stream), std::move(met.certificate)});
    const auto settled = state_.settled();
    const auto* peer = settled->peers.with_certificate(line->certificate);
    auto& workers = peer != nullptr && peer->confirmed ? peers_ : strangers_;
    if (!workers.run([this, line] { answer_line(state_, *line); })) {
      state_.log.say(LogLevel::Warn, "too many requests at once");
    }
  }

  void answer_control(const std::stop_token& end) {
    while (!end.stop_requested()) {
      try {
        auto caller = control_.next(kStep);
        if (caller == nullptr) continue;
        const std::shared_ptr<net::Stream> stream = std::move(caller);
        if (!local_.run([this, stream] { answer_command(state_, *stream); })) {
          state_.log.say(LogLevel::Warn, "too many commands at once");
        }
      } catch (const std::exception& error) {
        state_.log.say(LogLevel::Error, "the control socket failed", {{"reason", error.what()}});
        std::this_thread::sleep_for(kStep);
      }
    }
  }

  // Every open job gets a thread when it is due, unless one is at it.
  void look_after_jobs() {
    state_.wait(std::chrono::milliseconds(200));
    state_.sweep_places();
    const auto open = state_.store.list(true, kMostOpen);
    for (auto row = open.rbegin(); row != open.rend(); ++row) look_after(*row);
    const std::scoped_lock lock(due_mutex_);
    std::erase_if(due_, [&](const auto& due) {
      return !busy_.contains(due.first) &&
             std::ranges::find(open, due.first, &JobHead::id) == open.end();
    });
  }

  void look_after(const JobHead& row) {
    if (row.reason == kWaitsForPlace && !state_.may_try()) return;
    {
      const std::scoped_lock lock(due_mutex_);
      auto& due = due_[row.id];
      if (due.state != row.state)
        due = {row.state, ServeClock::now(), std::chrono::milliseconds(0)};
      if (busy_.contains(row.id) || ServeClock::now() < due.next) return;
      busy_.insert(row.id);
    }
    if (jobs_.run([this, row] { advance(row); })) return;
    const std::scoped_lock lock(due_mutex_);
    busy_.erase(row.id);
  }

  // Those that wait for others are looked at more and more seldom, up to every few seconds.
  void advance(const JobHead& row) {
    constexpr std::chrono::milliseconds kFirst{100};
    constexpr std::chrono::milliseconds kLast{5000};
    try {
      advance_job(state_, row.id);
    } catch (const std::exception& error) {
      state_.log.say(LogLevel::Debug, "later", {{"job", row.id}, {"reason", error.what()}});
    }
    const std::scoped_lock lock(due_mutex_);
    auto& due = due_[row.id];
    const bool queued = row.reason == kWaitsForPlace;
    due.pause = queued ? kFirst + std::chrono::milliseconds(os_random_u64() % 200)
                       : std::clamp(due.pause * 2, kFirst, kLast);
    due.next = ServeClock::now() + due.pause;
    busy_.erase(row.id);
  }

  // What runs is ended, and the others learn of it, for a moment.
  void wind_up() {
    state_.stopping = true;
    state_.end_all(fmt::format("the daemon of {} was stopped", state_.settled()->config.name));
    const auto deadline = ServeClock::now() + std::chrono::seconds(5);
    while (ServeClock::now() < deadline) {
      const auto open = state_.store.list(true, kMostOpen);
      const bool untold = std::ranges::any_of(open, [](const JobHead& row) {
        return row.state == JobState::Running || has_ended(row.state);
      });
      if (!untold) break;
      look_after_jobs();
    }
    state_.audit.add("stopped", Json::object());
  }

  struct Due {
    JobState state = JobState::Waiting;
    ServeClock::time_point next;
    std::chrono::milliseconds pause{0};
  };

  State state_;
  net::LocalListener control_;
  net::TcpListener listener_;
  net::Door door_;
  std::unique_ptr<HttpFront> http_;
  std::mutex due_mutex_;
  std::map<std::string, Due> due_;
  std::set<std::string> busy_;
  Workers peers_{kPeerThreads};
  Workers strangers_{kStrangerThreads};
  Workers local_{kLocalThreads};
  Workers jobs_{kJobThreads};
};

}  // namespace

void serve_party(const Folder& folder, const ServeHooks& hooks, const std::atomic<bool>& stop) {
  const auto renewal = take_up_renewal(folder);
  (void)read_identity(folder);  // before a file is made where there is no party
  Daemon daemon(folder, hooks);
  if (renewal) daemon.go_on_with(*renewal);
  daemon.run(hooks, stop);
}

}  // namespace privet::party
