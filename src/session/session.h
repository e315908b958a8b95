// SPDX-License-Identifier: Apache-2.0
// One run between parties: owns their lines, the randomness, the transfers and the ledger.
// Idea: open() shakes hands with everybody before anything secret is touched, and all parties make
// sure that they are in the same run. run() is the only way
// to work: if the task fails here, every line is closed, so that all other parties end soon and
// with an error, and nothing of the result is used. Adversary: as of the protocols run in it; lines
// should be mutual TLS (net/tls.h). Discloses: the handshake's hashes; then what the ledger says.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "crypto/randomness.h"
#include "net/counting.h"
#include "net/frame.h"
#include "protocol/ledger.h"
#include "protocol/product/boolean_dot.h"
#include "protocol/shares.h"
#include "session/agreement.h"

namespace privet::session {

struct SessionParties {
  std::vector<std::string> names;  // in the agreed order
  protocol::PartyId own;
};

class Session {
 public:
  // channels[i] leads to party i; the own place is null. Throws Error{Peer} if a party does not
  // agree; all lines are then closed.
  [[nodiscard]] static Session open(SessionParties parties,
                                    std::vector<std::unique_ptr<net::Channel>> channels,
                                    Agreement agreement, crypto::Randomness randomness,
                                    std::uint32_t largest_frame = net::kLargestFrame);
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
  // Oblivious transfers with every other party, set up when first asked for (by all parties alike,
  // and by the plan of that call, which belongs into the agreement).
  [[nodiscard]] protocol::PairwiseTransfers& transfers(const protocol::OtPlan& plan = {});
  // The largest frame that both this party and that one take.
  [[nodiscard]] std::uint32_t largest_frame(protocol::PartyId party) const;
  [[nodiscard]] net::Traffic traffic(protocol::PartyId party) const;
  void close() noexcept;

 private:
  struct State;
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Throws Error{Internal} unless the ledger holds exactly what the task declared.
void require_declared(const protocol::Ledger& ledger, const protocol::Disclosure& declared);

}  // namespace privet::session
