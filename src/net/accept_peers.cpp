// SPDX-License-Identifier: Apache-2.0
#include "net/accept_peers.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "net/door.h"

namespace privet::net {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kSlice{50};

class Reception {
 public:
  Reception(TcpListener& listener, const Identity& own, std::span<const PinnedPeer> peers,
            const ChannelOptions& options)
      : door_(listener, {own, {peers.begin(), peers.end()}}),
        peers_(peers),
        options_(options),
        lines_(peers.size()) {}

  std::vector<std::unique_ptr<Stream>> run() {
    const auto deadline = Clock::now() + options_.timeout;
    while (std::ranges::any_of(lines_, [](const auto& line) { return line == nullptr; })) {
      if (options_.cancelled != nullptr && options_.cancelled->load(std::memory_order_relaxed)) {
        throw Error(ErrorCode::Interrupted, "interrupted while waiting for " + missing());
      }
      if (Clock::now() >= deadline) give_up();
      for (auto& met : door_.step(kSlice)) {
        auto& line = lines_[met.peer];
        if (line == nullptr) {
          line = std::move(met.stream);
        } else {
          second_ = peers_[met.peer].name + " called a second time";
        }
      }
    }
    return std::move(lines_);
  }

 private:
  [[nodiscard]] std::string missing() const {
    std::string out;
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      if (lines_[i] == nullptr) out += (out.empty() ? "" : ", ") + peers_[i].name;
    }
    return out;
  }

  [[noreturn]] void give_up() const {
    const auto& refused = door_.refusal().empty() ? second_ : door_.refusal();
    throw Error(ErrorCode::Peer,
                missing() + " did not connect within " + std::to_string(options_.timeout.count()) +
                    " ms" + (refused.empty() ? "" : "; the last caller was refused: " + refused));
  }

  Door door_;
  std::span<const PinnedPeer> peers_;
  const ChannelOptions& options_;
  std::vector<std::unique_ptr<Stream>> lines_;  // by peer
  std::string second_;                          // who called twice
};

}  // namespace

std::vector<std::unique_ptr<Stream>> accept_peers(TcpListener& listener, const Identity& own,
                                                  std::span<const PinnedPeer> peers,
                                                  const ChannelOptions& options) {
  return Reception(listener, own, peers, options).run();
}

}  // namespace privet::net
