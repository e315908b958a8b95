// SPDX-License-Identifier: Apache-2.0
// The lines of one party to all others: mutual TLS 1.3 with pinned certificates, optionally slowed
// down as a simulated link.
// Idea: a party calls those before it in the list and answers those after it; the first only
// answers, so there is always somebody to go on. How a party calls and where it answers is a
// Meeting: a rehearsal's party has a listener of its own, where strangers who call are dropped
// (net/accept_peers.h); a daemon answers all jobs at one.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "net/slow_link.h"
#include "net/tls.h"
#include "protocol/ledger.h"

namespace privet::federation {

struct PeerAddress {
  std::string name;
  std::string certificate;  // PEM
  std::string host;
  std::uint16_t port = 0;
};

struct LineOptions {
  // For setting up all lines, and then for each message or 64 KiB of one (net/stream.h).
  std::chrono::milliseconds timeout{30'000};
  // For agreeing on the job, and for all that follows, whatever the other parties send meanwhile.
  std::chrono::milliseconds agreeing{60'000};
  std::chrono::milliseconds running{std::chrono::hours(24)};
  net::LinkSpeed link;                           // all zero: as fast as the line is
  const std::atomic<bool>* cancelled = nullptr;  // ends every wait soon after it becomes true
  const net::PhaseLimit* phase = nullptr;        // for all lines; must outlive them
};

// What a party has moved over its lines, for whoever asks whether it still does.
// Threads: any.
using MovedBytes = std::atomic<std::uint64_t>;

// How the parties of a run meet. Both functions end at the options' timeout with Error{Peer}, and
// with Error{Interrupted} when cancelled.
class Meeting {
 public:
  virtual ~Meeting() = default;
  [[nodiscard]] virtual std::unique_ptr<net::Stream> call(const PeerAddress& peer,
                                                          const net::ChannelOptions& options) = 0;
  // A line to each of these, who call.
  [[nodiscard]] virtual std::vector<std::unique_ptr<net::Stream>> await(
      std::span<const PeerAddress> peers, const net::ChannelOptions& options) = 0;
};

// With a listener at the own address; both must outlive it.
[[nodiscard]] std::unique_ptr<Meeting> meet_at(net::TcpListener& listener,
                                               const net::Identity& identity);

// `peers` of all parties in the agreed order, the own one included. The result is what
// session::Session::open takes; its bytes are added to `moved`, which must outlive it. Throws
// Error{Peer}, and Error{Interrupted} when cancelled.
[[nodiscard]] std::vector<std::unique_ptr<net::Channel>> connect_parties(
    Meeting& meeting, protocol::PartyId own, std::span<const PeerAddress> peers,
    const LineOptions& options, MovedBytes& moved);

}  // namespace privet::federation
