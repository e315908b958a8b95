// SPDX-License-Identifier: Apache-2.0
#include "net/accept_peers.h"

#include <poll.h>

#include <algorithm>
#include <deque>
#include <string>

#include "base/error.h"

namespace privet::net {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostUnknown = 64;
// A caller may not be made to leave before that: a party answers at once.
constexpr std::chrono::milliseconds kGrace{1'000};
constexpr std::chrono::milliseconds kHandshake{10'000};
constexpr std::chrono::milliseconds kSlice{50};

struct Caller {
  TlsAnswer answer;
  Clock::time_point since;
};

class Reception {
 public:
  Reception(TcpListener& listener, const Identity& own, std::span<const PinnedPeer> peers,
            const ChannelOptions& options)
      : listener_(listener), own_(own), peers_(peers), options_(options), lines_(peers.size()) {}

  std::vector<std::unique_ptr<Stream>> run() {
    const auto deadline = Clock::now() + options_.timeout;
    while (std::ranges::any_of(lines_, [](const auto& line) { return line == nullptr; })) {
      if (options_.cancelled != nullptr && options_.cancelled->load(std::memory_order_relaxed)) {
        throw Error(ErrorCode::Interrupted, "interrupted while waiting for " + missing());
      }
      if (Clock::now() >= deadline) give_up();
      admit();
      std::erase_if(callers_, [&](Caller& caller) { return is_done_with(caller); });
      wait();
    }
    return std::move(lines_);
  }

 private:
  void admit() {
    while (callers_.size() < kMostUnknown || make_room()) {
      auto carrier = listener_.try_accept();
      if (carrier == nullptr) return;
      callers_.push_back({TlsAnswer(std::move(carrier), own_, peers_), Clock::now()});
    }
  }

  // Lets one go who has had its time: of those who have not begun to speak the oldest, else the
  // oldest. Without such a one, whoever calls next waits in the listener's queue.
  bool make_room() {
    const auto latest = Clock::now() - kGrace;
    auto oldest = std::ranges::find_if(callers_, [&](const Caller& caller) {
      return caller.since <= latest && !caller.answer.has_begun();
    });
    if (oldest == callers_.end()) oldest = callers_.begin();
    if (oldest->since > latest) return false;
    refused_ = "too many callers at once";
    callers_.erase(oldest);
    return true;
  }

  bool is_done_with(Caller& caller) {
    try {
      if (auto met = caller.answer.step()) {
        auto& line = lines_[met->peer];
        if (line == nullptr) {
          line = std::move(met->stream);
        } else {
          refused_ = peers_[met->peer].name + " called a second time";
        }
        return true;
      }
    } catch (const Error& error) {
      if (error.code() != ErrorCode::Peer) throw;
      refused_ = error.what();
      return true;
    }
    if (Clock::now() - caller.since < kHandshake) return false;
    refused_ = "a caller did not say who it is";
    return true;
  }

  // Until somebody calls or says something, or a slice of time has passed.
  void wait() const {
    std::vector<pollfd> items;
    if (callers_.size() < kMostUnknown) {
      items.push_back({.fd = listener_.descriptor(), .events = POLLIN, .revents = 0});
    }
    for (const auto& caller : callers_) {
      const short events = caller.answer.wants_to_write() ? POLLOUT : POLLIN;
      items.push_back({.fd = caller.answer.descriptor(), .events = events, .revents = 0});
    }
    ::poll(items.data(), items.size(), static_cast<int>(kSlice.count()));
  }

  [[nodiscard]] std::string missing() const {
    std::string out;
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      if (lines_[i] == nullptr) out += (out.empty() ? "" : ", ") + peers_[i].name;
    }
    return out;
  }

  [[noreturn]] void give_up() const {
    throw Error(ErrorCode::Peer,
                missing() + " did not connect within " + std::to_string(options_.timeout.count()) +
                    " ms" + (refused_.empty() ? "" : "; the last caller was refused: " + refused_));
  }

  TcpListener& listener_;
  const Identity& own_;
  std::span<const PinnedPeer> peers_;
  const ChannelOptions& options_;
  std::vector<std::unique_ptr<Stream>> lines_;  // by peer
  std::deque<Caller> callers_;                  // not yet known, the oldest first
  std::string refused_;                         // why, of the last one
};

}  // namespace

std::vector<std::unique_ptr<Stream>> accept_peers(TcpListener& listener, const Identity& own,
                                                  std::span<const PinnedPeer> peers,
                                                  const ChannelOptions& options) {
  return Reception(listener, own, peers, options).run();
}

}  // namespace privet::net
