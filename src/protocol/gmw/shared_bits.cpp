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

// Triples whose transfers are laid out together.
constexpr std::size_t kTriplesAtOnce = std::size_t{1} << 17U;
// Fetched beyond what is asked for: at least, and at most.
constexpr std::size_t kLeastAhead = 8192;
constexpr std::size_t kMostAhead = std::size_t{1} << 22U;

}  // namespace

SharedBits SharedBits::with(const Setting& setting, PartyId other) {
  setting.transfers.both_ways(other);
  const auto own = setting.own() < other ? Side::First : Side::Second;
  return {CircuitEnd(setting, own, other), setting.transfers.sender(other),
          setting.transfers.receiver(other)};
}

// Those that are left stay in front.
void SharedBits::make_triples(std::size_t count) {
  auto& [a, b, ab, used] = triples_;
  const auto left = a.size() - used;
  for (auto* const part : {&a, &b, &ab}) {
    part->erase(part->begin(), part->begin() + static_cast<std::ptrdiff_t>(used));
    part->resize(left + count);
  }
  used = 0;
  made_ += count;
  crypto::BitVector choices(count);
  crypto::BitVector offered(count);
  for (auto* const bits : {&choices, &offered}) randomness_.fill_values(bits->blocks());
  unpack(crypto::words_of(std::as_const(choices).blocks()), std::span(a).subspan(left));
  unpack(crypto::words_of(std::as_const(offered).blocks()), std::span(b).subspan(left));
  for (std::size_t i = left; i < a.size(); ++i) ab[i] = a[i] & b[i];
  // Shares of own b times the other's a, and of own a times the other's b; the first party answers
  // first.
  if (own_ == Side::First) {
    offer(left);
    choose(left, choices.blocks());
  } else {
    choose(left, choices.blocks());
    offer(left);
  }
}

void SharedBits::offer(std::size_t from) {
  const auto b = std::span(triples_.b).subspan(from);
  const auto ab = std::span(triples_.ab).subspan(from);
  std::vector<std::uint64_t> offsets(std::min(kTriplesAtOnce, b.size()));
  std::vector<std::uint64_t> shares(offsets.size());
  OtSender::Answers answers;
  for (std::size_t at = 0; at < b.size(); at += kTriplesAtOnce) {
    const auto count = std::min(kTriplesAtOnce, b.size() - at);
    std::ranges::copy(b.subspan(at, count), offsets.begin());
    sender_.hear_additive(channel_, std::span<const std::uint64_t>(offsets).first(count), 1,
                          std::span(shares).first(count), answers);
    for (std::size_t i = 0; i < count; ++i) ab[at + i] ^= static_cast<std::uint8_t>(shares[i]);
  }
  net::send_values(channel_, answers);
  channel_.flush();
}

void SharedBits::choose(std::size_t from, std::span<const Block> choices) {
  const auto ab = std::span(triples_.ab).subspan(from);
  std::vector<std::uint64_t> shares(std::min(kTriplesAtOnce, ab.size()));
  const auto each_piece = [&](auto act) {
    for (std::size_t at = 0; at < ab.size(); at += kTriplesAtOnce) {
      const auto count = std::min(kTriplesAtOnce, ab.size() - at);
      act(choices.subspan(at / 128), std::span(shares).first(count));
      for (std::size_t i = 0; i < count; ++i) ab[at + i] ^= static_cast<std::uint8_t>(shares[i]);
    }
  };
  each_piece([&](std::span<const Block> bits, std::span<std::uint64_t> part) {
    receiver_.ask_additive(channel_, bits, 1, part);
  });
  each_piece([&](std::span<const Block> bits, std::span<std::uint64_t> part) {
    std::ranges::fill(part, 0);
    OtReceiver::take_additive(channel_, bits, 1, part);
  });
}

void SharedBits::conjunction(std::span<const Wire> a, std::span<const Wire> b,
                             std::span<Wire> out) {
  PRIVET_CHECK(a.size() == out.size() && b.size() == out.size());
  const auto count = out.size();
  const auto left = triples_.a.size() - triples_.used;
  if (left < count) {
    // More than asked for, the more the more were needed so far: how often they are fetched grows
    // with the logarithm of the gates.
    make_triples(count - left + std::clamp<std::size_t>(made_ / 2, kLeastAhead, kMostAhead));
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
