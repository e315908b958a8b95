// SPDX-License-Identifier: Apache-2.0
// Order and sign of numbers shared among three, from how often the sum of their parts exceeds 2^64.
#include <algorithm>
#include <array>
#include <functional>

#include "base/error.h"
#include "protocol/replicated/convert.h"
#include "protocol/replicated/raw_parts.h"
#include "protocol/replicated/transpose64.h"

namespace privet::protocol::replicated {
namespace {

using Words = crypto::SecretVector<std::uint64_t>;

constexpr std::size_t kDigits = 32;  // of two bits each
// A wire's masked products of bits: the high bits of all digits, the low ones, and high times low.
constexpr std::size_t kMasked = 3 * kDigits;
// And of `n` blocks of digits: whether each makes a carry, and whether it passes one on; the lowest
// block has none to pass on.
constexpr std::size_t blocks_size(std::size_t n) {
  return 2 * n - 1;
}

// Digit of a place. Blocks lie so that in every layer the upper partners of the first half are the
// second half.
constexpr std::size_t digit_at(std::size_t place) {
  std::size_t digit = 0;
  for (std::size_t bit = 1; bit < kDigits; bit *= 2) digit = 2 * digit + (place / bit) % 2;
  return digit;
}

// A word, bit or product of bits, for each digit of 64 numbers.
struct DigitRows {
  std::array<std::uint64_t, kDigits> high, low, both;
};

DigitRows digit_rows(Tile numbers) {
  transpose(numbers);
  DigitRows out;
  for (std::size_t i = 0; i < kDigits; ++i) {
    out.high[i] = numbers[2 * digit_at(i) + 1];
    out.low[i] = numbers[2 * digit_at(i)];
    out.both[i] = out.high[i] & out.low[i];
  }
  return out;
}

// One bit for each of 64 numbers.
template <class Test>
std::uint64_t row_of(const Tile& a, const Tile& b, Test test) {
  std::uint64_t row = 0;
  for (std::size_t i = 0; i < 64; ++i) row |= static_cast<std::uint64_t>(test(a[i], b[i])) << i;
  return row;
}

// The 64 numbers from `at` on; missing ones are zero.
Tile tile_at(std::span<const std::uint64_t> values, std::size_t at) {
  Tile tile{};
  if (at >= values.size()) return tile;
  const auto count = std::min<std::size_t>(64, values.size() - at);
  std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(at), count, tile.begin());
  return tile;
}

// Numbers of which the wires are divided among the three parties. Of each third, one party adds up
// the two parts it holds and knows that sum a; the two others both hold the third part b. Whether
// the digits of a and b carry is a sum of products of bits of a and bits of b: who knows a masks
// its bits with the key that it shares with the next party and sends them to the previous one.
class Wraps {
 public:
  Wraps(Trio& trio, std::span<const Numbers> items)
      : trio_(trio),
        items_(items),
        wires_of_item_(Bits::wires(items.front().size())),
        third_((items.size() * wires_of_item_ + kParties - 1) / kParties),
        mine_(kParties * third_ * blocks_size(kDigits)),
        next_(mine_.size()) {}

  // Both parts of the bit "an odd number of times", wire after wire.
  void run() {
    share_digits();
    for (std::size_t n = kDigits; n > 1; n /= 2) merge(n);
  }
  [[nodiscard]] std::uint64_t mine(std::size_t wire) const { return mine_[wire]; }
  [[nodiscard]] std::uint64_t next(std::size_t wire) const { return next_[wire]; }

 private:
  // The first wire of a third.
  [[nodiscard]] std::size_t first_of(std::size_t place) const { return place % kParties * third_; }
  [[nodiscard]] Tile tile(std::size_t wire, bool mine) const {
    const auto item = wire / wires_of_item_;
    if (item >= items_.size()) return {};
    const auto part = (trio_.place() + (mine ? 0 : 1)) % kParties;
    return tile_at(RawParts::of(trio_, items_[item], part), wire % wires_of_item_ * 64);
  }

  void share_digits() {
    Words out(third_ * kMasked);
    Words in(out.size());
    trio_.draw_next(out);
    const auto own = first_of(trio_.place());
    for (std::size_t w = 0; w < third_; ++w) {
      know(own + w, std::span(out).subspan(w * kMasked, kMasked));
    }
    RawParts::pass_to_previous(
        trio_, out.size(),
        [&](std::size_t at, std::span<std::uint64_t> words) {
          std::ranges::copy(std::span(out).subspan(at, words.size()), words.begin());
        },
        [&](std::size_t at, std::span<const std::uint64_t> words) {
          std::ranges::copy(words, std::span(in).subspan(at).begin());
        });
    // The masks of the previous party's sums, of which this one holds the third part as its next
    // one; and the next party's masked sums, of which it holds the third part as its own.
    trio_.draw_mine(out);
    const auto previous = first_of(trio_.place() + 2);
    const auto following = first_of(trio_.place() + 1);
    for (std::size_t w = 0; w < third_; ++w) {
      multiply(previous + w, false, std::span(out).subspan(w * kMasked, kMasked));
      multiply(following + w, true, std::span(in).subspan(w * kMasked, kMasked));
    }
    share(kParties * third_ * blocks_size(kDigits));
  }

  [[nodiscard]] std::span<std::uint64_t> local(std::size_t wire, std::size_t n) {
    return std::span(mine_).subspan(wire * blocks_size(n), blocks_size(n));
  }

  // This party knows a: what it adds to the products, and a's bits on their way.
  void know(std::size_t wire, std::span<std::uint64_t> masks) {
    auto a = tile(wire, true);
    const auto b = tile(wire, false);
    for (std::size_t i = 0; i < 64; ++i) a[i] += b[i];
    const auto wrapped = row_of(a, b, std::less<>());
    const auto rows = digit_rows(a);
    for (std::size_t i = 0; i < kDigits; ++i) {
      masks[i] ^= rows.high[i];
      masks[kDigits + i] ^= rows.low[i];
      masks[2 * kDigits + i] ^= rows.both[i];
    }
    const auto out = local(wire, kDigits);
    std::ranges::fill(out.first(kDigits), 0);
    out[kDigits - 1] = wrapped;  // in the highest digit's place it goes through to the end
    std::ranges::copy(std::span(rows.both).subspan(1), out.subspan(kDigits).begin());
  }

  // This party knows b, and one of two masked forms of a's bits: with h, l for the high and the low
  // bit, a digit carries if h h' + h l l' + l h' l' is 1, and passes a carry on if (h + h')(l + l')
  // is.
  void multiply(std::size_t wire, bool mine, std::span<const std::uint64_t> a) {
    const auto b = digit_rows(tile(wire, mine));
    const auto high = a.first(kDigits);
    const auto low = a.subspan(kDigits, kDigits);
    const auto both = a.last(kDigits);
    const auto out = local(wire, kDigits);
    const auto passes = out.subspan(kDigits - 1);
    const std::uint64_t once = mine ? 0 : ~std::uint64_t{0};  // b's own term is added by one of two
    for (std::size_t i = 1; i < kDigits; ++i) {
      passes[i] = (high[i] & b.low[i]) ^ (low[i] & b.high[i]) ^ (b.both[i] & once);
    }
    for (std::size_t i = 0; i < kDigits; ++i) {
      out[i] = (high[i] & b.high[i]) ^ (both[i] & b.low[i]) ^ (low[i] & b.both[i]);
    }
  }

  // Upper blocks take in lower ones: a carry is made above, or made below and passed on.
  void merge(std::size_t n) {
    const auto half = n / 2;
    const auto wires = kParties * third_;
    for (std::size_t w = 0; w < wires; ++w) {
      const auto* const m = mine_.data() + w * blocks_size(n);
      const auto* const x = next_.data() + w * blocks_size(n);
      std::array<std::uint64_t, blocks_size(kDigits / 2)> out;
      const auto both = [&](std::size_t i, std::size_t j) {
        return (m[i] & (m[j] ^ x[j])) ^ (x[i] & m[j]);
      };
      const auto passes = n - 1;  // place i's lies at passes + i
      for (std::size_t i = 0; i < half; ++i) out[i] = m[half + i] ^ both(passes + half + i, i);
      for (std::size_t i = 1; i < half; ++i) {
        out[half - 1 + i] = both(passes + half + i, passes + i);
      }
      // The results are shorter: what they overwrite was read.
      std::copy_n(out.begin(), blocks_size(half), mine_.data() + w * blocks_size(half));
    }
    share(wires * blocks_size(half));
  }

  // The first `count` of mine_ are local results, whose XOR over the parties is meant.
  void share(std::size_t count) {
    RawParts::pass_to_previous(
        trio_, count,
        [&](std::size_t at, std::span<std::uint64_t> words) {
          trio_.zero_xor(words);
          auto* const mine = mine_.data() + at;
          for (std::size_t i = 0; i < words.size(); ++i) mine[i] = words[i] ^= mine[i];
        },
        [&](std::size_t at, std::span<const std::uint64_t> words) {
          std::ranges::copy(words, next_.begin() + static_cast<std::ptrdiff_t>(at));
        });
  }

  Trio& trio_;
  std::span<const Numbers> items_;
  std::size_t wires_of_item_;
  std::size_t third_;  // wires of each party
  Words mine_;
  Words next_;
};

// Rows of bits that follow from the own parts: test(part of x, part of y) is that part of the bit.
template <class Test>
std::uint64_t part_row(const Trio& trio, const Numbers& x, const Numbers& y, bool mine,
                       std::size_t wire, Test test) {
  const auto part = (trio.place() + (mine ? 0 : 1)) % kParties;
  return row_of(tile_at(RawParts::of(trio, x, part), 64 * wire),
                tile_at(RawParts::of(trio, y, part), 64 * wire), test);
}

}  // namespace

// The parts without their highest bits sum up to less than 2^63, or exceed that by 2^63 once or
// twice; twice the parts, modulo 2^64, exceed 2^64 as often.
Bits::Word sign_bit(Arithmetic& arithmetic, const Numbers& x) {
  auto& trio = arithmetic.trio();
  const std::array items{x * 2};
  Wraps wraps(trio, items);
  wraps.run();
  const auto highest = [](std::uint64_t part, std::uint64_t) { return (part >> 63U) != 0; };
  Words mine(Bits::wires(x.size()));
  Words next(mine.size());
  for (std::size_t w = 0; w < mine.size(); ++w) {
    mine[w] = wraps.mine(w) ^ part_row(trio, x, x, true, w, highest);
    next[w] = wraps.next(w) ^ part_row(trio, x, x, false, w, highest);
  }
  return RawParts::bit(mine, next);
}

// With d = x - y part by part, each part borrows or not, and each of the three sums wraps some
// times: x - y is d less 2^64 times all of these together, of which only "odd or even" matters.
Bits::Word less_bit(Arithmetic& arithmetic, const Numbers& x, const Numbers& y) {
  PRIVET_CHECK(x.size() == y.size());
  auto& trio = arithmetic.trio();
  const std::array items{x, y, x - y};
  Wraps wraps(trio, items);
  wraps.run();
  const auto wires = Bits::wires(x.size());
  Words mine(wires);
  Words next(wires);
  for (std::size_t w = 0; w < wires; ++w) {
    mine[w] = part_row(trio, x, y, true, w, std::less<>());
    next[w] = part_row(trio, x, y, false, w, std::less<>());
    for (std::size_t item = 0; item < items.size(); ++item) {
      mine[w] ^= wraps.mine(item * wires + w);
      next[w] ^= wraps.next(item * wires + w);
    }
  }
  return RawParts::bit(mine, next);
}

}  // namespace privet::protocol::replicated
