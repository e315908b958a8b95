// SPDX-License-Identifier: Apache-2.0
#include "protocol/replicated/convert.h"

#include <algorithm>

#include "base/error.h"
#include "protocol/replicated/raw_parts.h"

namespace privet::protocol::replicated {
namespace {

using Values = crypto::SecretVector<std::uint64_t>;

Bits::Word bits_of_part(Bits& context, const Numbers& numbers, std::size_t part, std::size_t bits) {
  const auto values = context.trio().holds(part) ? RawParts::of(context.trio(), numbers, part)
                                                 : std::span<const std::uint64_t>();
  return RawParts::word(context, part, values, bits, numbers.size());
}

}  // namespace

circuit::CarrySave<Bits> to_two_words(Arithmetic& arithmetic, const Numbers& numbers,
                                      std::size_t bits) {
  PRIVET_CHECK(bits >= 2 && bits <= 64);
  auto& context = arithmetic.bits();
  const auto x = bits_of_part(context, numbers, 0, bits);
  const auto y = bits_of_part(context, numbers, 1, bits);
  const auto z = bits_of_part(context, numbers, 2, bits);
  return circuit::carry_save(context, x, y, z);
}

// Parts 0 and 2 are drawn by their holders; part 1 is the rest.
Numbers from_bits(Arithmetic& arithmetic, const Bits::Word& word, std::size_t count) {
  PRIVET_CHECK(word.bits() >= 1 && word.bits() <= 64);
  if (word.bits() == 1) return from_bit(arithmetic, word, count);
  auto& trio = arithmetic.trio();
  auto& context = arithmetic.bits();
  Values zeroth(trio.holds(0) ? count : 0);
  Values second(trio.holds(2) ? count : 0);
  trio.place() == 0 ? trio.draw_mine(zeroth) : trio.draw_next(zeroth);
  trio.place() == 2 ? trio.draw_mine(second) : trio.draw_next(second);
  Values negated_0(zeroth.size());
  Values negated_2(second.size());
  for (std::size_t i = 0; i < zeroth.size(); ++i) negated_0[i] = 0 - zeroth[i];
  for (std::size_t i = 0; i < second.size(); ++i) negated_2[i] = 0 - second[i];
  const auto rest = circuit::add_three(context, circuit::resized(context, word, 64),
                                       RawParts::word(context, 0, negated_0, 64, count),
                                       RawParts::word(context, 2, negated_2, 64, count));
  const auto first = RawParts::open_masked(context, 1, rest, count);
  return RawParts::numbers(trio, 0, zeroth, count) + RawParts::numbers(trio, 1, first, count) +
         RawParts::numbers(trio, 2, second, count);
}

Numbers from_bit(Arithmetic& arithmetic, const Bits::Word& bit, std::size_t count) {
  PRIVET_CHECK(bit.bits() == 1);
  auto& trio = arithmetic.trio();
  const auto& context = arithmetic.bits();
  Values d(count);  // this party's share of it
  if (trio.place() == 0) {
    trio.draw_mine(d);
    const auto zeroth = RawParts::of(context, bit, 0, count);
    const auto first = RawParts::of(context, bit, 1, count);
    for (std::size_t i = 0; i < count; ++i) d[i] = (zeroth[i] ^ first[i]) - d[i];
    net::send_values(RawParts::line(trio, 1), d);
    RawParts::line(trio, 1).flush();
    return RawParts::from_two(trio, 2, {}, count);
  }
  if (trio.place() == 1) {
    net::receive_values(RawParts::line(trio, 0), d);
  } else {
    trio.draw_next(d);
  }
  const auto e = RawParts::of(context, bit, 2, count);
  for (std::size_t i = 0; i < count; ++i) {
    d[i] = d[i] - 2 * d[i] * e[i] + (trio.place() == 2 ? e[i] : 0);
  }
  return RawParts::from_two(trio, 2, d, count);
}

}  // namespace privet::protocol::replicated
