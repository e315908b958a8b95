// SPDX-License-Identifier: Apache-2.0
#include "protocol/product/boolean_products.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>

#include "base/error.h"
#include "crypto/hash.h"
#include "protocol/bit_packing.h"
#include "protocol/ot/pairwise.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

using crypto::Block;

constexpr std::size_t kMemory = std::size_t{96} << 20U;
constexpr std::size_t kLeastChunk = 1024;
// Places hashed and sent in one go.
constexpr std::size_t kBatch = 1024;
constexpr std::size_t kNoParent = ~std::size_t{0};

// A beginning of at least two factors that some products have in common.
struct Node {
  std::size_t parent = kNoParent;  // none: the beginning is the single vector `first`
  Factor first;                    // of the whole beginning
  Factor last;
  PartySet before;     // the parties before the last
  bool inner = false;  // other nodes go on from it, so its shares are kept
};

struct Tree {
  std::vector<Node> nodes;            // parents come first
  std::vector<std::size_t> products;  // the node of each product
};

Tree make_tree(std::span<const BooleanProduct> products, std::size_t parties) {
  Tree tree;
  std::map<std::pair<std::size_t, std::pair<Factor, Factor>>, std::size_t> known;
  for (const auto& product : products) {
    PRIVET_CHECK(product.size() >= 2 && product.back().party.index() < parties);
    std::size_t at = kNoParent;
    PartySet before;
    for (std::size_t i = 1; i < product.size(); ++i) {
      PRIVET_CHECK(product[i - 1].party < product[i].party);
      before = before.with(product[i - 1].party);
      const auto [entry, fresh] =
          known.try_emplace({at, {product[0], product[i]}}, tree.nodes.size());
      if (fresh) tree.nodes.push_back({at, product[0], product[i], before, false});
      if (at != kNoParent) tree.nodes[at].inner = true;
      at = entry->second;
    }
    tree.products.push_back(at);
  }
  return tree;
}

// One vector of a chooser, and the nodes that end with it in which a certain party offers.
struct Choice {
  std::uint32_t vector;
  std::vector<std::size_t> nodes;
};

std::vector<Choice> offers_between(const Tree& tree, PartyId offering, PartyId choosing) {
  std::map<std::uint32_t, std::vector<std::size_t>> by_vector;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const auto& node = tree.nodes[i];
    if (node.last.party == choosing && node.before.contains(offering)) {
      by_vector[node.last.vector].push_back(i);
    }
  }
  std::vector<Choice> out;
  for (auto& [vector, nodes] : by_vector) out.push_back({vector, std::move(nodes)});
  return out;
}

constexpr std::size_t masks_in_block(unsigned width) {
  return 2 * (64 / std::size_t{width});
}

// The masks that a key gives: several of `width` bits from each hash of the key.
class Masks {
 public:
  Masks(Block seed, unsigned width) : hash_(seed), width_(width), in_half_(64 / width) {}

  // Makes round `round` of the masks of up to kBatch keys; number() picks from them.
  void stretch(std::span<const Block> keys, std::uint64_t round, std::span<Block> out) {
    for (std::size_t i = 0; i < keys.size(); ++i) out[i] = keys[i] ^ Block { round, 0 };
    hash_.hash(out.first(keys.size()), used_);
  }
  // Both keys of a transfer are hashed under one number; call it once for the batch.
  void next(std::size_t count) { used_ += count; }
  [[nodiscard]] std::uint64_t number(Block stretched, std::size_t index) const {
    const auto half = index < in_half_ ? stretched.low : stretched.high;
    return (half >> ((index % in_half_) * width_)) & low_bits(width_);
  }

 private:
  crypto::BlockHash hash_;
  unsigned width_;
  std::size_t in_half_;
  std::uint64_t used_ = 0;
};

class Products {
 public:
  Products(const Mesh& mesh, PairwiseTransfers& transfers, Tree tree,
           std::span<const BitVector> vectors, std::size_t places)
      : mesh_(mesh),
        transfers_(transfers),
        tree_(std::move(tree)),
        vectors_(vectors),
        places_(places),
        width_(boolean_dot_width(places)),
        masks_(mesh.ids()),
        offers_(mesh.ids()),
        shares_(tree_.nodes.size()),
        totals_(tree_.nodes.size(), 0) {}

  std::vector<std::uint64_t> run(crypto::Randomness& randomness) {
    const auto own = mesh_.own();
    for (const auto other : mesh_.others()) {
      offers_[other.index()] =
          other < own ? offers_between(tree_, other, own) : offers_between(tree_, own, other);
    }
    agree_on_seeds(randomness);
    const auto chunk = chunk_places();
    for (std::size_t at = 0; at < places_; at += chunk) {
      at_ = at;
      count_ = std::min(chunk, places_ - at);
      run_chunk();
    }
    std::vector<std::uint64_t> out;
    out.reserve(tree_.products.size());
    for (const auto node : tree_.products) out.push_back(totals_[node] & low_bits(width_));
    return out;
  }

 private:
  bool busy_with(PartyId other) const { return !offers_[other.index()].empty(); }

  // Public numbers that key the hash; those who offer draw them.
  void agree_on_seeds(crypto::Randomness& randomness) {
    const auto own = mesh_.own();
    for (const auto other : mesh_.others()) {
      if (!busy_with(other)) continue;
      Block seed;
      auto& channel = line_to(mesh_, other);
      if (own < other) {
        seed = randomness.block();
        net::send_values(channel, std::span(&seed, 1));
        channel.flush();
      } else {
        net::receive_values(channel, std::span(&seed, 1));
      }
      masks_[other.index()] = std::make_unique<Masks>(seed, width_);
    }
  }

  // How many places fit into memory at once; all parties compute the same from the plan.
  std::size_t chunk_places() const {
    std::size_t keys = 0;
    for (const auto chooser : mesh_.members()) {
      std::size_t here = 0;
      for (const auto offering : mesh_.members()) {
        if (offering < chooser) here += offers_between(tree_, offering, chooser).size();
      }
      keys = std::max(keys, here);
    }
    // Only the shares of inner nodes are kept.
    const auto kept = static_cast<std::size_t>(std::ranges::count_if(tree_.nodes, &Node::inner));
    const auto bytes = keys * sizeof(BlockPair) + kept * sizeof(std::uint32_t) + 1;
    return std::clamp(kMemory / bytes / kBatch * kBatch, kLeastChunk,
                      std::max(kLeastChunk, places_));
  }

  std::span<const Block> own_bits(std::uint32_t vector) const {
    PRIVET_CHECK(vector < vectors_.size() && vectors_[vector].size() >= places_);
    return vectors_[vector].blocks().subspan(at_ / 128);
  }

  // Shares of inner nodes are kept for the chunk: a chooser adds up what it gets from each offer,
  // who offers has the negated mask.
  void run_chunk() {
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (tree_.nodes[i].inner && takes_part(tree_.nodes[i])) shares_[i].assign(count_, 0);
    }
    const auto own = mesh_.own();
    for (const auto chooser : mesh_.members()) {
      if (own == chooser) choose();
      if (own < chooser && busy_with(chooser)) offer(chooser);
    }
  }

  bool takes_part(const Node& node) const {
    return node.last.party == mesh_.own() || node.before.contains(mesh_.own());
  }

  // The chooser first sends all its transfers, to everybody, and then takes all answers; who offers
  // reads all before it answers. So nobody waits for a line that nobody reads.
  void choose() {
    const auto earlier = std::span(mesh_.members()).first(mesh_.place());
    std::vector<std::vector<Block>> keys(earlier.size());
    for (std::size_t s = 0; s < earlier.size(); ++s) {
      const auto& choices = offers_[earlier[s].index()];
      auto& channel = line_to(mesh_, earlier[s]);
      if (choices.empty()) continue;
      keys[s].resize(choices.size() * count_);
      transfers_.receiver(earlier[s]).random(channel, all_bits(choices).blocks(), keys[s]);
      channel.flush();
    }
    for (std::size_t s = 0; s < earlier.size(); ++s) {
      const auto& choices = offers_[earlier[s].index()];
      for (std::size_t i = 0; i < choices.size(); ++i) {
        take(earlier[s], choices[i], std::span(keys[s]).subspan(i * count_, count_));
      }
    }
  }

  // The chunk's bits of all vectors that are chosen with, one after the other: one call for all
  // transfers, since silent ones take a round for each call.
  BitVector all_bits(std::span<const Choice> choices) const {
    BitVector out(choices.size() * count_);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const auto bits = own_bits(choices[i].vector);
      if (count_ % 128 == 0) {
        std::ranges::copy(bits.first(count_ / 128), out.blocks().subspan(i * count_ / 128).begin());
        continue;
      }
      for (std::size_t p = 0; p < count_; ++p) out.put(i * count_ + p, crypto::BitView(bits)[p]);
    }
    return out;
  }

  void take(PartyId from, const Choice& choice, std::span<const Block> keys) {
    auto& channel = line_to(mesh_, from);
    auto& masks = *masks_[from.index()];
    const auto bits = own_bits(choice.vector);
    std::array<Block, kBatch> stretched;
    std::array<std::uint64_t, kBatch> corrections;
    std::array<std::uint64_t, kBatch> words;
    for_each_batch(choice, [&](std::span<const std::size_t> nodes, std::size_t round,
                               std::size_t at, std::size_t count) {
      masks.stretch(keys.subspan(at, count), round, stretched);
      masks.next(count);
      const auto packed = std::span(words).first(packed_words(count, width_));
      for (std::size_t j = 0; j < nodes.size(); ++j) {
        net::receive_values(channel, packed);
        unpack_bits(packed, width_, std::span(corrections).first(count));
        auto& shares = shares_[nodes[j]];
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < count; ++i) {
          const auto share = masks.number(stretched[i], j) +
                             ((0 - crypto::BitView(bits)[at + i]) & corrections[i]);
          total += share;
          if (!shares.empty()) shares[at + i] += static_cast<std::uint32_t>(share);
        }
        totals_[nodes[j]] += total;
      }
    });
  }

  void offer(PartyId to) {
    const auto& choices = offers_[to.index()];
    auto& channel = line_to(mesh_, to);
    std::vector<BlockPair> pairs(choices.size() * count_);
    // All are read before anything is answered.
    if (!choices.empty()) transfers_.sender(to).random(channel, pairs);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      answer(to, choices[i], std::span(pairs).subspan(i * count_, count_));
    }
    channel.flush();
  }

  void answer(PartyId to, const Choice& choice, std::span<const BlockPair> pairs) {
    auto& masks = *masks_[to.index()];
    std::array<Block, kBatch> zeros;
    std::array<Block, kBatch> ones;
    std::array<std::uint64_t, kBatch> corrections;
    std::array<std::uint64_t, kBatch> words;
    for_each_batch(choice, [&](std::span<const std::size_t> nodes, std::size_t round,
                               std::size_t at, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) {
        zeros[i] = pairs[at + i][0];
        ones[i] = pairs[at + i][1];
      }
      masks.stretch(std::span(zeros).first(count), round, zeros);
      masks.stretch(std::span(ones).first(count), round, ones);
      masks.next(count);
      const auto packed = std::span(words).first(packed_words(count, width_));
      for (std::size_t j = 0; j < nodes.size(); ++j) {
        load_offers(tree_.nodes[nodes[j]], at, std::span(corrections).first(count));
        auto& shares = shares_[nodes[j]];
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < count; ++i) {
          const auto mask = masks.number(zeros[i], j);
          corrections[i] = (mask + corrections[i] - masks.number(ones[i], j)) & low_bits(width_);
          total -= mask;
          if (!shares.empty()) shares[at + i] = static_cast<std::uint32_t>(0 - mask);
        }
        totals_[nodes[j]] += total;
        pack_bits(std::span(corrections).first(count), width_, packed);
        net::send_values(line_to(mesh_, to), packed);
      }
    });
  }

  // What this party has of the beginning before the node's last factor.
  void load_offers(const Node& node, std::size_t at, std::span<std::uint64_t> out) const {
    if (node.parent == kNoParent) {
      const auto bits = own_bits(node.first.vector);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = crypto::BitView(bits)[at + i];
    } else {
      std::ranges::copy(std::span(shares_[node.parent]).subspan(at, out.size()), out.begin());
    }
  }

  // The same order at both sides: as many nodes as a stretched key has masks for, batch by batch.
  template <class Work>
  void for_each_batch(const Choice& choice, Work work) const {
    const auto together = masks_in_block(width_);
    for (std::size_t base = 0; base < choice.nodes.size(); base += together) {
      const auto nodes =
          std::span(choice.nodes).subspan(base, std::min(together, choice.nodes.size() - base));
      for (std::size_t at = 0; at < count_; at += kBatch) {
        work(nodes, base, at, std::min(kBatch, count_ - at));
      }
    }
  }

  const Mesh& mesh_;
  PairwiseTransfers& transfers_;
  Tree tree_;
  std::span<const BitVector> vectors_;
  std::size_t places_;
  unsigned width_;
  std::vector<std::unique_ptr<Masks>> masks_;       // by party
  std::vector<std::vector<Choice>> offers_;         // by party
  std::vector<std::vector<std::uint32_t>> shares_;  // of inner nodes, of the chunk
  std::vector<std::uint64_t> totals_;               // by node
  std::size_t at_ = 0;                              // the chunk
  std::size_t count_ = 0;
};

}  // namespace

Shared<NumberVector> boolean_products(const Setting& setting,
                                      std::span<const BooleanProduct> products,
                                      std::span<const BitVector> vectors, std::size_t places) {
  const auto& mesh = setting.mesh;
  PRIVET_CHECK(places < (std::uint64_t{1} << 32U));
  setting.transfers.prepare(mesh);
  return Shared<NumberVector>(
      Products(mesh, setting.transfers, make_tree(products, mesh.ids()), vectors, places)
          .run(setting.randomness));
}

}  // namespace privet::protocol
