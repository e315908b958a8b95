// SPDX-License-Identifier: Apache-2.0
#include "protocol/wide/number.h"

#include "base/error.h"

namespace privet::protocol {

Wide high_product(const Wide& x, const Wide& y) {
  std::array<std::uint64_t, 2 * Wide::kWords> product{};
  for (std::size_t i = 0; i < Wide::kWords; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < Wide::kWords; ++j) {
      const auto sum = detail::DoubleWord{x.words[i]} * y.words[j] + product[i + j] + carry;
      product[i + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64U);
    }
    product[i + Wide::kWords] = carry;
  }
  const Wide high({product[4], product[5], product[6], product[7]});
  return high + Wide(product[3] >> 63U);
}

WideQuotient divide(const Wide& x, const Wide& y) {
  PRIVET_CHECK(y != Wide() && y.bit(Wide::kBits - 1) == 0);
  WideQuotient out;
  for (unsigned i = Wide::kBits; i-- > 0;) {
    out.remainder = (out.remainder << 1U) + Wide(x.bit(i));
    // Twice a remainder is less than two divisors, which fit: the top bit is the difference's sign.
    const auto difference = out.remainder - y;
    if (difference.bit(Wide::kBits - 1) == 0) {
      out.remainder = difference;
      out.quotient += Wide::power_of_two(i);
    }
  }
  return out;
}

long double to_real(const Wide& x) {
  const bool negative = x.bit(Wide::kBits - 1) != 0;
  const Wide size = negative ? -x : x;
  long double out = 0;
  for (std::size_t i = Wide::kWords; i-- > 0;) {
    out = std::ldexp(out, 64) + static_cast<long double>(size.words[i]);
  }
  return negative ? -out : out;
}

}  // namespace privet::protocol
