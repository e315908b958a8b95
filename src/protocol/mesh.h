// SPDX-License-Identifier: Apache-2.0
// The lines of one party to the others of a run, or of a group of them.
// Idea: a group keeps the parties' ids, so that it uses the same ledger and the same transfers as
// the whole. Protocols go by members and places among them, not by ids.
// Threads: one at a time.
#pragma once

#include <span>
#include <vector>

#include "net/channel.h"
#include "protocol/party.h"

namespace privet::protocol {

class Mesh;

namespace protocol_only {
// Requires another member. Not a member function, and in a namespace of its own that no search by
// arguments finds: whoever writes to a line names it, and a check of the sources (tools/channels)
// finds who that is.
[[nodiscard]] net::Channel& line_to(const Mesh& mesh, PartyId party);
}  // namespace protocol_only

class Mesh {
 public:
  // All parties 0, 1, ...: channels[i] leads to party i and must outlive this; the own place is
  // null.
  Mesh(PartyId own, std::vector<net::Channel*> channels);

  // The lines among these parties only, which must include the own one.
  [[nodiscard]] Mesh of(std::span<const PartyId> parties) const;

  [[nodiscard]] PartyId own() const noexcept { return own_; }
  // How many parties there are, the own one included.
  [[nodiscard]] std::size_t parties() const noexcept { return members_.size(); }
  // They, ascending by id.
  [[nodiscard]] const std::vector<PartyId>& members() const noexcept { return members_; }
  [[nodiscard]] PartySet set() const { return PartySet(std::span(members_)); }
  [[nodiscard]] bool has(PartyId party) const;
  // The place of a member among the members, and the member at a place.
  [[nodiscard]] std::size_t place_of(PartyId member) const;
  [[nodiscard]] std::size_t place() const { return place_of(own_); }
  [[nodiscard]] PartyId at(std::size_t place) const { return members_.at(place); }
  // One more than the largest id: the length of a table by id.
  [[nodiscard]] std::size_t ids() const noexcept { return channels_.size(); }

  // All members but the own one, in order.
  [[nodiscard]] std::vector<PartyId> others() const;

 private:
  friend net::Channel& protocol_only::line_to(const Mesh& mesh, PartyId party);
  PartyId own_;
  std::vector<net::Channel*> channels_;  // by id
  std::vector<PartyId> members_;
};

}  // namespace privet::protocol
