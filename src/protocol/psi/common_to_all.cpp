// SPDX-License-Identifier: Apache-2.0
#include "protocol/psi/common_to_all.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "protocol/ot/pairwise.h"
#include "protocol/psi/oblivious_function.h"
#include "protocol/told.h"

namespace privet::protocol::psi {

using protocol_only::line_to;
namespace {

using crypto::Block;
using Numbers = crypto::SecretVector<std::uint64_t>;
using Blocks = crypto::SecretVector<Block>;

constexpr int kMostSeeds = 4;  // each fails with probability 2^-40

// A hash of every item under the key, of 128 bits.
Blocks hashes(std::span<const Block> items, Block key) {
  Blocks out(items.size());
  std::ranges::copy(items, out.begin());
  crypto::Aes(key).encrypt(out);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] ^= items[i];
  return out;
}

// A store in a form that can be looked up.
void look_up_numbers(const StoreShape& shape, std::span<const std::uint64_t> store,
                     const StoreRows& rows, std::span<std::uint64_t> found) {
  Blocks wide(store.size());
  for (std::size_t i = 0; i < store.size(); ++i) wide[i] = {store[i], 0};
  Blocks blocks(found.size());
  look_up(shape, wide, rows, blocks);
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = blocks[i].low;
}

struct SeededStore {
  Block seed;
  Numbers elements;
};

// A random vector, moved to the nearest one that has the values: uniform among those that do.
SeededStore random_store(crypto::Randomness& randomness, std::span<const Block> items,
                         std::span<const std::uint64_t> values) {
  const auto shape = StoreShape::for_keys(items.size());
  StoreRows rows(items.size());
  for (int tried = 0; tried < kMostSeeds; ++tried) {
    SeededStore out{randomness.block(), Numbers(shape.size())};
    StoreHash(out.seed, shape).hash(items, rows);
    for (auto& element : out.elements) element = randomness.u64();
    look_up_numbers(shape, out.elements, rows, rows.values);
    for (std::size_t i = 0; i < values.size(); ++i) rows.values[i] ^= values[i];
    const auto moved = fill_store(shape, rows);
    if (!moved) continue;
    for (std::size_t i = 0; i < out.elements.size(); ++i) out.elements[i] ^= (*moved)[i];
    return out;
  }
  throw Error(ErrorCode::Internal, "no key-value store holds these items");
}

class Intersection {
 public:
  Intersection(const Setting& setting, Items items, std::span<const std::size_t> sizes)
      : setting_(setting), sizes_(sizes), items_(blocks_of(items, kLargestStore)) {
    PRIVET_CHECK(setting.mesh.parties() >= 3 && sizes.size() == setting.mesh.ids());
    if (items.size() != sizes[setting.own().index()]) {
      throw Error(ErrorCode::Usage, "the set has another size than was announced");
    }
  }

  Rows run() {
    auto recorded = setting_.ledger.record_each(kCommonToAll, {}, {}, 0);
    bool any_empty = false;
    for (const auto party : setting_.mesh.members()) {
      const auto size = sizes_[party.index()];
      PRIVET_CHECK(size <= kLargestStore);
      any_empty = any_empty || size == 0;
      recorded =
          setting_.ledger.record(kCommonToAll, setting_.mesh.set().without(party), party, size);
    }
    if (any_empty) return {};
    auto shares = zero_shares();
    if (setting_.own() != first()) {
      offer(recorded, shares);
      return take_common();
    }
    for (const auto other : setting_.mesh.others()) add_share_of(other, shares);
    return tell_common(recorded, shares);
  }

 private:
  [[nodiscard]] PartyId first() const { return setting_.mesh.at(0); }

  // Of every own item: the parties' numbers for one item add up to zero.
  Numbers zero_shares() {
    Numbers out(items_.size());
    for (const auto other : setting_.mesh.others()) {
      auto& line = line_to(setting_, other);
      Block key;
      if (setting_.own() < other) {
        key = setting_.randomness.block();
        net::send_values(line, std::span(&key, 1));
        line.flush();
      } else {
        net::receive_values(line, std::span(&key, 1));
      }
      const auto hashed = hashes(items_, key);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] ^= hashed[i].low;
    }
    return out;
  }

  // At the others: the first party can look the shares up at its own items.
  void offer(const Recorded& recorded, std::span<std::uint64_t> shares) {
    auto& line = line_to(setting_, first());
    const auto function =
        evaluate_as_sender(line, setting_.randomness, setting_.transfers.sender(first()), items_,
                           sizes_[first().index()]);
    const auto masks = function.outputs(kTagOutput);
    for (std::size_t i = 0; i < shares.size(); ++i) shares[i] ^= masks[i].low;
    const auto store = random_store(setting_.randomness, items_, shares);
    send_told(recorded, line, std::span(&store.seed, 1));
    send_told(recorded, line, store.elements);
    line.flush();
  }

  // At the first party.
  void add_share_of(PartyId other, std::span<std::uint64_t> sums) {
    auto& line = line_to(setting_, other);
    const auto function =
        evaluate_as_receiver(line, setting_.randomness, setting_.transfers.receiver(other), items_);
    const auto masks = function.outputs(kTagOutput);
    const auto shape = StoreShape::for_keys(sizes_[other.index()]);
    Block seed;
    Numbers elements(shape.size());
    net::receive_values(line, std::span(&seed, 1));
    net::receive_values(line, elements);
    StoreRows rows(items_.size());
    StoreHash(seed, shape).hash(items_, rows);
    Numbers found(items_.size());
    look_up_numbers(shape, elements, rows, found);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] ^= found[i] ^ masks[i].low;
  }

  Rows tell_common(const Recorded& recorded, std::span<const std::uint64_t> sums) {
    Rows out;
    for (std::uint32_t i = 0; i < sums.size(); ++i) {
      if (sums[i] == 0) out.push_back(i);
    }
    Block key = setting_.randomness.block();
    const auto all = hashes(items_, key);
    std::vector<Block> common;
    for (const auto row : out) common.push_back(all[row]);
    std::ranges::sort(common, before);
    const std::uint64_t count = common.size();
    for (const auto other : setting_.mesh.others()) {
      auto& line = line_to(setting_, other);
      send_told(recorded, line, std::span(&count, 1));
      send_told(recorded, line, std::span(&key, 1));
      send_told(recorded, line, common);
      line.flush();
    }
    return out;
  }

  Rows take_common() {
    auto& line = line_to(setting_, first());
    std::uint64_t count = 0;
    Block key;
    net::receive_values(line, std::span(&count, 1));
    net::receive_values(line, std::span(&key, 1));
    const auto most = std::min<std::uint64_t>(items_.size(), sizes_[first().index()]);
    if (count > most) {
      throw Error(ErrorCode::Peer, "party-" + std::to_string(first().index() + 1) +
                                       " sent its number of common keys: expected at most " +
                                       std::to_string(most) + ", got " + std::to_string(count));
    }
    std::vector<Block> common(count);
    net::receive_values(line, common);
    const auto all = hashes(items_, key);
    Rows out;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      if (std::ranges::binary_search(common, all[i], before)) out.push_back(i);
    }
    if (out.size() != count || !std::ranges::is_sorted(common, before)) {
      throw Error(ErrorCode::Peer, "party-" + std::to_string(first().index() + 1) +
                                       " sent the common keys: expected " + std::to_string(count) +
                                       " that this party has, got " + std::to_string(out.size()));
    }
    return out;
  }

  static bool before(const Block& a, const Block& b) {
    return std::pair(a.high, a.low) < std::pair(b.high, b.low);
  }

  const Setting& setting_;
  std::span<const std::size_t> sizes_;
  Blocks items_;
};

}  // namespace

Rows common_to_all(const Setting& setting, Items items, std::span<const std::size_t> sizes) {
  return Intersection(setting, items, sizes).run();
}

}  // namespace privet::protocol::psi
