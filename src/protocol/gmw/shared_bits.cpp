// SPDX-License-Identifier: Apache-2.0
#include "protocol/gmw/shared_bits.h"

#include <algorithm>

#include "base/error.h"
#include "protocol/lane_bits.h"

namespace privet::protocol {

using circuit::Side;
using circuit::Word;
using crypto::Block;

namespace {

std::uint8_t bit_of(std::span<const Block> blocks, std::size_t i) {
  const Block block = blocks[i / 128];
  return static_cast<std::uint8_t>(((i % 128 < 64 ? block.low : block.high) >> (i % 64)) & 1U);
}

}  // namespace

void SharedBits::make_triples(std::size_t count) {
  std::vector<Block> a((count + 127) / 128);
  randomness_.fill_values(std::span(a));
  std::vector<std::uint64_t> b(count);
  randomness_.fill_values(std::span(b));
  for (auto& bit : b) bit &= 1U;
  // Shares of own b times the other's a, and of own a times the other's b; the first party sends
  // first.
  std::vector<std::uint64_t> as_sender(count);
  std::vector<std::uint64_t> as_receiver(count);
  const auto send = [&] { sender_.additive(channel_, b, 1, as_sender); };
  const auto receive = [&] { receiver_.additive(channel_, a, 1, as_receiver); };
  if (own_ == Side::First) {
    send();
    receive();
  } else {
    receive();
    send();
  }
  triples_.a.resize(count);
  triples_.b.resize(count);
  triples_.ab.resize(count);
  triples_.used = 0;
  for (std::size_t i = 0; i < count; ++i) {
    triples_.a[i] = bit_of(a, i);
    triples_.b[i] = static_cast<std::uint8_t>(b[i]);
    triples_.ab[i] =
        static_cast<std::uint8_t>((triples_.a[i] & b[i]) ^ as_sender[i] ^ as_receiver[i]);
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
  const auto first = triples_.used;
  triples_.used += count;
  std::vector<std::uint8_t> masked(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    masked[i] = static_cast<std::uint8_t>(a[i].share_ ^ triples_.a[first + i]);
    masked[count + i] = static_cast<std::uint8_t>(b[i].share_ ^ triples_.b[first + i]);
  }
  const auto mine = pack(masked);
  std::vector<std::uint64_t> theirs(mine.size());
  channel_.exchange(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(theirs)));
  for (std::size_t i = 0; i < count; ++i) {
    const auto d = static_cast<std::uint8_t>(masked[i] ^ packed_bit(theirs, i));
    const auto e = static_cast<std::uint8_t>(masked[count + i] ^ packed_bit(theirs, count + i));
    const auto both = static_cast<std::uint8_t>(own_ == Side::First ? d & e : 0);
    out[i] = Wire(static_cast<std::uint8_t>(triples_.ab[first + i] ^ (d & triples_.b[first + i]) ^
                                            (e & triples_.a[first + i]) ^ both));
  }
}

Word<SharedBits> SharedBits::from_shares(std::span<const std::uint64_t> shares,
                                         std::size_t bits) const {
  Word<SharedBits> out(bits, shares.size());
  const auto spread = spread_bits(shares, bits);
  for (std::size_t i = 0; i < spread.size(); ++i) out.all()[i] = Wire(spread[i]);
  return out;
}

Word<SharedBits> SharedBits::input(Side owner, std::span<const std::uint64_t> values,
                                   std::size_t bits, std::size_t lanes) {
  PRIVET_CHECK(values.size() == (owner == own_ ? lanes : 0));
  std::vector<std::uint8_t> share(bits * lanes);
  std::vector<std::uint64_t> packed((share.size() + 63) / 64);
  if (owner == own_) {
    // The other party's share is random; the owner's is what is missing.
    randomness_.fill_values(std::span(packed));
    net::send_values(channel_, packed);
    channel_.flush();
    share = spread_bits(values, bits);
  } else {
    net::receive_values(channel_, packed);
  }
  Word<SharedBits> out(bits, lanes);
  for (std::size_t i = 0; i < share.size(); ++i) {
    out.all()[i] = Wire(static_cast<std::uint8_t>(share[i] ^ packed_bit(packed, i)));
  }
  return out;
}

std::vector<std::uint64_t> SharedBits::shares(const Word<SharedBits>& word) const {
  std::vector<std::uint8_t> bits(word.all().size());
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = word.all()[i].share_;
  return gather_bits(bits, word.lanes());
}

std::optional<std::vector<std::uint64_t>> SharedBits::reveal(Side recipient,
                                                             const Word<SharedBits>& word,
                                                             Ledger& ledger, Opening opening) {
  std::vector<std::uint8_t> bits(word.all().size());
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = word.all()[i].share_;
  ledger.record(parties_.at(recipient == Side::First ? 0 : 1), opening, word.lanes());
  if (recipient != own_) {
    net::send_values(channel_, pack(bits));
    channel_.flush();
    return std::nullopt;
  }
  std::vector<std::uint64_t> other((bits.size() + 63) / 64);
  net::receive_values(channel_, other);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = static_cast<std::uint8_t>(bits[i] ^ packed_bit(other, i));
  }
  return gather_bits(bits, word.lanes());
}

}  // namespace privet::protocol
