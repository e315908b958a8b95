// SPDX-License-Identifier: Apache-2.0
#include "protocol/replicated/bits.h"

#include <algorithm>

#include "base/error.h"
#include "protocol/replicated/raw_parts.h"
#include "protocol/replicated/transpose64.h"
#include "protocol/told.h"

namespace privet::protocol::replicated {
namespace {

using circuit::Word;

// The 64 numbers from `at` on, as rows of bits; missing ones are zero.
Tile tile_of(std::span<const std::uint64_t> values, std::size_t at) {
  Tile tile{};
  const auto count = std::min<std::size_t>(64, values.size() - at);
  std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(at), count, tile.begin());
  transpose(tile);
  return tile;
}

// put(bit, wire, row) for every row of 64 lanes of the numbers' lowest bits. A few wires at a time:
// the rows of one bit lie together, and each is then written to once.
template <class Put>
void spread(std::span<const std::uint64_t> values, std::size_t bits, Put put) {
  constexpr std::size_t kTogether = 8;
  std::array<Tile, kTogether> tiles;
  for (std::size_t at = 0; at < values.size(); at += 64 * kTogether) {
    const auto count = std::min(kTogether, Bits::wires(values.size() - at));
    for (std::size_t t = 0; t < count; ++t) tiles[t] = tile_of(values, at + 64 * t);
    for (std::size_t bit = 0; bit < bits; ++bit) {
      for (std::size_t t = 0; t < count; ++t) put(bit, at / 64 + t, tiles[t][bit]);
    }
  }
}

// The reverse, of rows that lie one bit after the other.
std::vector<std::uint64_t> gather(std::span<const std::uint64_t> rows, std::size_t wires,
                                  std::size_t count) {
  std::vector<std::uint64_t> out(count);
  const auto bits = wires == 0 ? 0 : rows.size() / wires;
  for (std::size_t wire = 0; 64 * wire < count; ++wire) {
    Tile tile{};
    for (std::size_t bit = 0; bit < bits; ++bit) tile[bit] = rows[bit * wires + wire];
    transpose(tile);
    std::copy_n(tile.begin(), std::min<std::size_t>(64, count - 64 * wire),
                out.begin() + static_cast<std::ptrdiff_t>(64 * wire));
  }
  return out;
}

}  // namespace

void Bits::conjunction(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out) {
  PRIVET_CHECK(a.size() == out.size() && b.size() == out.size());
  trio_.pass(
      out.size(),
      [&](std::size_t at, std::span<std::uint64_t> words) {
        trio_.zero_xor(words);
        const auto x = a.subspan(at, words.size());
        const auto y = b.subspan(at, words.size());
        const auto z = out.subspan(at, words.size());
        for (std::size_t i = 0; i < words.size(); ++i) {
          words[i] ^= (x[i].mine_ & (y[i].mine_ ^ y[i].next_)) ^ (x[i].next_ & y[i].mine_);
          z[i].mine_ = words[i];
        }
      },
      [&](std::size_t at, std::span<const std::uint64_t> words) {
        const auto z = out.subspan(at, words.size());
        for (std::size_t i = 0; i < words.size(); ++i) z[i].next_ = words[i];
      });
}

// Part p of the owner's place is drawn from the key that it shares with the party before it; the
// next part is what is missing, and goes to the next party; the third is zero.
Bits::Word Bits::input(PartyId owner, std::span<const std::uint64_t> values, std::size_t bits,
                       std::size_t count) {
  const auto place = trio_.place_of(owner);
  const bool mine = place == trio_.place();
  PRIVET_CHECK(bits <= 64 && values.size() == (mine ? count : 0));
  Word out(bits, wires(count));
  const auto all = out.all();
  std::vector<std::uint64_t> words(all.size());
  if (mine) {
    trio_.draw_mine(words);
    for (std::size_t i = 0; i < words.size(); ++i) all[i] = {words[i], words[i]};
    spread(values, bits, [&](std::size_t bit, std::size_t wire, std::uint64_t row) {
      words[bit * wires(count) + wire] ^= row;
    });
    for (std::size_t i = 0; i < words.size(); ++i) all[i].next_ = words[i];
    auto& line = trio_.to(place + 1);
    net::send_values(line, words);
    line.flush();
  } else if (trio_.place() == (place + 1) % kParties) {
    net::receive_values(trio_.to(place), words);
    for (std::size_t i = 0; i < words.size(); ++i) all[i].mine_ = words[i];
  } else {
    trio_.draw_next(words);
    for (std::size_t i = 0; i < words.size(); ++i) all[i].next_ = words[i];
  }
  return out;
}

std::vector<std::uint64_t> Bits::rows(const Word& word, std::size_t part) const {
  PRIVET_CHECK(trio_.holds(part));
  const bool mine = part == trio_.place();
  const auto all = word.all();
  std::vector<std::uint64_t> out(all.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = mine ? all[i].mine_ : all[i].next_;
  return out;
}

// Takes off what the last of the wires carry beyond `count` numbers: nobody asked for those lanes.
void Bits::cut(std::span<std::uint64_t> rows, std::size_t count) {
  if (count % kLanes == 0) return;
  const auto lanes = wires(count);
  const auto asked = (std::uint64_t{1} << (count % kLanes)) - 1;
  for (auto last = lanes - 1; last < rows.size(); last += lanes) rows[last] &= asked;
}

// The part that the recipient lacks comes from the next party.
std::optional<std::vector<std::uint64_t>> Bits::reveal(PartyId recipient, const Word& word,
                                                       std::size_t count, Opening opening) {
  PRIVET_CHECK(word.bits() <= 64 && word.lanes() == wires(count));
  const auto place = trio_.place_of(recipient);
  const auto recorded = trio_.record(opening, std::span(&recipient, 1), count);
  const auto missing = (place + 2) % kParties;
  if (trio_.place() == (place + 1) % kParties) {
    auto& line = trio_.to(place);
    auto told = rows(word, missing);
    cut(told, count);
    send_told(recorded, line, told);
    line.flush();
  }
  if (trio_.place() != place) return std::nullopt;
  std::vector<std::uint64_t> words(word.all().size());
  net::receive_values(trio_.to(place + 1), words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] ^= word.all()[i].mine_ ^ word.all()[i].next_;
  }
  return gather(words, word.lanes(), count);
}

std::vector<std::uint64_t> Bits::reveal_to_all(const Word& word, std::size_t count,
                                               Opening opening) {
  PRIVET_CHECK(word.bits() <= 64 && word.lanes() == wires(count));
  const auto recorded = trio_.record(opening, trio_.parties(), count);
  const auto all = word.all();
  auto told = rows(word, trio_.place());
  cut(told, count);
  std::vector<std::uint64_t> words(all.size());
  trio_.pass_told(
      recorded, words.size(),
      [&](std::size_t at, std::span<std::uint64_t> out) {
        std::ranges::copy(std::span(told).subspan(at, out.size()), out.begin());
      },
      [&](std::size_t at, std::span<const std::uint64_t> in) {
        for (std::size_t i = 0; i < in.size(); ++i) {
          words[at + i] = in[i] ^ all[at + i].mine_ ^ all[at + i].next_;
        }
      });
  return gather(words, word.lanes(), count);
}

Bits::Word RawParts::word(const Bits& context, std::size_t part,
                          std::span<const std::uint64_t> values, std::size_t bits,
                          std::size_t count) {
  PRIVET_CHECK(bits <= 64 && values.size() == (context.trio_.holds(part) ? count : 0));
  Bits::Word out(bits, Bits::wires(count));
  const auto all = out.all();
  const bool mine = part == context.trio_.place();
  spread(values, bits, [&](std::size_t bit, std::size_t wire, std::uint64_t row) {
    auto& to = all[bit * out.lanes() + wire];
    (mine ? to.mine_ : to.next_) = row;
  });
  return out;
}

std::vector<std::uint64_t> RawParts::of(const Bits& context, const Bits::Word& word,
                                        std::size_t part, std::size_t count) {
  PRIVET_CHECK(word.bits() <= 64 && word.lanes() == Bits::wires(count));
  return gather(context.rows(word, part), word.lanes(), count);
}

// Of the holders of part p, place p lacks part p - 1 and place p - 1 lacks part p + 1: each has
// what the other lacks.
std::vector<std::uint64_t> RawParts::open_masked(Bits& context, std::size_t part,
                                                 const Bits::Word& word, std::size_t count) {
  PRIVET_CHECK(word.bits() <= 64 && word.lanes() == Bits::wires(count));
  auto& trio = context.trio_;
  const std::array holders{trio.party(part), trio.party(part + kParties - 1)};
  const auto recorded = trio.record(kMaskedAmongThree, holders, count);
  if (!trio.holds(part)) return {};
  const bool mine = part == trio.place();
  const auto all = word.all();
  auto out = context.rows(word, mine ? (part + 1) % kParties : trio.place());
  Bits::cut(out, count);
  std::vector<std::uint64_t> words(out.size());
  exchange_told(recorded, trio.to(part + (mine ? 2 : 0)), std::as_bytes(std::span(out)),
                std::as_writable_bytes(std::span(words)));
  for (std::size_t i = 0; i < words.size(); ++i) words[i] ^= all[i].mine_ ^ all[i].next_;
  return gather(words, word.lanes(), count);
}

}  // namespace privet::protocol::replicated
