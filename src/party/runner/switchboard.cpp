// SPDX-License-Identifier: Apache-2.0
#include "party/runner/switchboard.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace privet::party {
namespace {

using SwitchClock = std::chrono::steady_clock;

constexpr std::size_t kMostHeld = 256;
constexpr std::chrono::seconds kLongestHeld{120};
constexpr std::chrono::milliseconds kLook{50};

}  // namespace

void Switchboard::deliver(const std::string& run, const std::string& party,
                          std::unique_ptr<net::Stream> stream) {
  {
    const std::scoped_lock lock(mutex_);
    // A second line of the same run takes the place of the first: that one's caller has given up.
    std::erase_if(held_, [&](const Held& one) { return one.run == run && one.party == party; });
    if (held_.size() >= kMostHeld) return;
    held_.push_back({run, party, std::move(stream), SwitchClock::now()});
  }
  arrived_.notify_all();
}

std::vector<std::unique_ptr<net::Stream>> Switchboard::take(const std::string& run,
                                                            const std::vector<std::string>& parties,
                                                            const net::ChannelOptions& options) {
  const auto deadline = SwitchClock::now() + options.timeout;
  std::vector<std::unique_ptr<net::Stream>> out(parties.size());
  std::unique_lock lock(mutex_);
  for (;;) {
    std::string missing;
    for (std::size_t i = 0; i < parties.size(); ++i) {
      const auto found = std::ranges::find_if(
          held_, [&](const Held& one) { return one.run == run && one.party == parties[i]; });
      if (out[i] == nullptr && found != held_.end()) {
        out[i] = std::move(found->stream);
        held_.erase(found);
      }
      if (out[i] == nullptr) missing += (missing.empty() ? "" : ", ") + parties[i];
    }
    if (missing.empty()) return out;
    if (options.cancelled != nullptr && options.cancelled->load(std::memory_order_relaxed)) {
      throw Error(ErrorCode::Interrupted, "interrupted while waiting for " + missing);
    }
    if (SwitchClock::now() >= deadline) {
      throw Error(ErrorCode::Peer,
                  fmt::format("{} did not connect within {} ms", missing, options.timeout.count()));
    }
    arrived_.wait_for(lock, kLook);
  }
}

void Switchboard::sweep() {
  const std::scoped_lock lock(mutex_);
  const auto latest = SwitchClock::now() - kLongestHeld;
  std::erase_if(held_, [&](const Held& one) { return one.since < latest; });
}

void Switchboard::drop_party(const std::string& party) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(held_, [&](const Held& one) { return one.party == party; });
}

}  // namespace privet::party
