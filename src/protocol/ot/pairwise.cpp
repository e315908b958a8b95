// SPDX-License-Identifier: Apache-2.0
#include "protocol/ot/pairwise.h"

#include <utility>

namespace privet::protocol {

using protocol_only::line_to;

PairwiseTransfers::PairwiseTransfers(const Mesh& mesh, crypto::Randomness& randomness,
                                     const OtPlan& plan)
    : PairwiseTransfers(mesh, randomness, [plan](PartyId) { return plan; }) {}

PairwiseTransfers::PairwiseTransfers(const Mesh& mesh, crypto::Randomness& randomness, PlanOf plan)
    : mesh_(mesh),
      randomness_(&randomness),
      plan_(std::move(plan)),
      senders_(mesh.ids()),
      receivers_(mesh.ids()),
      common_(mesh.ids()) {}

PairwiseTransfers PairwiseTransfers::set_up(const Mesh& mesh, crypto::Randomness& randomness,
                                            const OtPlan& plan) {
  PairwiseTransfers out(mesh, randomness, plan);
  out.prepare(mesh);
  return out;
}

void PairwiseTransfers::prepare(const Mesh& group) {
  // In order of the other party: of the pairs still open, the smallest can always go on.
  for (const auto other : group.others()) {
    if (other < mesh_.own()) {
      (void)receiver(other);
    } else {
      (void)sender(other);
    }
  }
}

void PairwiseTransfers::both_ways(PartyId other) {
  // The earlier party offers first.
  if (mesh_.own() < other) {
    (void)sender(other);
    (void)receiver(other);
  } else {
    (void)receiver(other);
    (void)sender(other);
  }
}

OtSender& PairwiseTransfers::sender(PartyId other) {
  auto& kept = senders_.at(other.index());
  if (!kept) {
    kept = std::make_unique<OtSender>(
        OtSender::set_up(line_to(mesh_, other), *randomness_, plan_(other)));
  }
  return *kept;
}

OtReceiver& PairwiseTransfers::receiver(PartyId other) {
  auto& kept = receivers_.at(other.index());
  if (!kept) {
    kept = std::make_unique<OtReceiver>(
        OtReceiver::set_up(line_to(mesh_, other), *randomness_, plan_(other)));
  }
  return *kept;
}

crypto::Prg& PairwiseTransfers::common(PartyId other) {
  auto& kept = common_.at(other.index());
  if (!kept) {
    crypto::Block key{};
    auto& line = line_to(mesh_, other);
    if (mesh_.own() < other) {
      key = randomness_->block();
      net::send_values(line, std::span(&key, 1));
      line.flush();
    } else {
      net::receive_values(line, std::span(&key, 1));
    }
    kept = std::make_unique<crypto::Prg>(key);
    crypto::wipe(std::as_writable_bytes(std::span(&key, 1)));
  }
  return *kept;
}

}  // namespace privet::protocol
