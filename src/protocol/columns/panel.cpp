// SPDX-License-Identifier: Apache-2.0
#include "protocol/columns/panel.h"

#include <algorithm>

#include "base/error.h"
#include "crypto/bit_vector.h"
#include "protocol/bit_packing.h"
#include "protocol/cancelling_masks.h"
#include "protocol/ot/pairwise.h"
#include "protocol/raw_share.h"
#include "protocol/told.h"

namespace privet::protocol {
namespace {

using circuit::Side;
using circuit::Word;
using crypto::Block;
using protocol_only::line_to;
using protocol_only::raw;

// Slices of at most 64 bits, one after the other: a number for each lane and slice.
NumberVector slices_of(const SharedBits& context, const Word<SharedBits>& word) {
  NumberVector out;
  for (std::size_t from = 0; from < word.bits(); from += 64) {
    const auto slice = word.slice(from, std::min<std::size_t>(64, word.bits() - from));
    const auto shares = raw(context.shares(slice));
    out.insert(out.end(), shares.begin(), shares.end());
  }
  return out;
}

}  // namespace

// Shares of own bit times the other's word, and of the other's bit times the own word, by transfers
// whose keys mask 64 bits. The second party chooses first, the first party answers and chooses in
// one message; so a chain of products takes one round for each.
Word<SharedBits> Panel::Arithmetic::times(const Word<SharedBits>& chooser,
                                          const Word<SharedBits>& word) {
  PRIVET_CHECK(chooser.bits() == 1 && chooser.lanes() == word.lanes() && word.bits() > 0);
  const auto lanes = word.lanes();
  const auto own = slices_of(bits(), word);
  const auto bit = raw(bits().shares(chooser));
  crypto::BitVector choices(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) choices.put(i, bit[i % lanes]);
  // Only as many bits as the last slice has are sent of it.
  const auto whole = word.bits() / 64 * lanes;
  const auto rest = static_cast<unsigned>(word.bits() % 64);
  NumberVector packed(whole + (rest == 0 ? 0 : packed_words(lanes, rest)));
  NumberVector out(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) out[i] = (0 - bit[i % lanes]) & own[i];
  const auto answer = [&] {
    std::vector<BlockPair> pairs(own.size());
    sender_.random(line_, pairs);
    NumberVector corrections(own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
      const auto width = i < whole ? 64 : rest;
      corrections[i] = (pairs[i][0].low ^ pairs[i][1].low ^ own[i]) & low_bits(width);
      out[i] ^= pairs[i][0].low & low_bits(width);
    }
    std::copy_n(corrections.begin(), whole, packed.begin());
    if (rest > 0)
      pack_bits(std::span(corrections).subspan(whole), rest, std::span(packed).subspan(whole));
    net::send_values(line_, packed);
    line_.flush();
  };
  std::vector<Block> taken(own.size());
  const auto choose = [&] {
    receiver_.random(line_, choices.blocks(), taken);
    line_.flush();
  };
  const auto take = [&] {
    net::receive_values(line_, packed);
    NumberVector corrections(own.size());
    std::copy_n(packed.begin(), whole, corrections.begin());
    if (rest > 0)
      unpack_bits(std::span(packed).subspan(whole), rest, std::span(corrections).subspan(whole));
    for (std::size_t i = 0; i < own.size(); ++i) {
      const auto width = i < whole ? 64 : rest;
      out[i] ^= (taken[i].low ^ ((0 - bit[i % lanes]) & corrections[i])) & low_bits(width);
    }
  };
  if (bits().end().own == Side::First) {
    answer();
    choose();
    take();
  } else {
    choose();
    take();
    answer();
  }
  Word<SharedBits> product(word.bits(), lanes);
  for (std::size_t from = 0; from < word.bits(); from += 64) {
    const auto width = std::min<std::size_t>(64, word.bits() - from);
    const auto begin = out.begin() + static_cast<std::ptrdiff_t>(from / 64 * lanes);
    const XorShared<NumberVector> slice(
        NumberVector(begin, begin + static_cast<std::ptrdiff_t>(lanes)));
    const auto wires = bits().from_shares(slice, width);
    std::ranges::copy(wires.all(), product.all().subspan(from * lanes).begin());
  }
  return product;
}

Panel::Panel(const Setting& setting) : setting_(setting) {
  PRIVET_CHECK(setting_.mesh.parties() >= 2);
  const std::array both{referee(0), referee(1)};
  if (setting_.own() == both[0] || setting_.own() == both[1]) {
    arithmetic_.emplace(setting_.among(both));
  }
}

void Panel::deal(std::span<const std::uint64_t> values) {
  const auto parts = split(values, kPlaces.size(), setting_.randomness);
  for (std::size_t i = 0; i < kPlaces.size(); ++i) {
    net::send_values(line_to(setting_, referee(i)), parts[i]);
    line_to(setting_, referee(i)).flush();
  }
}

Panel::Numbers Panel::gather(const Shared<NumberVector>& shares) {
  auto out = raw(shares);
  NumberVector part(out.size());
  if (!arithmetic_) {
    // Together the referees see the sums of all who give.
    add_cancelling(setting_, setting_.mesh.set().without(referee(0)).without(referee(1)), out);
    deal(out);
    return {};
  }
  for (const auto party : setting_.mesh.others()) {
    if (party == referee(0) || party == referee(1)) continue;
    net::receive_values(line_to(setting_, party), part);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += part[i];
  }
  return Numbers(std::move(out));
}

Panel::Numbers Panel::input(PartyId owner, std::span<const std::uint64_t> values,
                            std::size_t count) {
  if (owner == referee(0) || owner == referee(1)) {
    return arithmetic_ ? arithmetic_->input(owner, values, count) : Numbers{};
  }
  if (owner == setting_.own()) deal(values);
  if (!arithmetic_) return {};
  NumberVector out(count);
  net::receive_values(line_to(setting_, owner), out);
  return Numbers(std::move(out));
}

std::optional<std::vector<std::uint64_t>> Panel::send_shares(
    const Recorded& recorded, const ToTell& told, std::span<const PartyId> recipients) const {
  const auto& [shares, count, bits] = told;
  const auto hears = [&](PartyId party) {
    return std::ranges::find(recipients, party) != recipients.end();
  };
  const auto own = setting_.own();
  NumberVector sum(packed_words(count, bits));
  NumberVector theirs(hears(own) ? sum.size() : 0);
  const auto take = [&] {
    for (std::size_t i = 0; i < theirs.size(); ++i) sum[i] ^= theirs[i];
  };
  if (arithmetic_) {
    pack_bits(raw(shares), bits, sum);
    const auto other = own == referee(0) ? referee(1) : referee(0);
    // A third party sees both shares: of the word, and of nothing that it was made from.
    if (setting_.mesh.parties() > kPlaces.size()) {
      NumberVector masks(sum.size());
      setting_.transfers.common(other).fill(std::as_writable_bytes(std::span(masks)));
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] ^= masks[i];
    }
    for (const auto party : setting_.mesh.others()) {
      if (party == referee(0) || party == referee(1) || !hears(party)) continue;
      send_told(recorded, line_to(setting_, party), sum);
      line_to(setting_, party).flush();
    }
    exchange_told(recorded, line_to(setting_, other),
                  std::as_bytes(std::span(sum).first(hears(other) ? sum.size() : 0)),
                  std::as_writable_bytes(std::span(theirs)));
    take();
  } else if (hears(own)) {
    for (const std::size_t i : {0U, 1U}) {
      net::receive_values(line_to(setting_, referee(i)), theirs);
      take();
    }
  }
  if (!hears(own)) return std::nullopt;
  std::vector<std::uint64_t> out(count);
  unpack_bits(sum, bits, out);
  return out;
}

}  // namespace privet::protocol
