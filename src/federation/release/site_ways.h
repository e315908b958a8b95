// SPDX-License-Identifier: Apache-2.0
// Who computes with the sites' numbers without seeing them: two referees among any number of sites,
// or three sites of whom no two collude.
// Idea: both have the same functions, and the oracle (federation/release/site_partitions.h) is
// written once over them.
// Adversary: semi-honest. PanelSites: any sites that do not include both referees learn nothing but
// what is disclosed; both referees together learn the sums of the others' numbers. TrioSites: one
// of the three learns nothing else. Discloses: what tell() tells, in the ledger. Threads: one at a
// time.
#pragma once

#include <span>
#include <vector>

#include "protocol/columns/panel.h"
#include "protocol/replicated/convert.h"
#include "protocol/replicated/trio.h"

namespace privet::federation {

class PanelSites {
 public:
  using Arithmetic = protocol::Panel::Arithmetic;
  using Numbers = Arithmetic::Numbers;

  explicit PanelSites(const protocol::Setting& setting)
      : sites_(setting.mesh.members()), panel_(setting) {}

  [[nodiscard]] std::span<const protocol::PartyId> sites() const { return sites_; }
  // Entry by entry the sum of all sites' own numbers; nothing at sites that do not compute.
  [[nodiscard]] Numbers sums(protocol::NumberVector own) {
    return panel_.gather(protocol::Shared<protocol::NumberVector>(std::move(own)));
  }
  // One site's numbers; `values` is empty at the others.
  [[nodiscard]] Numbers numbers_of(protocol::PartyId site, std::span<const std::uint64_t> values,
                                   std::size_t count) {
    return panel_.input(site, values, count);
  }
  // What build(arithmetic) computes, `bits` of it in `count` lanes, to all sites.
  template <class Build>
  [[nodiscard]] std::vector<std::uint64_t> tell(std::size_t count, unsigned bits,
                                                protocol::Opening opening, Build build) {
    return panel_.tell(count, bits, sites_, opening, build).value();
  }

 private:
  std::vector<protocol::PartyId> sites_;
  protocol::Panel panel_;
};

class TrioSites {
 public:
  using Arithmetic = protocol::replicated::Arithmetic;
  using Numbers = Arithmetic::Numbers;

  explicit TrioSites(const protocol::Setting& setting)
      : sites_(setting.mesh.members()),
        trio_(protocol::replicated::Trio::set_up(setting)),
        arithmetic_(trio_) {}

  [[nodiscard]] std::span<const protocol::PartyId> sites() const { return sites_; }
  [[nodiscard]] Numbers sums(protocol::NumberVector own) {
    return arithmetic_.from_additive(protocol::Shared<protocol::NumberVector>(std::move(own)));
  }
  [[nodiscard]] Numbers numbers_of(protocol::PartyId site, std::span<const std::uint64_t> values,
                                   std::size_t count) {
    return arithmetic_.input(site, values, count);
  }
  template <class Build>
  [[nodiscard]] std::vector<std::uint64_t> tell(std::size_t count, unsigned bits,
                                                protocol::Opening opening, Build build) {
    const auto word = build(arithmetic_);
    PRIVET_CHECK(word.bits() == bits);
    return arithmetic_.bits().reveal_to_all(word, count, opening);
  }

 private:
  std::vector<protocol::PartyId> sites_;
  protocol::replicated::Trio trio_;
  Arithmetic arithmetic_;
};

}  // namespace privet::federation
