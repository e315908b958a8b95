// SPDX-License-Identifier: Apache-2.0
#include "party/daemon/watch.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "party/wire/wire.h"

namespace privet::party {
namespace {

using WatchClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetween{1000};
constexpr std::chrono::milliseconds kAnswerWithin{2000};

}  // namespace

Watch::Watch(State& state, JobRow row, std::vector<std::string> parties,
             std::shared_ptr<LiveJob> live)
    : state_(state), row_(std::move(row)), parties_(std::move(parties)), live_(std::move(live)) {
  std::erase(parties_, state.settled()->config.name);
  for (const auto& party : parties_) heard_[party] = WatchClock::now();
  thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

void Watch::watch(const std::stop_token& stop) {
  while (!stop.stop_requested() && !live_->stopped()) {
    for (const auto& party : parties_) {
      auto end = JobState::Failed;
      const auto fault = fault_at(party, end);
      if (stop.stop_requested()) return;
      if (!fault.empty()) {
        live_->end(end, fault);
        return;
      }
    }
    const auto next = WatchClock::now() + kBetween;
    while (!stop.stop_requested() && WatchClock::now() < next) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
}

std::string Watch::fault_at(const std::string& party, JobState& end) {
  net::ChannelOptions options;
  options.timeout = kAnswerWithin;
  options.peer = party;
  options.cancelled = &live_->stopped();
  const auto settled = state_.settled();
  try {
    const auto answer = ask_peer(settled->peer(party), settled->identity,
                                 {{"do", "ask"}, {"id", row_.id}}, options);
    heard_[party] = WatchClock::now();
    const auto there = state_of(answer.at("state").text());
    if (!has_ended(there) || there == JobState::Done) return {};
    end = there;
    return answer.at("reason").text();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Policy) {
      return fmt::format("{} does not know this job any more ({})", party, error.message());
    }
  }
  if (WatchClock::now() - heard_[party] < settled->config.silence) return {};
  return fmt::format(
      "{} could not be reached for {} s", party,
      std::chrono::duration_cast<std::chrono::seconds>(settled->config.silence).count());
}

}  // namespace privet::party
