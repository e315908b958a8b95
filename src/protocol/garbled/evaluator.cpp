// SPDX-License-Identifier: Apache-2.0
#include "protocol/garbled/evaluator.h"

#include <algorithm>

#include "base/error.h"
#include "protocol/garbled/gates_in_flight.h"
#include "protocol/lane_bits.h"

namespace privet::protocol {

using circuit::Side;
using circuit::Word;
using crypto::Block;

namespace {

std::array<Block, 2> receive_public_seeds(net::Channel& channel) {
  std::array<Block, 2> seeds{};
  net::receive_values(channel, seeds);
  return seeds;
}

// As oblivious transfer takes its choices.
crypto::BitVector pack_choices(std::span<const std::uint8_t> bits) {
  crypto::BitVector out(bits.size());
  std::ranges::copy(pack(bits), crypto::words_of(out.blocks()).begin());
  return out;
}

}  // namespace

Evaluator::Evaluator(const CircuitEnd& end, OtReceiver& transfers)
    : Evaluator(end, transfers, receive_public_seeds(protocol_only::line_of(end))) {}

Evaluator::Evaluator(const CircuitEnd& end, OtReceiver& transfers,
                     std::array<Block, 2> public_seeds)
    : end_(end),
      channel_(protocol_only::line_of(end)),
      transfers_(transfers),
      hash_(public_seeds[0]),
      input_labels_(public_seeds[1]) {}

void Evaluator::conjunction(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out) {
  PRIVET_CHECK(a.size() == out.size() && b.size() == out.size());
  for (std::size_t at = 0; at < out.size(); at += kGatesInFlight) {
    const auto count = std::min(kGatesInFlight, out.size() - at);
    evaluate(a.subspan(at, count), b.subspan(at, count), out.subspan(at, count));
  }
}

void Evaluator::evaluate(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out) {
  const auto count = out.size();
  std::array<Block, 2 * kGatesInFlight> hashes;
  for (std::size_t i = 0; i < count; ++i) {
    hashes[2 * i] = a[i].label_;
    hashes[2 * i + 1] = b[i].label_;
  }
  hash_.hash(std::span(hashes).first(2 * count), tweak_, 0);
  tweak_ += 2 * count;

  std::array<Block, 2 * kGatesInFlight> table;
  net::receive_values(channel_, std::span(table).first(2 * count));
  for (std::size_t i = 0; i < count; ++i) {
    const Block label = a[i].label_;
    out[i] = Wire(hashes[2 * i] ^ when(label.lowest(), table[2 * i]) ^ hashes[2 * i + 1] ^
                  when(b[i].label_.lowest(), table[2 * i + 1] ^ label));
  }
}

Word<Evaluator> Evaluator::input(Side owner, std::span<const std::uint64_t> values,
                                 std::size_t bits, std::size_t lanes) {
  Word<Evaluator> out(bits, lanes);
  input(owner, values, out);
  return out;
}

void Evaluator::input(Side owner, std::span<const std::uint64_t> values, Word<Evaluator>& out) {
  PRIVET_CHECK(values.size() == (owner == Side::Second ? out.lanes() : 0));
  // None if the garbler is the owner.
  const auto choices = pack_choices(spread_bits(values, out.bits()));
  std::array<Block, kLabelsAtOnce> labels;
  for (std::size_t at = 0; at < out.all().size(); at += kLabelsAtOnce) {
    const auto wires = out.all().subspan(at, std::min(kLabelsAtOnce, out.all().size() - at));
    const auto part = std::span(labels).first(wires.size());
    if (owner == Side::First) {
      input_labels_.fill_blocks(part);
    } else {
      transfers_.correlated(channel_, choices.blocks().subspan(at / 128), part);
    }
    for (std::size_t i = 0; i < part.size(); ++i) wires[i] = Wire(part[i]);
  }
}

XorShared<NumberVector> Evaluator::shares(const Word<Evaluator>& word) const {
  return XorShared<NumberVector>(gather_bits(share_bits(word), word.lanes()));
}

std::vector<std::uint8_t> Evaluator::share_bits(const Word<Evaluator>& word) {
  std::vector<std::uint8_t> bits(word.all().size());
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = static_cast<std::uint8_t>(word.all()[i].label_.lowest());
  }
  return bits;
}

std::optional<std::vector<std::uint64_t>> Evaluator::reveal(Side recipient,
                                                            const Word<Evaluator>& word,
                                                            Opening opening) {
  return reveal_bits(end_, recipient, share_bits(word), word.lanes(), opening);
}

}  // namespace privet::protocol
