// SPDX-License-Identifier: Apache-2.0
#include "protocol/shares.h"

#include <algorithm>

#include "base/error.h"

namespace privet::protocol {

Mesh::Mesh(PartyId own, std::vector<net::Channel*> channels)
    : own_(own), channels_(std::move(channels)) {
  PRIVET_CHECK(own.index() < channels_.size());
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    PRIVET_CHECK((channels_[i] == nullptr) == (i == own.index()));
  }
}

net::Channel& Mesh::to(PartyId party) const {
  PRIVET_CHECK(party != own_ && party.index() < channels_.size());
  return *channels_[party.index()];
}

std::vector<PartyId> Mesh::others() const {
  std::vector<PartyId> out;
  for (std::uint32_t i = 0; i < channels_.size(); ++i) {
    if (PartyId(i) != own_) out.emplace_back(i);
  }
  return out;
}

std::vector<std::vector<std::uint64_t>> split(std::span<const std::uint64_t> values,
                                              std::size_t parts, crypto::Randomness& randomness) {
  PRIVET_CHECK(parts > 0);
  std::vector<std::vector<std::uint64_t>> out(parts, std::vector<std::uint64_t>(values.size()));
  std::ranges::copy(values, out.back().begin());
  for (std::size_t i = 0; i + 1 < parts; ++i) {
    randomness.fill_values(std::span(out[i]));
    for (std::size_t j = 0; j < values.size(); ++j) out.back()[j] -= out[i][j];
  }
  return out;
}

std::optional<std::vector<std::uint64_t>> open(const Mesh& mesh,
                                               std::span<const std::uint64_t> shares,
                                               std::span<const PartyId> recipients, Ledger& ledger,
                                               Opening opening) {
  for (const auto recipient : recipients) ledger.record(recipient, opening, shares.size());
  const bool mine = std::ranges::find(recipients, mesh.own()) != recipients.end();
  std::vector<std::uint64_t> sum(shares.begin(), shares.end());
  std::vector<std::uint64_t> part(shares.size());
  for (const auto other : mesh.others()) {
    const bool theirs = std::ranges::find(recipients, other) != recipients.end();
    auto& channel = mesh.to(other);
    channel.exchange(std::as_bytes(theirs ? shares : shares.first(0)),
                     std::as_writable_bytes(mine ? std::span(part) : std::span(part).first(0)));
    if (!mine) continue;
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += part[j];
  }
  if (!mine) return std::nullopt;
  return sum;
}

}  // namespace privet::protocol
