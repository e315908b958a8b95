// SPDX-License-Identifier: Apache-2.0
#include "protocol/logarithm/taylor.h"

#include <bit>
#include <numeric>
#include <string>

#include "base/error.h"
#include "protocol/wide/scaling.h"

namespace privet::protocol {
namespace {

constexpr unsigned kMostTerms = 40;  // lcm(2..40) still fits in a word; sigma ends it earlier

}  // namespace

std::uint64_t TaylorShape::common_multiple() const {
  std::uint64_t out = 1;
  for (std::uint64_t i = 2; i <= terms; ++i) out = std::lcm(out, i);
  return out;
}

Wide TaylorShape::scale() const {
  return Wide(common_multiple()) << (bits * terms);
}

unsigned TaylorShape::ring_bits() const {
  PRIVET_CHECK(bits >= 3 && bits <= 63 && terms >= 1);
  // sigma ln x needs N k bits, those of lcm(2..k), those of ln 2^N, and a sign.
  unsigned needed = 0;
  if (terms <= kMostTerms) {
    needed = bits * terms + static_cast<unsigned>(std::bit_width(common_multiple())) +
             static_cast<unsigned>(std::bit_width(bits)) + 1 + spare;
    if (what == LogarithmOf::XLnX) needed += bits;
  }
  if (needed == 0 || needed > kWidestRing) {
    throw Error(ErrorCode::Usage, std::string(what == LogarithmOf::X ? "a logarithm" : "x ln x") +
                                      " of " + std::to_string(bits) + " bits with " +
                                      std::to_string(terms) + " terms does not fit in a ring of " +
                                      std::to_string(kWidestRing) +
                                      " bits: take fewer terms, or the circuit's logarithm");
  }
  return std::max(64U, needed);
}

std::vector<Wide> taylor_coefficients(const TaylorShape& shape) {
  std::vector<Wide> out(shape.terms + 1);
  for (unsigned i = 1; i <= shape.terms; ++i) {
    const auto size = Wide(shape.common_multiple() / i) << (shape.bits * (shape.terms - i));
    out[i] = i % 2 == 1 ? size : -size;
  }
  return out;
}

std::vector<Wide> shifted_polynomials(std::span<const Wide> coefficients, std::span<const Wide> a) {
  const auto lanes = a.size();
  const auto count = coefficients.size();
  std::vector<Wide> out(count * lanes);
  std::vector<Wide> own(count);
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

Wide scaled_ln2(const TaylorShape& shape) {
  return high_product(shape.scale(), kLn2);
}

std::vector<Wide> taylor_phase_two(net::Channel& channel, OtSender& transfers,
                                   std::span<const Wide> z, const TaylorShape& shape) {
  const auto polynomials = shifted_polynomials(taylor_coefficients(shape), z);
  std::vector<Wide> out(z.size());
  const auto secret = std::span<const Wide>(polynomials).first(z.size() * shape.terms);
  evaluate_polynomials(channel, transfers, secret, shape.terms - 1, shape.ring_bits(), out);
  return out;
}

std::vector<Wide> taylor_phase_two(net::Channel& channel, OtReceiver& transfers,
                                   std::span<const Wide> z, const TaylorShape& shape) {
  std::vector<Wide> out(z.size());
  evaluate_at_points(channel, transfers, z, shape.terms - 1, shape.ring_bits(), out);
  const auto highest = taylor_coefficients(shape).back();
  for (std::size_t i = 0; i < out.size(); ++i) {
    Wide term = highest;
    for (unsigned power = 0; power < shape.terms; ++power) term *= z[i];
    out[i] = cut(out[i] + term, shape.ring_bits());
  }
  return out;
}

}  // namespace privet::protocol
