// SPDX-License-Identifier: Apache-2.0
// Additive shares modulo 2^64, the parties' lines to each other, and openings.
// Idea: a secret is the sum of one number at each party; all but one are random. Sums and multiples
// of secrets are sums and multiples of shares; only open() makes values of them.
// Adversary: semi-honest; all parties but one learn nothing from their shares together.
// Discloses: open() tells its recipients the values, and says so in the ledger.
// Cost: open(): 8 bytes a value from every party to every recipient, one round.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "crypto/randomness.h"
#include "net/channel.h"
#include "protocol/ledger.h"

namespace privet::protocol {

// The lines of one party to all others.
class Mesh {
 public:
  // channels[i] leads to party i and must outlive this; the own place is null.
  Mesh(PartyId own, std::vector<net::Channel*> channels);

  [[nodiscard]] PartyId own() const noexcept { return own_; }
  [[nodiscard]] std::size_t parties() const noexcept { return channels_.size(); }
  // Requires another party.
  [[nodiscard]] net::Channel& to(PartyId party) const;
  // All parties but the own one, in order.
  [[nodiscard]] std::vector<PartyId> others() const;

 private:
  PartyId own_;
  std::vector<net::Channel*> channels_;
};

// values[j] as the sum of parts[i][j] over all i, all but the last random.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> split(std::span<const std::uint64_t> values,
                                                            std::size_t parts,
                                                            crypto::Randomness& randomness);

// Opens secrets of which every party of the mesh holds a share, to the recipients; they get the
// values, the others nothing. All parties must name the same recipients.
[[nodiscard]] std::optional<std::vector<std::uint64_t>> open(const Mesh& mesh,
                                                             std::span<const std::uint64_t> shares,
                                                             std::span<const PartyId> recipients,
                                                             Ledger& ledger, Opening opening);

}  // namespace privet::protocol
