// SPDX-License-Identifier: Apache-2.0
#include "protocol/product/boolean_dot.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "crypto/bit_vector.h"
#include "protocol/bit_packing.h"
#include "protocol/ot/pairwise.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

// Places in one go: the whole chain runs chunk by chunk, so that parties work at the same time on
// different chunks and memory stays bounded.
constexpr std::size_t kChunk = 16384;

class Chain {
 public:
  Chain(const Mesh& mesh, PairwiseTransfers& transfers, unsigned width)
      : mesh_(mesh), transfers_(transfers), width_(width) {}

  // This party's share of the count over one chunk.
  std::uint64_t run(std::span<const crypto::Block> bits, std::size_t count) {
    const auto own = mesh_.place();
    shares_.assign(count, 0);
    part_.resize(count);
    if (own == 0) {
      for (std::size_t i = 0; i < count; ++i) {
        shares_[i] = crypto::BitView(bits)[i];
      }
    }
    for (std::size_t at = 0; at < own; ++at) {
      const auto earlier = mesh_.at(at);
      auto& channel = line_to(mesh_, earlier);
      transfers_.receiver(earlier).additive(channel, bits, width_, part_);
      for (std::size_t i = 0; i < count; ++i) shares_[i] += part_[i];
    }
    for (auto& share : shares_) share &= low_bits(width_);
    for (auto at = own + 1; at < mesh_.parties(); ++at) {
      const auto later = mesh_.at(at);
      auto& channel = line_to(mesh_, later);
      transfers_.sender(later).additive(channel, shares_, width_, part_);
      shares_ = part_;
    }
    std::uint64_t total = 0;
    for (const auto share : shares_) total += share;
    return total;
  }

 private:
  const Mesh& mesh_;
  PairwiseTransfers& transfers_;
  unsigned width_;
  std::vector<std::uint64_t> shares_;
  std::vector<std::uint64_t> part_;
};

}  // namespace

unsigned boolean_dot_width(std::size_t places) {
  return static_cast<unsigned>(std::max<std::size_t>(1, std::bit_width(places)));
}

Shared<std::uint64_t> boolean_dot(const Setting& setting, std::span<const crypto::Block> bits,
                                  std::size_t places) {
  const auto& mesh = setting.mesh;
  PRIVET_CHECK(bits.size() >= (places + 127) / 128 && mesh.parties() >= 2);
  const auto width = boolean_dot_width(places);
  setting.transfers.prepare(mesh);
  Chain chain(mesh, setting.transfers, width);
  std::uint64_t total = 0;
  for (std::size_t at = 0; at < places; at += kChunk) {
    total += chain.run(bits.subspan(at / 128), std::min(kChunk, places - at));
  }
  return Shared<std::uint64_t>(total & low_bits(width));
}

}  // namespace privet::protocol
