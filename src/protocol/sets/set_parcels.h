// SPDX-License-Identifier: Apache-2.0
// A step in which parties send each other sets, put together so that each pair talks once.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/error.h"
#include "protocol/exchange_all.h"
#include "protocol/ledger.h"
#include "protocol/sets/keyed_hashing.h"

namespace privet::protocol {

// First say what goes and what comes, in the same order at both ends; exchange(); then take what
// came in the order it was expected.
class SetParcels {
 public:
  explicit SetParcels(const Mesh& mesh)
      : mesh_(mesh), outgoing_(mesh.ids()), limits_(mesh.ids()), next_(mesh.ids()) {}

  void send(PartyId to, HashedSet set) { outgoing_[to.index()].push_back(std::move(set)); }
  // At most `limit` elements.
  void expect(PartyId from, std::size_t limit) { limits_[from.index()].push_back(limit); }

  // With the permission of all that these sets tell, alone or together with sets that come later.
  void exchange(const Recorded& /*permission*/) {
    std::vector<std::vector<std::byte>> bytes(mesh_.ids());
    std::vector<std::size_t> most(mesh_.ids());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = encode_sets(outgoing_[i]);
      for (const auto limit : limits_[i]) {
        most[i] += sizeof(std::uint64_t) + limit * sizeof(HashedElement);
      }
    }
    const auto received = exchange_all(mesh_, bytes, most);
    for (const auto& limits : limits_) {
      incoming_.push_back(decode_sets(received[incoming_.size()], limits));
    }
  }

  [[nodiscard]] HashedSet next(PartyId from) {
    auto& at = next_[from.index()];
    PRIVET_CHECK(at < incoming_.at(from.index()).size());
    return std::move(incoming_[from.index()][at++]);
  }

 private:
  const Mesh& mesh_;
  std::vector<std::vector<HashedSet>> outgoing_;  // by party
  std::vector<std::vector<std::size_t>> limits_;  // by party
  std::vector<std::vector<HashedSet>> incoming_;  // by party
  std::vector<std::size_t> next_;                 // by party
};

}  // namespace privet::protocol
