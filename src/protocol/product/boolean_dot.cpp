// SPDX-License-Identifier: Apache-2.0
#include "protocol/product/boolean_dot.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "protocol/ot/bit_packing.h"

namespace privet::protocol {
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
    const auto own = mesh_.own().index();
    shares_.assign(count, 0);
    part_.resize(count);
    if (own == 0) {
      for (std::size_t i = 0; i < count; ++i) {
        const auto block = bits[i / 128];
        shares_[i] = ((i % 128 < 64 ? block.low : block.high) >> (i % 64)) & 1U;
      }
    }
    for (std::uint32_t earlier = 0; earlier < own; ++earlier) {
      auto& channel = mesh_.to(PartyId(earlier));
      transfers_.receiver(PartyId(earlier)).additive(channel, bits, width_, part_);
      for (std::size_t i = 0; i < count; ++i) shares_[i] += part_[i];
    }
    for (auto& share : shares_) share &= low_bits(width_);
    for (auto later = own + 1; later < mesh_.parties(); ++later) {
      auto& channel = mesh_.to(PartyId(later));
      transfers_.sender(PartyId(later)).additive(channel, shares_, width_, part_);
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

PairwiseTransfers PairwiseTransfers::set_up(const Mesh& mesh, crypto::Randomness& randomness,
                                            const OtPlan& plan) {
  PairwiseTransfers out;
  out.senders_.resize(mesh.parties());
  out.receivers_.resize(mesh.parties());
  // In order of the other party's place: of the pairs still open, the smallest can always go on.
  for (const auto other : mesh.others()) {
    auto& channel = mesh.to(other);
    if (other < mesh.own()) {
      out.receivers_[other.index()] =
          std::make_unique<OtReceiver>(OtReceiver::set_up(channel, randomness, plan));
    } else {
      out.senders_[other.index()] =
          std::make_unique<OtSender>(OtSender::set_up(channel, randomness, plan));
    }
  }
  return out;
}

unsigned boolean_dot_width(std::size_t places) {
  return static_cast<unsigned>(std::max<std::size_t>(1, std::bit_width(places)));
}

std::uint64_t boolean_dot(const Mesh& mesh, PairwiseTransfers& transfers,
                          std::span<const crypto::Block> bits, std::size_t places) {
  PRIVET_CHECK(bits.size() >= (places + 127) / 128 && mesh.parties() >= 2);
  const auto width = boolean_dot_width(places);
  Chain chain(mesh, transfers, width);
  std::uint64_t total = 0;
  for (std::size_t at = 0; at < places; at += kChunk) {
    total += chain.run(bits.subspan(at / 128), std::min(kChunk, places - at));
  }
  return total & low_bits(width);
}

}  // namespace privet::protocol
