// SPDX-License-Identifier: Apache-2.0
#include "protocol/gmw/shared_bits.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "protocol/lane_bits.h"
#include "protocol/ot/pairwise.h"
#include "protocol/raw_share.h"

namespace privet::protocol {

using protocol_only::raw;

using circuit::Side;
using circuit::Word;
using crypto::Block;

namespace {

// Triples made together, to bound the memory for transfers.
constexpr std::size_t kTriplesAtOnce = std::size_t{1} << 17U;

}  // namespace

SharedBits SharedBits::with(const Setting& setting, PartyId other) {
  setting.transfers.both_ways(other);
  const auto own = setting.own() < other ? Side::First : Side::Second;
  return {CircuitEnd(setting, own, other), setting.transfers.sender(other),
          setting.transfers.receiver(other)};
}

void SharedBits::make_triples(std::size_t count) {
  triples_.a.resize(count);
  triples_.b.resize(count);
  triples_.ab.resize(count);
  triples_.used = 0;
  for (std::size_t at = 0; at < count; at += kTriplesAtOnce) {
    make_triples(at, std::min(kTriplesAtOnce, count - at));
  }
}

void SharedBits::make_triples(std::size_t at, std::size_t count) {
  crypto::BitVector choices(count);
  randomness_.fill_values(choices.blocks());
  const auto a = std::span(triples_.a).subspan(at, count);
  unpack(crypto::words_of(std::as_const(choices).blocks()), a);
  std::vector<std::uint64_t> offsets(count);
  randomness_.fill_values(std::span(offsets));
  for (auto& bit : offsets) bit &= 1U;
  // Shares of own b times the other's a, and of own a times the other's b; the first party sends
  // first.
  std::vector<std::uint64_t> as_sender(count);
  std::vector<std::uint64_t> as_receiver(count);
  const auto send = [&] { sender_.additive(channel_, offsets, 1, as_sender); };
  const auto receive = [&] { receiver_.additive(channel_, choices.blocks(), 1, as_receiver); };
  if (own_ == Side::First) {
    send();
    receive();
  } else {
    receive();
    send();
  }
  const auto b = std::span(triples_.b).subspan(at, count);
  const auto ab = std::span(triples_.ab).subspan(at, count);
  for (std::size_t i = 0; i < count; ++i) {
    b[i] = static_cast<std::uint8_t>(offsets[i]);
    ab[i] = static_cast<std::uint8_t>((a[i] & offsets[i]) ^ as_sender[i] ^ as_receiver[i]);
  }
}

void SharedBits::conjunction(std::span<const Wire> a, std::span<const Wire> b,
                             std::span<Wire> out) {
  PRIVET_CHECK(a.size() == out.size() && b.size() == out.size());
  const auto count = out.size();
  if (triples_.a.size() - triples_.used < count) {
    // Some more than asked for, so that a circuit of many small layers does not pay for each.
    make_triples(std::max<std::size_t>(count, 8192));
  }
  const auto mask_a = std::span(triples_.a).subspan(triples_.used, count);
  const auto mask_b = std::span(triples_.b).subspan(triples_.used, count);
  const auto product = std::span(triples_.ab).subspan(triples_.used, count);
  triples_.used += count;
  std::vector<std::uint8_t> masked(2 * count);
  const auto d = std::span(masked).first(count);
  const auto e = std::span(masked).last(count);
  for (std::size_t i = 0; i < count; ++i) d[i] = a[i].share_ ^ mask_a[i];
  for (std::size_t i = 0; i < count; ++i) e[i] = b[i].share_ ^ mask_b[i];
  const auto mine = pack(masked);
  std::vector<std::uint64_t> theirs(mine.size());
  channel_.exchange(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(theirs)));
  for (std::size_t i = 0; i < mine.size(); ++i) theirs[i] ^= mine[i];
  unpack(theirs, masked);  // the opened values
  const auto both = static_cast<std::uint8_t>(own_ == Side::First ? 1 : 0);
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = Wire(static_cast<std::uint8_t>(product[i] ^ (d[i] & mask_b[i]) ^ (e[i] & mask_a[i]) ^
                                            (d[i] & e[i] & both)));
  }
}

Word<SharedBits> SharedBits::from_shares(const XorShared<NumberVector>& shares,
                                         std::size_t bits) const {
  Word<SharedBits> out(bits, shares.size());
  const auto spread = spread_bits(raw(shares), bits);
  const auto wires = out.all();
  for (std::size_t i = 0; i < spread.size(); ++i) wires[i] = Wire(spread[i]);
  return out;
}

Word<SharedBits> SharedBits::input(Side owner, std::span<const std::uint64_t> values,
                                   std::size_t bits, std::size_t lanes) {
  Word<SharedBits> out(bits, lanes);
  input(owner, values, out);
  return out;
}

void SharedBits::input(Side owner, std::span<const std::uint64_t> values, Word<SharedBits>& out) {
  PRIVET_CHECK(values.size() == (owner == own_ ? out.lanes() : 0));
  std::vector<std::uint8_t> share(out.all().size());
  std::vector<std::uint64_t> packed((share.size() + 63) / 64);
  if (owner == own_) {
    // The other party's share is random; the owner's is what is missing.
    randomness_.fill_values(std::span(packed));
    net::send_values(channel_, packed);
    channel_.flush();
    share = spread_bits(values, out.bits());
  } else {
    net::receive_values(channel_, packed);
  }
  std::vector<std::uint8_t> other(share.size());
  unpack(packed, other);
  const auto wires = out.all();
  for (std::size_t i = 0; i < share.size(); ++i) {
    wires[i] = Wire(static_cast<std::uint8_t>(share[i] ^ other[i]));
  }
}

XorShared<NumberVector> SharedBits::shares(const Word<SharedBits>& word) const {
  return XorShared<NumberVector>(gather_bits(share_bits(word), word.lanes()));
}

std::vector<std::uint8_t> SharedBits::share_bits(const Word<SharedBits>& word) {
  std::vector<std::uint8_t> bits(word.all().size());
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = word.all()[i].share_;
  return bits;
}

std::optional<std::vector<std::uint64_t>> SharedBits::reveal(Side recipient,
                                                             const Word<SharedBits>& word,
                                                             Opening opening) {
  return reveal_bits(end_, recipient, share_bits(word), word.lanes(), opening);
}

}  // namespace privet::protocol
