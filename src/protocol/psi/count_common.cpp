// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "base/error.h"
#include "base/thread_pool.h"
#include "protocol/psi/agreement.h"
#include "protocol/psi/private_intersection.h"
#include "protocol/sets/keyed_hashing.h"
#include "protocol/told.h"

namespace privet::protocol::psi {

using protocol_only::line_of;
namespace {

using crypto::Point;

constexpr std::size_t kGrain = 32;

// Items under a key, sorted: where one lies says nothing of where its item lay.
HashedSet hash_items(std::span<const crypto::Block> items, const crypto::Scalar& key,
                     ThreadPool& pool) {
  HashedSet out(items.size());
  pool.parallel_ranges(items.size(), kGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto point = Point::from_hash_of(std::as_bytes(items.subspan(i, 1))).times(key);
      std::ranges::copy(point.bytes(), out[i].begin());
    }
  });
  std::ranges::sort(out);
  return out;
}

// A set has every item once, and sorted it tells no order.
void check_set(const HashedSet& set) {
  if (std::ranges::adjacent_find(set, std::ranges::greater_equal()) == set.end()) return;
  throw Error(
      ErrorCode::Peer,
      "the other party sent hashed items: expected them in ascending order, got another order");
}

// Both sides' own hashed items change hands at the same time.
HashedSet exchange_sets(const Recorded& recorded, net::Channel& channel, const HashedSet& own,
                        std::size_t size) {
  HashedSet theirs(size);
  exchange_told(recorded, channel, std::as_bytes(std::span(own)),
                std::as_writable_bytes(std::span(theirs)));
  check_set(theirs);
  return theirs;
}

}  // namespace

void count_as_sender(const Setting& setting, PartyId receiver, Items items, std::size_t largest) {
  const PsiEnd end(setting, PsiRole::Sender, receiver, largest);
  const auto blocks = blocks_of(items, end.largest);
  const auto [sizes, recorded] = agree(end, PsiResult::Size, items.size(), 0);
  if (sizes.any_empty()) return;
  const auto key = crypto::Scalar::random(end.randomness);
  const auto own = hash_items(blocks, key, end.pool);
  const auto theirs = exchange_sets(recorded, line_of(end), own, sizes.receiver);
  send_told(recorded, line_of(end), hash_again(theirs, key, end.pool));
  line_of(end).flush();
}

std::uint64_t count_as_receiver(const Setting& setting, PartyId sender, Items items,
                                std::size_t largest) {
  const PsiEnd end(setting, PsiRole::Receiver, sender, largest);
  const auto blocks = blocks_of(items, end.largest);
  const auto [sizes, recorded] = agree(end, PsiResult::Size, items.size(), 0);
  if (sizes.any_empty()) return 0;
  const auto key = crypto::Scalar::random(end.randomness);
  const auto own = hash_items(blocks, key, end.pool);
  const auto theirs = exchange_sets(recorded, line_of(end), own, sizes.sender);
  const auto both = hash_again(theirs, key, end.pool);
  HashedSet back(own.size());
  net::receive_values(line_of(end), back);
  check_set(back);
  return intersection(back, both).size();
}

}  // namespace privet::protocol::psi
