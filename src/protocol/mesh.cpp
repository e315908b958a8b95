// SPDX-License-Identifier: Apache-2.0
#include "protocol/mesh.h"

#include <algorithm>

#include "base/error.h"

namespace privet::protocol {

Mesh::Mesh(PartyId own, std::vector<net::Channel*> channels)
    : own_(own), channels_(std::move(channels)) {
  PRIVET_CHECK(own.index() < channels_.size() && channels_.size() <= kMostParties);
  for (std::uint32_t i = 0; i < channels_.size(); ++i) {
    PRIVET_CHECK((channels_[i] == nullptr) == (i == own.index()));
    members_.emplace_back(i);
  }
}

Mesh Mesh::of(std::span<const PartyId> parties) const {
  const PartySet chosen(parties);
  PRIVET_CHECK(chosen.contains(own_) && set().contains(chosen));
  Mesh out = *this;
  out.members_ = chosen.list();
  for (std::uint32_t i = 0; i < channels_.size(); ++i) {
    if (!chosen.contains(PartyId(i))) out.channels_[i] = nullptr;
  }
  return out;
}

bool Mesh::has(PartyId party) const {
  return std::ranges::binary_search(members_, party);
}

std::size_t Mesh::place_of(PartyId member) const {
  const auto at = std::ranges::lower_bound(members_, member);
  PRIVET_CHECK(at != members_.end() && *at == member);
  return static_cast<std::size_t>(at - members_.begin());
}

net::Channel& protocol_only::line_to(const Mesh& mesh, PartyId party) {
  PRIVET_CHECK(party != mesh.own_ && mesh.has(party));
  return *mesh.channels_[party.index()];
}

std::vector<PartyId> Mesh::others() const {
  std::vector<PartyId> out;
  for (const auto party : members_) {
    if (party != own_) out.push_back(party);
  }
  return out;
}

}  // namespace privet::protocol
