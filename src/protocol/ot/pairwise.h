// SPDX-License-Identifier: Apache-2.0
// Oblivious transfers between every two parties of a mesh, in both directions, each direction of
// each pair set up when it is first used.
// Idea: setting up is a conversation, so both parties must come to it at the same point: prepare()
// is called by all members of a group at the beginning of a protocol, both_ways() by the two
// parties of a circuit on shares; sender() and receiver() by two parties that do so right
// afterwards. Beside them a stream of random bytes that two parties have in common, for masks that
// cancel out. Adversary: semi-honest. Discloses: nothing. Security: that of protocol/ot. Threads:
// one at a time.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "crypto/randomness.h"
#include "protocol/mesh.h"
#include "protocol/ot/transfer.h"

namespace privet::protocol {

class PairwiseTransfers {
 public:
  // Which plan is for the line to that party; both ends must come to the same.
  using PlanOf = std::function<OtPlan(PartyId other)>;

  // Sends nothing yet. Lines and randomness must outlive this.
  PairwiseTransfers(const Mesh& mesh, crypto::Randomness& randomness, const OtPlan& plan = {});
  PairwiseTransfers(const Mesh& mesh, crypto::Randomness& randomness, PlanOf plan);
  // The same, prepared for the whole mesh.
  [[nodiscard]] static PairwiseTransfers set_up(const Mesh& mesh, crypto::Randomness& randomness,
                                                const OtPlan& plan = {});

  // Among all members of the group: this party chooses against earlier ones and offers to later
  // ones. Nothing happens for pairs that have it already.
  void prepare(const Mesh& group);
  // Both directions with one other party.
  void both_ways(PartyId other);

  // This party offers, that one chooses; and the other way round.
  [[nodiscard]] OtSender& sender(PartyId other);
  [[nodiscard]] OtReceiver& receiver(PartyId other);
  // Bytes that this party and that one draw alike, and nobody else knows. When it is first used,
  // the one with the smaller id sends the other a key; nobody waits for an answer.
  [[nodiscard]] crypto::Prg& common(PartyId other);

 private:
  Mesh mesh_;
  crypto::Randomness* randomness_;
  PlanOf plan_;
  std::vector<std::unique_ptr<OtSender>> senders_;      // by id
  std::vector<std::unique_ptr<OtReceiver>> receivers_;  // by id
  std::vector<std::unique_ptr<crypto::Prg>> common_;    // by id
};

}  // namespace privet::protocol
