// SPDX-License-Identifier: Apache-2.0
#include "protocol/garbled/garbler.h"

#include <algorithm>

#include "base/error.h"
#include "protocol/garbled/gates_in_flight.h"
#include "protocol/lane_bits.h"

namespace privet::protocol {

using circuit::Side;
using circuit::Word;
using crypto::Block;

namespace {

std::array<Block, 2> send_public_seeds(net::Channel& channel, crypto::Randomness& randomness) {
  const std::array<Block, 2> seeds{randomness.block(), randomness.block()};
  net::send_values(channel, seeds);
  return seeds;
}

}  // namespace

Garbler::Garbler(const CircuitEnd& end, OtSender& transfers)
    : Garbler(end, transfers, send_public_seeds(protocol_only::line_of(end), end.randomness)) {}

Garbler::Garbler(const CircuitEnd& end, OtSender& transfers, std::array<Block, 2> public_seeds)
    : end_(end),
      channel_(protocol_only::line_of(end)),
      transfers_(transfers),
      delta_(transfers.delta()),
      hash_(public_seeds[0]),
      input_labels_(public_seeds[1]) {}

void Garbler::conjunction(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out) {
  PRIVET_CHECK(a.size() == out.size() && b.size() == out.size());
  for (std::size_t at = 0; at < out.size(); at += kGatesInFlight) {
    const auto count = std::min(kGatesInFlight, out.size() - at);
    garble(a.subspan(at, count), b.subspan(at, count), out.subspan(at, count));
  }
}

void Garbler::garble(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out) {
  const auto count = out.size();
  std::array<Block, 4 * kGatesInFlight> hashes;
  for (std::size_t i = 0; i < count; ++i) {
    hashes[4 * i] = a[i].zero_;
    hashes[4 * i + 1] = a[i].zero_ ^ *delta_;
    hashes[4 * i + 2] = b[i].zero_;
    hashes[4 * i + 3] = b[i].zero_ ^ *delta_;
  }
  hash_.hash(std::span(hashes).first(4 * count), tweak_, 1);
  tweak_ += 2 * count;

  std::array<Block, 2 * kGatesInFlight> table;
  for (std::size_t i = 0; i < count; ++i) {
    const Block a0 = a[i].zero_;
    const auto a_bit = a0.lowest();
    const auto b_bit = b[i].zero_.lowest();
    // The garbler's half: it knows b's permutation bit.
    const Block first = hashes[4 * i] ^ hashes[4 * i + 1] ^ when(b_bit, *delta_);
    // The evaluator's half: it knows b's value masked by that bit.
    const Block second = hashes[4 * i + 2] ^ hashes[4 * i + 3] ^ a0;
    table[2 * i] = first;
    table[2 * i + 1] = second;
    out[i] =
        Wire(hashes[4 * i] ^ when(a_bit, first) ^ hashes[4 * i + 2] ^ when(b_bit, second ^ a0));
  }
  net::send_values(channel_, std::span(table).first(2 * count));
}

Word<Garbler> Garbler::input(Side owner, std::span<const std::uint64_t> values, std::size_t bits,
                             std::size_t lanes) {
  Word<Garbler> out(bits, lanes);
  input(owner, values, out);
  return out;
}

void Garbler::input(Side owner, std::span<const std::uint64_t> values, Word<Garbler>& out) {
  PRIVET_CHECK(values.size() == (owner == Side::First ? out.lanes() : 0));
  const auto plain = spread_bits(values, out.bits());  // empty if the evaluator is the owner
  if (owner == Side::Second) channel_.flush();
  std::array<Block, kLabelsAtOnce> labels;
  for (std::size_t at = 0; at < out.all().size(); at += kLabelsAtOnce) {
    const auto wires = out.all().subspan(at, std::min(kLabelsAtOnce, out.all().size() - at));
    const auto part = std::span(labels).first(wires.size());
    if (owner == Side::First) {
      input_labels_.fill_blocks(part);
      for (std::size_t i = 0; i < part.size(); ++i) {
        wires[i] = Wire(part[i] ^ when(plain[at + i], *delta_));
      }
    } else {
      transfers_.correlated(channel_, part);
      for (std::size_t i = 0; i < part.size(); ++i) wires[i] = Wire(part[i]);
    }
  }
}

XorShared<NumberVector> Garbler::shares(const Word<Garbler>& word) {
  channel_.flush();
  return XorShared<NumberVector>(gather_bits(share_bits(word), word.lanes()));
}

std::vector<std::uint8_t> Garbler::share_bits(const Word<Garbler>& word) {
  std::vector<std::uint8_t> bits(word.all().size());
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = static_cast<std::uint8_t>(word.all()[i].zero_.lowest());
  }
  return bits;
}

std::optional<std::vector<std::uint64_t>> Garbler::reveal(Side recipient, const Word<Garbler>& word,
                                                          Opening opening) {
  return reveal_bits(end_, recipient, share_bits(word), word.lanes(), opening);
}

}  // namespace privet::protocol
