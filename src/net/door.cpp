// SPDX-License-Identifier: Apache-2.0
#include "net/door.h"

#include <poll.h>

#include <algorithm>

#include "base/error.h"

namespace privet::net {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostUnknown = 64;
// A caller may not be made to leave before that: a party answers at once.
constexpr std::chrono::milliseconds kGrace{1'000};
constexpr std::chrono::milliseconds kHandshake{10'000};

}  // namespace

Door::Door(TcpListener& listener, DoorList list) : listener_(listener), list_(std::move(list)) {}

std::vector<AcceptedPeer> Door::step(std::chrono::milliseconds limit) {
  wait(limit);
  admit();
  std::vector<AcceptedPeer> met;
  std::erase_if(callers_, [&](Caller& caller) { return is_done_with(caller, met); });
  return met;
}

void Door::change(DoorList list) {
  callers_.clear();
  list_ = std::move(list);
}

void Door::admit() {
  while (callers_.size() < kMostUnknown || make_room()) {
    auto carrier = listener_.try_accept();
    if (carrier == nullptr) return;
    callers_.push_back(
        {TlsAnswer(std::move(carrier), list_.own, list_.peers, list_.strangers), Clock::now()});
  }
}

// Lets one go who has had its time: of those who have not begun to speak the oldest, else the
// oldest. Without such a one, whoever calls next waits in the listener's queue.
bool Door::make_room() {
  const auto latest = Clock::now() - kGrace;
  auto oldest = std::ranges::find_if(callers_, [&](const Caller& caller) {
    return caller.since <= latest && !caller.answer.has_begun();
  });
  if (oldest == callers_.end()) oldest = callers_.begin();
  if (oldest->since > latest) return false;
  refuse("too many callers at once");
  callers_.erase(oldest);
  return true;
}

bool Door::is_done_with(Caller& caller, std::vector<AcceptedPeer>& met) {
  try {
    if (auto known = caller.answer.step()) {
      met.push_back(std::move(*known));
      return true;
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::Peer) throw;
    refuse(error.what());
    return true;
  }
  if (Clock::now() - caller.since < kHandshake) return false;
  refuse("a caller did not say who it is");
  return true;
}

// Until somebody calls or says something, or the time has passed.
void Door::wait(std::chrono::milliseconds limit) const {
  std::vector<pollfd> items;
  if (callers_.size() < kMostUnknown) {
    items.push_back({.fd = listener_.descriptor(), .events = POLLIN, .revents = 0});
  }
  for (const auto& caller : callers_) {
    const short events = caller.answer.wants_to_write() ? POLLOUT : POLLIN;
    items.push_back({.fd = caller.answer.descriptor(), .events = events, .revents = 0});
  }
  ::poll(items.data(), items.size(), static_cast<int>(limit.count()));
}

void Door::refuse(std::string why) {
  refusal_ = std::move(why);
  ++refused_;
}

}  // namespace privet::net
