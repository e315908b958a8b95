// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <utility>

#include "crypto/bit_vector.h"
#include "crypto/hash.h"
#include "protocol/ot/punctured.h"
#include "protocol/vole/vole_internal.h"

namespace privet::protocol {
namespace {

using crypto::Block;

VoleFactors relations(std::size_t count) {
  return {crypto::SecretVector<std::uint64_t>(count), crypto::SecretVector<Block>(count)};
}

class VoleReceiver {
 public:
  VoleReceiver(net::Channel& channel, crypto::Randomness& randomness, OtReceiver& transfers,
               Block public_seed)
      : channel_(channel),
        randomness_(randomness),
        transfers_(transfers),
        public_seed_(public_seed),
        hash_(public_seed),
        trees_(public_seed ^ Block{1, 0}) {}

  VoleFactors make(std::size_t count) {
    const auto* const shape = vole_shape(count);
    if (shape == nullptr) return make_directly(count);
    auto seeds = make(vole_seeds(*shape));
    VoleCode code(*shape, public_seed_);
    auto out = relations(count);
    for (std::size_t at = 0; at < count;) {
      auto kept = relations(count - at > shape->rows() ? seeds.sums.size() : 0);
      const auto size = std::min(count - at, shape->rows() - kept.sums.size());
      turn(code, seeds, {kept.factors, std::span(out.factors).subspan(at, size)},
           {kept.sums, std::span(out.sums).subspan(at, size)});
      at += size;
      std::swap(seeds, kept);
    }
    return out;
  }

 private:
  VoleFactors make_directly(std::size_t count) {
    auto out = relations(count);
    randomness_.fill_values(std::span(out.factors));
    crypto::SecretVector<Block> taken(std::min(count, kDirectAtOnce) * kFactorBits);
    crypto::SecretVector<Block> choices((std::min(count, kDirectAtOnce) + 1) / 2);
    for (std::size_t at = 0; at < count; at += kDirectAtOnce) {
      const auto size = std::min(kDirectAtOnce, count - at);
      const auto part = std::span(taken).first(size * kFactorBits);
      std::memcpy(choices.data(), &out.factors[at], size * sizeof(std::uint64_t));
      transfers_.correlated(channel_, choices, part);
      for (std::size_t j = 0; j < size; ++j) {
        out.sums[at + j] = sum_of_powers(part.subspan(j * kFactorBits, kFactorBits));
      }
    }
    return out;
  }

  // The keys of all trees' levels, of the sides that the paths to the hidden leaves do not take.
  crypto::SecretVector<Block> take_keys(std::span<const std::uint32_t> hidden, unsigned levels) {
    crypto::SecretVector<Block> keys(hidden.size() * levels);
    crypto::BitVector choices(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::uint64_t side = 1U ^ ((hidden[i / levels] >> (levels - 1 - i % levels)) & 1U);
      choices.put(i, side);
    }
    transfers_.correlated(channel_, choices.blocks(), keys);
    hash_.hash(keys, hashed_);
    hashed_ += keys.size();
    return keys;
  }

  void turn(VoleCode& code, const VoleFactors& seeds, LeafTarget<std::uint64_t> factors_to,
            LeafTarget<Block> sums_to) {
    const auto& shape = code.shape;
    const auto trees = trees_for(shape, sums_to.size());
    crypto::SecretVector<std::uint32_t> hidden(trees);
    randomness_.fill_values(std::span(hidden));
    for (auto& leaf : hidden) leaf &= (std::uint32_t{1} << shape.levels) - 1;
    const auto keys = take_keys(hidden, shape.levels);
    crypto::SecretVector<Block> leaves(std::size_t{1} << shape.levels);
    crypto::SecretVector<std::uint64_t> factors(leaves.size());
    TreeSums buffer;
    const auto sums = std::span(buffer).first(shape.levels);
    for (std::size_t t = 0; t < trees; ++t) {
      Block missing;
      net::receive_values(channel_, sums);
      net::receive_values(channel_, std::span(&missing, 1));
      trees_.fill(std::span(keys).subspan(t * shape.levels, shape.levels), hidden[t], sums, leaves);
      missing ^= seeds.sums[shape.secret + t];
      for (const auto& leaf : leaves) missing ^= leaf;
      for (std::uint32_t i = 0; i < leaves.size(); ++i) {
        const auto here = is_same(i, hidden[t]);
        leaves[i] ^= when(here, missing);
        factors[i] = (std::uint64_t{0} - here) & seeds.factors[shape.secret + t];
      }
      code.code.add(code.row, std::span(seeds.sums).first(shape.secret), leaves,
                    std::span(seeds.factors).first(shape.secret), factors);
      code.row += leaves.size();
      sums_to.put(leaves);
      factors_to.put(factors);
    }
  }

  net::Channel& channel_;
  crypto::Randomness& randomness_;
  OtReceiver& transfers_;
  Block public_seed_;
  crypto::BlockHash hash_;
  std::uint64_t hashed_ = 0;
  SeedTrees trees_;
};

}  // namespace

VoleFactors vole_receive(net::Channel& channel, crypto::Randomness& randomness,
                         OtReceiver& transfers, std::size_t count) {
  Block public_seed;
  net::receive_values(channel, std::span(&public_seed, 1));
  return VoleReceiver(channel, randomness, transfers, public_seed).make(count);
}

}  // namespace privet::protocol
