// SPDX-License-Identifier: Apache-2.0
#include "protocol/replicated/operations.h"

#include <algorithm>

#include "base/error.h"

namespace privet::protocol::replicated {
namespace {

using circuit::Word;

// work(at, count) for pieces of kAtOnce numbers; the results one after the other.
template <class Work>
Numbers piecewise(std::size_t count, std::size_t at_once, Work work) {
  Numbers out;
  for (std::size_t at = 0; at < count; at += at_once) {
    out.append(work(at, std::min(at_once, count - at)));
  }
  return out;
}

}  // namespace

Numbers negative(Arithmetic& arithmetic, const Numbers& x) {
  return piecewise(x.size(), kAtOnce, [&](std::size_t at, std::size_t count) {
    Bits context(arithmetic.trio());
    const auto [sum, carry] = to_two_words(arithmetic, x.slice(at, count));
    return from_bit(arithmetic, circuit::sign_of_sum(context, sum, carry), count);
  });
}

Numbers less_in_range(Arithmetic& arithmetic, const Numbers& x, const Numbers& y) {
  return negative(arithmetic, x - y);
}

Numbers less(Arithmetic& arithmetic, const Numbers& x, const Numbers& y) {
  PRIVET_CHECK(x.size() == y.size());
  return piecewise(x.size(), kAtOnce, [&](std::size_t at, std::size_t count) {
    Bits context(arithmetic.trio());
    const auto a = to_bits(arithmetic, x.slice(at, count));
    const auto b = to_bits(arithmetic, y.slice(at, count));
    return from_bit(arithmetic, circuit::less(context, a, b), count);
  });
}

Numbers equal(Arithmetic& arithmetic, const Numbers& x, const Numbers& y) {
  const auto difference = x - y;
  return piecewise(x.size(), kAtOnce, [&](std::size_t at, std::size_t count) {
    Bits context(arithmetic.trio());
    const auto [sum, carry] = to_two_words(arithmetic, difference.slice(at, count));
    return from_bit(arithmetic, circuit::sum_is_zero(context, sum, carry), count);
  });
}

Numbers choose(Arithmetic& arithmetic, const Numbers& chooser, const Numbers& when_one,
               const Numbers& when_zero) {
  return when_zero + arithmetic.multiply(chooser, when_one - when_zero);
}

Quotients divide(Arithmetic& arithmetic, const Numbers& dividends, const Numbers& divisors,
                 unsigned bits) {
  PRIVET_CHECK(dividends.size() == divisors.size());
  Quotients out;
  for (std::size_t at = 0; at < dividends.size(); at += kAtOnce) {
    const auto count = std::min(kAtOnce, dividends.size() - at);
    Bits context(arithmetic.trio());
    const auto x = to_bits(arithmetic, dividends.slice(at, count), bits);
    const auto y = to_bits(arithmetic, divisors.slice(at, count), bits);
    const auto division = circuit::divide(context, x, y);
    out.quotient.append(from_bits(arithmetic, division.quotient, count));
    out.remainder.append(from_bits(arithmetic, division.remainder, count));
  }
  return out;
}

Numbers truncate_exactly(Arithmetic& arithmetic, const Numbers& x, unsigned shift) {
  PRIVET_CHECK(shift < 64);
  if (shift == 0) return x;
  // Moved by 2^63 the order of signed numbers is that of unsigned ones, which are simply cut.
  const auto half = arithmetic.constant(std::uint64_t{1} << 63U, x.size());
  const auto moved = x + half;
  const auto back = arithmetic.constant(std::uint64_t{1} << (63U - shift), x.size());
  return piecewise(x.size(), kAtOnce,
                   [&](std::size_t at, std::size_t count) {
                     const auto bits = to_bits(arithmetic, moved.slice(at, count));
                     return from_bits(arithmetic, bits.slice(shift, 64 - shift), count);
                   }) -
         back;
}

Numbers logarithm(Arithmetic& arithmetic, const Numbers& x, const circuit::LogarithmShape& shape) {
  // The table's markers are as many words as it has entries.
  return piecewise(x.size(), kAtOnce / 4, [&](std::size_t at, std::size_t count) {
    Bits context(arithmetic.trio());
    const auto bits = to_bits(arithmetic, x.slice(at, count), shape.bits);
    return from_bits(arithmetic, circuit::logarithm(context, bits, shape), count);
  });
}

Numbers x_ln_x(Arithmetic& arithmetic, const Numbers& x, const circuit::LogarithmShape& shape) {
  return arithmetic.multiply(x, logarithm(arithmetic, x, shape));
}

Best argmax(Arithmetic& arithmetic, const Numbers& numbers, std::size_t count, unsigned bits,
            Order order, circuit::WantValue want) {
  PRIVET_CHECK(count > 0 && numbers.size() % count == 0 && bits >= 2);
  const auto groups = numbers.size() / count;
  const auto sign = std::uint64_t{1} << (bits - 1);
  const auto at_once = std::max<std::size_t>(64, kAtOnce / count / 64 * 64);
  Best out;
  for (std::size_t at = 0; at < groups; at += at_once) {
    const auto piece = std::min(at_once, groups - at);
    const auto moved = arithmetic.constant(order == Order::Signed ? sign : 0, piece);
    Bits context(arithmetic.trio());
    // Side by side in whole wires, so that all candidates go through every layer together.
    const auto lanes = Bits::wires(piece) * Bits::kLanes;
    Numbers side_by_side;
    for (std::size_t c = 0; c < count; ++c) {
      side_by_side.append(numbers.slice(c * groups + at, piece) + moved);
      side_by_side.append(Numbers(lanes - piece));
    }
    const auto candidates = to_bits(arithmetic, side_by_side, bits);
    const auto best = circuit::argmax(context, candidates, count, want);
    out.place.append(from_bits(arithmetic, best.index, piece));
    if (want == circuit::WantValue::No) continue;
    out.value.append(from_bits(arithmetic, best.value, piece) - moved);
  }
  return out;
}

}  // namespace privet::protocol::replicated
