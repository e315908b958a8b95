// SPDX-License-Identifier: Apache-2.0
// Answers whoever calls at a port, all at once and a step at a time.
// Idea: one that shows no pinned certificate, speaks no TLS or says nothing is dropped, and nobody
// waits for it. Security: callers who are not yet known are few and have ten seconds. If there are
// too many, one who has been there for a second makes room, silent ones first; a party that was in
// the middle of its handshake calls again (net/call_peer.h).
// Threads: one at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "net/tls.h"

namespace privet::net {

// Whom a door lets in, and as whom it answers.
struct DoorList {
  Identity own;
  std::vector<PinnedPeer> peers;
  Strangers strangers = Strangers::Refused;
};

class Door {
 public:
  // The listener must outlive it.
  Door(TcpListener& listener, DoorList list);

  // Those who have shown who they are, after waiting for at most `limit`.
  [[nodiscard]] std::vector<AcceptedPeer> step(std::chrono::milliseconds limit);
  // From now on others are let in. Whoever has not yet shown who it is must call again.
  void change(DoorList list);
  // Why the last one was refused; empty if nobody was. And how many were.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  [[nodiscard]] const DoorList& list() const { return list_; }

 private:
  struct Caller {
    TlsAnswer answer;
    std::chrono::steady_clock::time_point since;
  };
  void admit();
  bool make_room();
  bool is_done_with(Caller& caller, std::vector<AcceptedPeer>& met);
  void wait(std::chrono::milliseconds limit) const;
  void refuse(std::string why);

  TcpListener& listener_;
  DoorList list_;
  std::deque<Caller> callers_;  // not yet known, the oldest first
  std::string refusal_;
  std::uint64_t refused_ = 0;
};

}  // namespace privet::net
