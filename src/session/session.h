// SPDX-License-Identifier: Apache-2.0
// One run between parties: owns their lines, the randomness, the transfers and the ledger.
// Idea: open() shakes hands with everybody before anything secret is touched, and all parties make
// sure that they are in the same run. run() is the only way
// to work: if the task fails here, every line is closed, so that all other parties end soon and
// with an error, and nothing of the result is used. Adversary: as of the protocols run in it; lines
// should be mutual TLS (net/tls.h). Discloses: the handshake's hashes of what the job says; then
// what the ledger says.
// Threads: one at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "crypto/randomness.h"
#include "net/counting.h"
#include "net/frame.h"
#include "net/phase_limit.h"
#include "protocol/ot/pairwise.h"
#include "protocol/setting.h"
#include "session/agreement.h"

namespace privet::session {

struct SessionParties {
  std::vector<std::string> names;  // in the agreed order
  protocol::PartyId own;
};

// How oblivious transfers are made. Part of the agreement, except how many are expected: that
// follows from the data, and must be alike where those are.
struct TransferChoice {
  // For every line alike; without it, by the speed of each line: the agreed one, or that which its
  // two ends measure when they need transfers and these are worth it.
  std::optional<protocol::OtPlan> plan;
  std::uint64_t expected = 0;  // transfers with each other party
  double bits_per_second = 0;  // of every line, if that is agreed
};
// Measuring a line may take 5 MB: for fewer transfers the default plan is as good as any.
inline constexpr std::uint64_t kWorthMeasuring = std::uint64_t{1} << 22U;

// How long the agreement may take on all lines together, and then the run; whatever the other
// parties send in the meantime. `limit` is that of the lines (net/stream.h); without it there is
// none.
struct PhaseTimes {
  net::PhaseLimit* limit = nullptr;
  std::chrono::milliseconds agreeing{60'000};
  std::chrono::milliseconds running{std::chrono::hours(24)};
};

struct SessionOptions {
  std::uint32_t largest_frame = net::kLargestFrame;
  TransferChoice transfers;
  PhaseTimes phases = {};
};

class Session {
 public:
  // channels[i] leads to party i; the own place is null. The forecast is agreed on, and the ledger
  // enforces it. Throws Error{Peer} if a party does not agree; all lines are then closed. What
  // follows from the data is compared last, and stands in the ledger.
  [[nodiscard]] static Session open(SessionParties parties,
                                    std::vector<std::unique_ptr<net::Channel>> channels,
                                    Agreement agreement, protocol::Forecast forecast,
                                    crypto::Randomness randomness,
                                    const SessionOptions& options = {});
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  // task(*this); on any error all lines are closed before it goes on.
  template <class Task>
  auto run(Task&& task) {
    try {
      return std::forward<Task>(task)(*this);
    } catch (...) {
      close();
      throw;
    }
  }

  [[nodiscard]] const SessionParties& parties() const;
  // The same at all parties and in no other run (session/handshake.h).
  [[nodiscard]] const crypto::Digest& run_id() const;
  [[nodiscard]] const protocol::Mesh& mesh() const;
  [[nodiscard]] crypto::Randomness& randomness();
  [[nodiscard]] protocol::Ledger& ledger();
  // Where protocols run. The run must outlive it.
  [[nodiscard]] protocol::Setting setting(const Run& run);
  // How transfers with that party are made; by now both ends know it. Requires that they are set
  // up.
  [[nodiscard]] protocol::OtPlan plan(protocol::PartyId party) const;
  // The largest frame that both this party and that one take.
  [[nodiscard]] std::uint32_t largest_frame(protocol::PartyId party) const;
  [[nodiscard]] net::Traffic traffic(protocol::PartyId party) const;
  // How often this party waited for anybody after it had spoken to anybody (net/counting.h).
  [[nodiscard]] std::uint64_t rounds() const;
  // The last step of a run: all parties show each other that they came to its end, that nothing
  // else was said on their lines, and that all others found it so. Throws Error{Peer}.
  void finish();
  void close() noexcept;

 private:
  struct State;
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace privet::session
