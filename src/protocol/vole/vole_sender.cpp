// SPDX-License-Identifier: Apache-2.0
#include "crypto/hash.h"
#include "protocol/ot/punctured.h"
#include "protocol/vole/vole_internal.h"

namespace privet::protocol {
namespace {

using crypto::Block;
using Blocks = crypto::SecretVector<Block>;

class VoleSender {
 public:
  VoleSender(net::Channel& channel, crypto::Randomness& randomness, OtSender& transfers,
             Block public_seed)
      : channel_(channel),
        randomness_(randomness),
        transfers_(transfers),
        public_seed_(public_seed),
        hash_(public_seed),
        trees_(public_seed ^ Block{1, 0}) {}

  Blocks make(std::size_t count) {
    const auto* const shape = vole_shape(count);
    if (shape == nullptr) return make_directly(count);
    auto seeds = make(vole_seeds(*shape));
    VoleCode code(*shape, public_seed_);
    Blocks out(count);
    std::span<Block> left(out);
    while (!left.empty()) {
      Blocks kept(left.size() > shape->rows() ? seeds.size() : 0);
      const auto part = left.first(std::min(left.size(), shape->rows() - kept.size()));
      turn(code, seeds, {kept, part});
      left = left.subspan(part.size());
      seeds.swap(kept);
    }
    return out;
  }

 private:
  Blocks make_directly(std::size_t count) {
    Blocks out(count);
    Blocks zeros(std::min(count, kDirectAtOnce) * kFactorBits);
    for (std::size_t at = 0; at < count; at += kDirectAtOnce) {
      const auto size = std::min(kDirectAtOnce, count - at);
      const auto part = std::span(zeros).first(size * kFactorBits);
      transfers_.correlated(channel_, part);
      for (std::size_t j = 0; j < size; ++j) {
        out[at + j] = sum_of_powers(part.subspan(j * kFactorBits, kFactorBits));
      }
    }
    return out;
  }

  void turn(VoleCode& code, const Blocks& seeds, LeafTarget<Block> target) {
    const auto& shape = code.shape;
    const auto trees = trees_for(shape, target.size());
    Blocks straight(trees * shape.levels);
    transfers_.correlated(channel_, straight);
    Blocks crossed = straight.copy();
    for (auto& key : crossed) key ^= transfers_.delta();
    hash_.hash(straight, hashed_);
    hash_.hash(crossed, hashed_);
    hashed_ += straight.size();
    Blocks leaves(std::size_t{1} << shape.levels);
    TreeSums buffer;
    const auto sums = std::span(buffer).first(shape.levels);
    for (std::size_t t = 0; t < trees; ++t) {
      for (std::size_t l = 0; l < sums.size(); ++l) {
        sums[l] = {straight[t * shape.levels + l], crossed[t * shape.levels + l]};
      }
      trees_.grow(randomness_.block(), sums, leaves);
      Block total = seeds[shape.secret + t];
      for (const auto& leaf : leaves) total ^= leaf;
      net::send_values(channel_, sums);
      net::send_values(channel_, std::span(&total, 1));
      code.code.add(code.row, std::span(seeds).first(shape.secret), leaves);
      code.row += leaves.size();
      target.put(leaves);
    }
    channel_.flush();
  }

  net::Channel& channel_;
  crypto::Randomness& randomness_;
  OtSender& transfers_;
  Block public_seed_;
  crypto::BlockHash hash_;
  std::uint64_t hashed_ = 0;
  SeedTrees trees_;
};

}  // namespace

crypto::SecretVector<Block> vole_send(net::Channel& channel, crypto::Randomness& randomness,
                                      OtSender& transfers, std::size_t count) {
  const Block public_seed = randomness.block();
  net::send_values(channel, std::span(&public_seed, 1));
  channel.flush();
  return VoleSender(channel, randomness, transfers, public_seed).make(count);
}

}  // namespace privet::protocol
