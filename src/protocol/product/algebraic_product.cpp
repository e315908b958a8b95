// SPDX-License-Identifier: Apache-2.0
#include "protocol/product/algebraic_product.h"

#include "base/error.h"
#include "base/sampling.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

constexpr Opening kProduct{"scalar products of the two parties' columns of bits",
                           "each is the support of a candidate"};
constexpr Opening kSums{"sums of the other party's random masks over groups of rows",
                        "weak: the masks hide its bits, and each sum is a linear equation in them"};
constexpr Opening kEquations{
    "linear equations in the other party's bits",
    "weak: for each product nearly as many equations as there are rows, each with one unknown bit "
    "a row; whoever knows a few rows can solve for the rest"};

void check(std::span<const std::uint64_t> values, const AlgebraicShape& shape, AllowWeak allow) {
  if (allow != AllowWeak::Yes) {
    throw Error(ErrorCode::Usage,
                "the algebraic scalar product lets each side compute the other's bits: take shares "
                "or paillier, or insist with --allow-weak",
                Place{.parameter = "protocol"});
  }
  if (shape.groups == 0 || shape.entries % shape.groups != 0 || values.size() != shape.entries) {
    throw Error(ErrorCode::Usage, "the number of groups must divide the number of entries");
  }
  for (const auto value : values) {
    if (value >= kAlgebraicPrime) {
      throw Error(ErrorCode::Usage, "an entry is not below 2^61 - 1");
    }
  }
}

Recorded record(Ledger& ledger, PartyId a, PartyId b, const AlgebraicShape& shape) {
  auto out = ledger.record(kEquations, {b}, a, shape.entries - shape.groups);
  out = ledger.record(kSums, {a}, b, shape.groups);
  out = ledger.record(kProduct, {b}, a, 1);
  out = ledger.record(kProduct, {a}, b, 1);
  return out;
}

}  // namespace

Forecast algebraic_forecast(std::array<PartyId, 2> a_and_b, const Bound& calls,
                            const Bound& equations, std::uint64_t groups, Occurs occurs) {
  const auto [a, b] = a_and_b;
  return {{kEquations, {b}, a, calls * equations, occurs},
          {kSums, {a}, b, calls * groups, occurs},
          {kProduct, {b}, a, calls, occurs},
          {kProduct, {a}, b, calls, occurs}};
}

std::vector<std::uint64_t> algebraic_column(const AlgebraicShape& shape, std::size_t column) {
  // Public numbers that both sides make alike: no secret depends on them.
  Sampler sampler(shape.matrix_seed + 0x9e3779b97f4a7c15ULL * (column + 1));
  std::vector<std::uint64_t> out(shape.entries);
  for (auto& entry : out) entry = sampler.below(kAlgebraicPrime);
  return out;
}

std::uint64_t algebraic_product_a(const Setting& setting, PartyId b,
                                  std::span<const std::uint64_t> x, const AlgebraicShape& shape,
                                  AllowWeak allow) {
  check(x, shape, allow);
  const auto recorded = record(setting.ledger, setting.own(), b, shape);
  auto& channel = line_to(setting, b);
  auto& randomness = setting.randomness;
  const auto n = shape.entries;
  std::vector<std::uint64_t> masks(n);
  for (auto& mask : masks) mask = randomness.below(kAlgebraicPrime);
  std::vector<std::uint64_t> masked(x.begin(), x.end());
  for (std::size_t column = 0; column < n; ++column) {
    const auto c = algebraic_column(shape, column);
    for (std::size_t row = 0; row < n; ++row) {
      masked[row] = add_modulo(masked[row], times_modulo(c[row], masks[column]));
    }
  }
  net::send_values(channel, masked);
  std::vector<std::uint64_t> reply(n + 1);  // S, then the masked equations
  net::receive_values(channel, reply);
  std::uint64_t rest = reply[0];
  std::vector<std::uint64_t> sums(shape.groups);
  for (std::size_t i = 0; i < n; ++i) {
    rest = subtract_modulo(rest, times_modulo(masks[i], reply[i + 1]));
    auto& sum = sums[i / (n / shape.groups)];
    sum = add_modulo(sum, masks[i]);
  }
  send_told(recorded, channel, sums);
  send_told(recorded, channel, std::span(&rest, 1));
  std::uint64_t product = 0;
  net::receive_values(channel, std::span(&product, 1));
  return product;
}

std::uint64_t algebraic_product_b(const Setting& setting, PartyId a,
                                  std::span<const std::uint64_t> y, const AlgebraicShape& shape,
                                  AllowWeak allow) {
  check(y, shape, allow);
  const auto recorded = record(setting.ledger, a, setting.own(), shape);
  auto& channel = line_to(setting, a);
  auto& randomness = setting.randomness;
  const auto n = shape.entries;
  std::vector<std::uint64_t> masked(n);
  net::receive_values(channel, masked);
  std::vector<std::uint64_t> noise(shape.groups);
  for (auto& value : noise) value = randomness.below(kAlgebraicPrime);
  std::vector<std::uint64_t> reply(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    reply[0] = add_modulo(reply[0], times_modulo(masked[i] % kAlgebraicPrime, y[i]));
    const auto c = algebraic_column(shape, i);
    std::uint64_t sum = noise[i / (n / shape.groups)];
    for (std::size_t row = 0; row < n; ++row) sum = add_modulo(sum, times_modulo(c[row], y[row]));
    reply[i + 1] = sum;
  }
  send_told(recorded, channel, reply);
  std::vector<std::uint64_t> sums(shape.groups + 1);  // of A's masks over groups, then the rest
  net::receive_values(channel, sums);
  std::uint64_t product = sums.back() % kAlgebraicPrime;
  for (std::size_t g = 0; g < shape.groups; ++g) {
    product = add_modulo(product, times_modulo(sums[g] % kAlgebraicPrime, noise[g]));
  }
  send_told(recorded, channel, std::span(&product, 1));
  channel.flush();
  return product;
}

}  // namespace privet::protocol
