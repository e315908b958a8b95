// SPDX-License-Identifier: Apache-2.0
#include "protocol/replicated/convert.h"

#include <algorithm>

#include "base/error.h"

namespace privet::protocol::replicated {
namespace {

using Values = SecretVector<std::uint64_t>;

Bits::Word bits_of_part(Arithmetic& arithmetic, Bits& context, const Numbers& numbers,
                        std::size_t part, std::size_t bits) {
  const auto values =
      arithmetic.holds(part) ? arithmetic.part_of(numbers, part) : std::span<const std::uint64_t>();
  return context.from_part(part, values, bits, numbers.size());
}

}  // namespace

circuit::CarrySave<Bits> to_two_words(Arithmetic& arithmetic, const Numbers& numbers,
                                      std::size_t bits) {
  Bits context(arithmetic.trio());
  const auto x = bits_of_part(arithmetic, context, numbers, 0, bits);
  const auto y = bits_of_part(arithmetic, context, numbers, 1, bits);
  const auto z = bits_of_part(arithmetic, context, numbers, 2, bits);
  return circuit::carry_save(context, x, y, z);
}

Bits::Word to_bits(Arithmetic& arithmetic, const Numbers& numbers, std::size_t bits) {
  PRIVET_CHECK(bits >= 1 && bits <= 64);
  Bits context(arithmetic.trio());
  const auto [sum, carry] = to_two_words(arithmetic, numbers, bits);
  return circuit::add(context, sum, carry);
}

// Parts 0 and 2 are drawn by their holders; part 1 is the rest.
Numbers from_bits(Arithmetic& arithmetic, const Bits::Word& word, std::size_t count) {
  PRIVET_CHECK(word.bits() >= 1 && word.bits() <= 64);
  if (word.bits() == 1) return from_bit(arithmetic, word, count);
  auto& trio = arithmetic.trio();
  Bits context(trio);
  Values zeroth(arithmetic.holds(0) ? count : 0);
  Values second(arithmetic.holds(2) ? count : 0);
  trio.place() == 0 ? trio.draw_mine(zeroth) : trio.draw_next(zeroth);
  trio.place() == 2 ? trio.draw_mine(second) : trio.draw_next(second);
  Values negated_0(zeroth.size());
  Values negated_2(second.size());
  for (std::size_t i = 0; i < zeroth.size(); ++i) negated_0[i] = 0 - zeroth[i];
  for (std::size_t i = 0; i < second.size(); ++i) negated_2[i] = 0 - second[i];
  const auto rest = circuit::add_three(context, circuit::resized(context, word, 64),
                                       context.from_part(0, negated_0, 64, count),
                                       context.from_part(2, negated_2, 64, count));
  const auto first = context.open_masked(1, rest, count);
  return arithmetic.from_part(0, zeroth, count) + arithmetic.from_part(1, first, count) +
         arithmetic.from_part(2, second, count);
}

Numbers from_bit(Arithmetic& arithmetic, const Bits::Word& bit, std::size_t count) {
  PRIVET_CHECK(bit.bits() == 1);
  auto& trio = arithmetic.trio();
  const Bits context(trio);
  Values d(count);  // this party's share of it
  if (trio.place() == 0) {
    trio.draw_mine(d);
    const auto zeroth = context.part_of(bit, 0, count);
    const auto first = context.part_of(bit, 1, count);
    for (std::size_t i = 0; i < count; ++i) d[i] = (zeroth[i] ^ first[i]) - d[i];
    net::send_values(trio.to(1), d);
    trio.to(1).flush();
    return arithmetic.from_two(2, {}, count);
  }
  if (trio.place() == 1) {
    net::receive_values(trio.to(0), d);
  } else {
    trio.draw_next(d);
  }
  const auto e = context.part_of(bit, 2, count);
  for (std::size_t i = 0; i < count; ++i) {
    d[i] = d[i] - 2 * d[i] * e[i] + (trio.place() == 2 ? e[i] : 0);
  }
  return arithmetic.from_two(2, d, count);
}

}  // namespace privet::protocol::replicated
