// SPDX-License-Identifier: Apache-2.0
// The logarithms, division and polynomials on shares, and the k-th ranked number.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "circuit/clear_context.h"
#include "protocol/division.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/logarithm.h"
#include "protocol/modular.h"
#include "protocol/taylor_logarithm.h"
#include "tests/support/chi_square.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::run_two;
using Numbers = std::vector<std::uint64_t>;

constexpr std::array kParties{PartyId(0), PartyId(1)};

std::uint64_t mask(unsigned bits) {
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

// Shares of values modulo 2^bits.
std::array<Numbers, 2> shared(const Numbers& values, unsigned bits, std::uint64_t seed) {
  auto randomness = Randomness::repeatable(seed);
  std::array<Numbers, 2> out{Numbers(values.size()), Numbers(values.size())};
  randomness.fill_values(std::span(out[0]));
  for (std::size_t i = 0; i < values.size(); ++i) {
    out[0][i] &= mask(bits);
    out[1][i] = (values[i] - out[0][i]) & mask(bits);
  }
  return out;
}

// act(context, channel, transfers, own, randomness, ledger) at both sides, garbled.
template <class Act>
auto garbled(Line line, Act act) {
  return run_two(
      line,
      [&](Channel& channel) {
        Randomness randomness;
        Ledger ledger;
        auto transfers = OtSender::set_up(channel, randomness);
        Garbler context(channel, randomness, transfers, kParties);
        return act(context, channel, transfers, Side::First, randomness, ledger);
      },
      [&](Channel& channel) {
        Randomness randomness;
        Ledger ledger;
        auto transfers = OtReceiver::set_up(channel, randomness);
        Evaluator context(channel, transfers, kParties);
        auto out = act(context, channel, transfers, Side::Second, randomness, ledger);
        EXPECT_TRUE(compare(ledger, {{PartyId(1), std::string(kMaskedShare.label), ""}}).empty());
        return out;
      });
}

TEST(SecureLogarithm, LnAndXLnXAgreeWithThePlainOnes) {
  Sampler sampler(1);
  const LogarithmShape shape{17, 15};
  Numbers x{0, 1, 2, 3, (1U << 17U) - 1};
  for (int i = 0; i < 1500; ++i) x.push_back(sampler.below(1U << 17U) >> sampler.below(16));
  const auto shares = shared(x, 17, 9);
  for (const auto line : {Line::Memory, Line::Tls}) {
    for (const auto what : {LogarithmOf::X, LogarithmOf::XLnX}) {
      const auto [a, b] = garbled(line, [&](auto& context, Channel& channel, auto&, Side own,
                                            Randomness& randomness, Ledger& ledger) {
        auto out = secure_logarithm(context, own, shares.at(own == Side::First ? 0 : 1), shape,
                                    what, randomness, ledger);
        channel.flush();
        return out;
      });
      std::vector<std::size_t> bytes(256);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double got = std::ldexp(static_cast<double>(a[i] + b[i]), -15);
        const auto value = static_cast<double>(x[i]);
        const double ln = x[i] == 0 ? 0 : std::log(value);
        const double factor = what == LogarithmOf::X ? 1 : value;
        ASSERT_NEAR(got, factor * ln, factor * std::ldexp(1.0, -15)) << x[i];
        ++bytes.at(b[i] >> 56U);
      }
      EXPECT_TRUE(testing_support::looks_uniform(bytes));
    }
  }
}

TEST(SecureLogarithm, RefusesWhatDoesNotFit) {
  EXPECT_THROW(TaylorShape({17, 4}).check(), Error);
  EXPECT_NO_THROW(TaylorShape({17, 3}).check());
  EXPECT_NO_THROW(TaylorShape({13, 4}).check());
  EXPECT_NO_THROW(TaylorShape({10, 5}).check());
}

// sigma ln x in the clear: the circuit and the polynomial of the protocol.
std::vector<std::int64_t> taylor_in_the_clear(const TaylorShape& shape, const Numbers& x) {
  circuit::ClearContext context;
  const auto phase = taylor_phase_one(context, context.input(x, shape.bits), shape);
  const auto z = context.open(phase[0]);
  const auto beta = context.open(phase[1]);
  const auto coefficients = taylor_coefficients(shape);
  std::vector<std::int64_t> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::uint64_t value = 0;
    for (auto c = coefficients.size(); c-- > 0;) value = value * z[i] + coefficients[c];
    out[i] = static_cast<std::int64_t>(value + beta[i]);
  }
  return out;
}

TEST(TaylorLogarithm, ErrorsAreThePapers) {
  struct Row {
    TaylorShape shape;
    double error;  // as printed, rounded to four places
  };
  for (const auto& [shape, error] :
       {Row{{17, 3}, 0.0112}, Row{{13, 4}, 0.0044}, Row{{10, 5}, 0.0018}}) {
    Numbers x;
    for (std::uint64_t i = 1; i < (std::uint64_t{1} << shape.bits); ++i) x.push_back(i);
    const auto got = taylor_in_the_clear(shape, x);
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto value = static_cast<long double>(got[i]) / shape.scale();
      largest = std::max(
          largest, static_cast<double>(std::abs(value - std::log(static_cast<long double>(x[i])))));
    }
    EXPECT_LE(largest, error + 0.00005) << shape.bits;
    EXPECT_GE(largest, error - 0.0005) << shape.bits;
  }
}

// The older scale 2^N lcm(2..k): the division by 2^(N (i - 1)) happens in the field, and is right
// only where that divides the power. In a field of 2^61 - 1, far larger than the result.
TEST(TaylorLogarithm, TheOlderScaleIsWrongForNearlyAllInputs) {
  for (const TaylorShape shape : {TaylorShape{17, 3}, TaylorShape{13, 4}, TaylorShape{10, 5}}) {
    circuit::ClearContext context;
    Numbers x;
    for (std::uint64_t i = 1; i < (std::uint64_t{1} << shape.bits); ++i) x.push_back(i);
    const auto z = context.open(taylor_phase_one(context, context.input(x, shape.bits), shape)[0]);
    const auto multiple = shape.common_multiple();
    const double scale = std::ldexp(static_cast<double>(multiple), static_cast<int>(shape.bits));
    std::vector<std::uint64_t> inverses{0, 1};  // of 2^(N (i - 1)), from i = 1 on
    while (inverses.size() <= shape.terms) {
      inverses.push_back(
          times_modulo(inverses.back(), inverse_modulo(std::uint64_t{1} << shape.bits)));
    }
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto signed_z = static_cast<std::int64_t>(z[i]);
      const std::uint64_t in_field =
          signed_z < 0 ? kPrime61 - static_cast<std::uint64_t>(-signed_z) : z[i];
      std::uint64_t power = 1;
      std::uint64_t sum = 0;
      for (unsigned term = 1; term <= shape.terms; ++term) {
        power = times_modulo(power, in_field);
        const auto part = times_modulo(times_modulo(multiple / term, power), inverses[term]);
        sum = term % 2 == 1 ? add_modulo(sum, part) : subtract_modulo(sum, part);
      }
      const double got =
          (sum > kPrime61 / 2 ? -static_cast<double>(kPrime61 - sum) : static_cast<double>(sum)) /
          scale;
      const double e =
          static_cast<double>(signed_z) / std::ldexp(1.0, static_cast<int>(shape.bits));
      wrong += std::abs(got - std::log1p(e)) > 0.02 ? 1 : 0;
    }
    const double share = static_cast<double>(wrong) / static_cast<double>(x.size());
    EXPECT_GT(share, 0.96) << shape.bits;
    EXPECT_LT(share, 0.999) << shape.bits;
  }
}

TEST(TaylorLogarithm, OnSharesIsWhatItIsInTheClear) {
  const TaylorShape shape{13, 4};
  Numbers x(1200);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = i * 6;
  const auto shares = shared(x, 13, 4);
  const auto [a, b] = garbled(Line::Tls, [&](auto& context, Channel& channel, auto& transfers,
                                             Side own, Randomness& randomness, Ledger& ledger) {
    return taylor_logarithm(context, channel, transfers, own, shares.at(own == Side::First ? 0 : 1),
                            shape, randomness, ledger);
  });
  const auto want = taylor_in_the_clear(shape, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(static_cast<std::int64_t>(a[i] + b[i]), want[i]) << x[i];
  }
}

TEST(Polynomials, AgreeWithThePlainOnes) {
  Sampler sampler(5);
  constexpr std::size_t kLanes = 9000;  // more than go at once
  constexpr unsigned kDegree = 3;
  Numbers coefficients((kDegree + 1) * kLanes);
  Numbers points(kLanes);
  for (auto& value : coefficients) value = sampler();
  for (auto& value : points) value = sampler();
  const auto [a, b] = run_two(
      Line::Memory,
      [&](Channel& channel) {
        Randomness randomness;
        auto transfers = OtSender::set_up(channel, randomness);
        Numbers out(kLanes);
        evaluate_polynomials(channel, transfers, coefficients, kDegree, out);
        Numbers product(kLanes);
        multiply_lanes(channel, transfers, std::span(coefficients).first(kLanes), product);
        out.insert(out.end(), product.begin(), product.end());
        return out;
      },
      [&](Channel& channel) {
        Randomness randomness;
        auto transfers = OtReceiver::set_up(channel, randomness);
        Numbers out(kLanes);
        evaluate_at_points(channel, transfers, points, kDegree, out);
        Numbers product(kLanes);
        multiply_lanes(channel, transfers, points, product);
        out.insert(out.end(), product.begin(), product.end());
        return out;
      });
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    std::uint64_t want = 0;
    for (unsigned i = kDegree + 1; i-- > 0;) {
      want = want * points[lane] + coefficients[i * kLanes + lane];
    }
    ASSERT_EQ(a[lane] + b[lane], want);
    ASSERT_EQ(a[kLanes + lane] + b[kLanes + lane], coefficients[lane] * points[lane]);
  }
}

TEST(SecureDivision, AgreesWithThePlainOne) {
  Sampler sampler(6);
  for (const unsigned bits : {1U, 16U, 64U}) {
    Numbers x;
    Numbers y;
    for (int i = 0; i < 120; ++i) {
      x.push_back((sampler() & mask(bits)) >> sampler.below(bits));
      y.push_back(i % 20 == 0 ? 0 : (sampler() & mask(bits)) >> sampler.below(bits));
    }
    const auto xs = shared(x, bits, 1);
    const auto ys = shared(y, bits, 2);
    const auto [a, b] = garbled(
        bits == 16 ? Line::Tls : Line::Memory, [&](auto& context, Channel& channel, auto&, Side own,
                                                   Randomness& randomness, Ledger& ledger) {
          const std::size_t me = own == Side::First ? 0 : 1;
          auto out = secure_divide(context, own, xs.at(me), ys.at(me), bits, randomness, ledger);
          channel.flush();
          return out;
        });
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto quotient = (a.quotients[i] + b.quotients[i]) & mask(bits);
      const auto remainder = (a.remainders[i] + b.remainders[i]) & mask(bits);
      ASSERT_EQ(quotient, y[i] == 0 ? mask(bits) : x[i] / y[i]) << x[i] << " / " << y[i];
      ASSERT_EQ(remainder, y[i] == 0 ? x[i] : x[i] % y[i]) << x[i] << " / " << y[i];
    }
  }
}

}  // namespace
}  // namespace privet::protocol
