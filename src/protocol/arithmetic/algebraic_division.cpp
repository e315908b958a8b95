// SPDX-License-Identifier: Apache-2.0
#include "protocol/arithmetic/algebraic_division.h"

#include <bit>
#include <cmath>

#include "base/error.h"
#include "protocol/arithmetic/polynomial_internal.h"
#include "protocol/ot/pairwise.h"
#include "protocol/raw_share.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;
using protocol_only::raw;
namespace {

constexpr Opening kDividend{"masked dividend", "weak: the dividend modulo the divisor"};
constexpr Opening kDivisor{"masked divisor", "weak: a multiple of the divisor"};
constexpr Opening kRatio{"ratio of the masks", "weak: the masks up to a common factor"};

void check(std::span<const std::uint64_t> dividends, std::span<const std::uint64_t> divisors,
           const AlgebraicDivisionShape& shape, AllowWeak allow) {
  if (allow != AllowWeak::Yes) {
    throw Error(ErrorCode::Usage,
                "the algebraic division lets the second party compute the divisor: divide by a "
                "circuit, or insist with --allow-weak",
                Place{.parameter = "protocol"});
  }
  PRIVET_CHECK(dividends.size() == divisors.size() && shape.bits >= 1 && shape.random_bits >= 1);
  if (2 * shape.bits + shape.fraction + shape.random_bits > 62) {
    throw Error(ErrorCode::Usage,
                "the algebraic division of so long numbers does not fit in 64 bits");
  }
}

Recorded record(Ledger& ledger, PartyId a, PartyId b, std::size_t count) {
  auto out = ledger.record(kDividend, {a}, b, count);
  out = ledger.record(kDivisor, {a}, b, count);
  out = ledger.record(kRatio, {a}, b, count);
  return out;
}

}  // namespace

Forecast algebraic_division_forecast(PartyId a, PartyId b, const Bound& quotients, Occurs occurs) {
  Forecast out;
  for (const auto& opening : {kDividend, kDivisor, kRatio}) {
    out.emplace_back(opening, PartySet{a}, b, quotients, occurs);
  }
  return out;
}

Shared<NumberVector> algebraic_divide_a(const Setting& setting, PartyId b,
                                        const Shared<NumberVector>& shared_dividends,
                                        const Shared<NumberVector>& shared_divisors,
                                        const AlgebraicDivisionShape& shape, AllowWeak allow) {
  const auto& dividends = raw(shared_dividends);
  const auto& divisors = raw(shared_divisors);
  check(dividends, divisors, shape, allow);
  const auto count = dividends.size();
  const auto recorded = record(setting.ledger, setting.own(), b, count);
  auto& channel = line_to(setting, b);
  auto& transfers = setting.transfers.sender(b);
  auto& randomness = setting.randomness;
  const auto bound = std::uint64_t{1} << shape.random_bits;
  std::vector<std::uint64_t> c(count);
  std::vector<std::uint64_t> factors(3 * count);  // of B's dividends, divisors and divisors again
  std::vector<std::uint64_t> masked(2 * count);   // A's part of x1 and of x2
  std::vector<double> ratios(count);
  for (std::size_t i = 0; i < count; ++i) {
    c[i] = randomness.below(std::uint64_t{1} << (shape.bits + shape.fraction));
    const auto r1 = 1 + randomness.below(bound);
    const auto r2 = 1 + randomness.below(bound);
    factors[i] = r1 << shape.fraction;
    factors[count + i] = 0 - r1 * c[i];
    factors[2 * count + i] = r2;
    masked[i] = factors[i] * dividends[i] + factors[count + i] * divisors[i];
    masked[count + i] = r2 * divisors[i];
    ratios[i] = static_cast<double>(r2) / static_cast<double>(r1);
  }
  std::vector<std::uint64_t> products(3 * count);
  multiply_lanes(channel, transfers, factors, products);
  for (std::size_t i = 0; i < count; ++i) {
    masked[i] += products[i] + products[count + i];
    masked[count + i] += products[2 * count + i];
  }
  send_told(recorded, channel, masked);
  send_told(recorded, channel, ratios);
  channel.flush();
  return Shared<NumberVector>(std::move(c));
}

AlgebraicDivisionView algebraic_division_view_b(const Setting& setting, PartyId a,
                                                const Shared<NumberVector>& shared_dividends,
                                                const Shared<NumberVector>& shared_divisors,
                                                const AlgebraicDivisionShape& shape,
                                                AllowWeak allow) {
  const auto& dividends = raw(shared_dividends);
  const auto& divisors = raw(shared_divisors);
  check(dividends, divisors, shape, allow);
  const auto count = dividends.size();
  const auto recorded = record(setting.ledger, a, setting.own(), count);
  auto& channel = line_to(setting, a);
  std::vector<std::uint64_t> factors(dividends.begin(), dividends.end());
  factors.insert(factors.end(), divisors.begin(), divisors.end());
  factors.insert(factors.end(), divisors.begin(), divisors.end());
  std::vector<std::uint64_t> products(3 * count);
  multiply_lanes(channel, setting.transfers.receiver(a), factors, products);
  std::vector<std::uint64_t> masked(2 * count);
  net::receive_values(channel, masked);
  AlgebraicDivisionView view{std::vector<std::int64_t>(count), std::vector<std::int64_t>(count),
                             std::vector<double>(count)};
  net::receive_values(channel, view.x3);
  for (std::size_t i = 0; i < count; ++i) {
    view.x1[i] = std::bit_cast<std::int64_t>(masked[i] + products[i] + products[count + i]);
    view.x2[i] = std::bit_cast<std::int64_t>(masked[count + i] + products[2 * count + i]);
  }
  return view;
}

Shared<NumberVector> algebraic_shares_b(const AlgebraicDivisionView& view) {
  std::vector<std::uint64_t> out(view.x1.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (view.x2[i] == 0) continue;  // the divisor is 0, and B knows it
    const auto quotient = static_cast<long double>(view.x1[i]) /
                          static_cast<long double>(view.x2[i]) *
                          static_cast<long double>(view.x3[i]);
    // A peer may send any number as x3: what fits no share is not a quotient of an honest run.
    if (!(std::abs(quotient) < 0x1p62L)) {
      throw Error(ErrorCode::Peer,
                  "the other party sent a ratio of masks: expected a quotient below 2^62, got a "
                  "larger one");
    }
    out[i] = std::bit_cast<std::uint64_t>(static_cast<std::int64_t>(std::llroundl(quotient)));
  }
  return Shared<NumberVector>(std::move(out));
}

}  // namespace privet::protocol
