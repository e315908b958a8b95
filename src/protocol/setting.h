// SPDX-License-Identifier: Apache-2.0
// Setting: what every protocol runs in: the lines to the others, randomness, transfers, the ledger,
// threads, and the run it belongs to. A session makes it (session/session.h); cheap to copy.
#pragma once

#include <span>

#include "base/run.h"
#include "crypto/randomness.h"
#include "protocol/ledger.h"
#include "protocol/mesh.h"

namespace privet::protocol {

class PairwiseTransfers;  // protocol/ot/pairwise.h

struct Setting {
  Mesh mesh;
  crypto::Randomness& randomness;
  PairwiseTransfers& transfers;
  Ledger& ledger;
  ThreadPool& pool;
  const Run& run;

  [[nodiscard]] PartyId own() const { return mesh.own(); }
  // The same among some of the parties, who keep their ids.
  [[nodiscard]] Setting among(std::span<const PartyId> parties) const {
    return {mesh.of(parties), randomness, transfers, ledger, pool, run};
  }
};

namespace protocol_only {
[[nodiscard]] inline net::Channel& line_to(const Setting& setting, PartyId party) {
  return line_to(setting.mesh, party);
}
}  // namespace protocol_only

}  // namespace privet::protocol
