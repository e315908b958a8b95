// SPDX-License-Identifier: Apache-2.0
#include "protocol/taylor_logarithm.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>

#include "base/error.h"

namespace privet::protocol {

std::uint64_t TaylorShape::common_multiple() const {
  std::uint64_t out = 1;
  for (std::uint64_t i = 2; i <= terms; ++i) out = std::lcm(out, i);
  return out;
}

double TaylorShape::scale() const {
  return std::ldexp(static_cast<double>(common_multiple()), static_cast<int>(bits * terms));
}

void TaylorShape::check() const {
  PRIVET_CHECK(bits >= 3 && bits <= 63 && terms >= 1);
  // sigma ln x needs N k bits, those of lcm(2..k), those of ln 2^N, and a sign.
  const auto needed = bits * terms + static_cast<unsigned>(std::bit_width(common_multiple())) +
                      static_cast<unsigned>(std::bit_width(bits)) + 1;
  if (terms > 20 || needed > 64) {
    throw Error(ErrorCode::Usage, "a logarithm of " + std::to_string(bits) + " bits with " +
                                      std::to_string(terms) +
                                      " terms does not fit in a ring of 64 bits: take fewer "
                                      "terms, or the circuit's logarithm");
  }
}

std::vector<std::uint64_t> taylor_coefficients(const TaylorShape& shape) {
  std::vector<std::uint64_t> out(shape.terms + 1);
  for (unsigned i = 1; i <= shape.terms; ++i) {
    const std::uint64_t size = (shape.common_multiple() / i) << (shape.bits * (shape.terms - i));
    out[i] = i % 2 == 1 ? size : 0 - size;
  }
  return out;
}

std::vector<std::uint64_t> shifted_polynomials(std::span<const std::uint64_t> coefficients,
                                               std::span<const std::uint64_t> a) {
  const auto lanes = a.size();
  const auto count = coefficients.size();
  std::vector<std::uint64_t> out(count * lanes);
  std::vector<std::uint64_t> own(count);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    // Horner's scheme, again and again: each pass leaves one coefficient of the shifted polynomial.
    own.assign(coefficients.begin(), coefficients.end());
    for (std::size_t done = 0; done < count; ++done) {
      for (auto i = count - 1; i-- > done;) own[i] += a[lane] * own[i + 1];
    }
    for (std::size_t i = 0; i < count; ++i) out[i * lanes + lane] = own[i];
  }
  return out;
}

std::vector<std::uint64_t> scaled_powers(const TaylorShape& shape) {
  std::vector<std::uint64_t> out(shape.bits + 1);
  for (unsigned n = 0; n <= shape.bits; ++n) {
    const long double value =
        static_cast<long double>(shape.scale()) * n * std::numbers::ln2_v<long double>;
    out[n] = static_cast<std::uint64_t>(std::llround(value));
  }
  return out;
}

}  // namespace privet::protocol
