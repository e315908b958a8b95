// SPDX-License-Identifier: Apache-2.0
// The logarithm by a circuit and a polynomial: its error for every number, the older scale that
// fails, and the protocol itself against the same in the clear.
#include "protocol/logarithm/taylor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "circuit/counting_context.h"
#include "net/counting.h"
#include "protocol/arithmetic/modular.h"
#include "protocol/raw_share.h"
#include "protocol/wide/scaling.h"
#include "tests/support/clear_taylor.h"
#include "tests/support/garbled_parties.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using testing_support::all_of;
using testing_support::in_the_clear;
using testing_support::Line;
using testing_support::phase_one_in_the_clear;
using testing_support::place_of;
using testing_support::run_garbled;
using testing_support::split;
using Numbers = std::vector<std::uint64_t>;

TEST(TaylorLogarithm, SplitsEveryNumberNearestAPowerOfTwo) {
  for (const unsigned bits : {3U, 8U, 16U, 17U}) {
    const TaylorShape shape{bits, 2};
    const auto x = all_of(bits);
    const auto [z, n] = phase_one_in_the_clear(shape, x);
    EXPECT_EQ(z[0], 0);
    EXPECT_EQ(n[0], 0U);
    for (std::size_t i = 1; i < x.size(); ++i) {
      // 2^N x = 2^n (2^N + z), and -1/4 <= z / 2^N < 1/2.
      const auto one = std::int64_t{1} << bits;
      ASSERT_EQ(static_cast<std::int64_t>(x[i]) << bits, (one + z[i]) << n[i]) << x[i];
      ASSERT_GE(4 * z[i], -one);
      ASSERT_LT(2 * z[i], one);
    }
  }
}

TEST(TaylorLogarithm, ErrorsAreThePapers) {
  struct Row {
    TaylorShape shape;
    double error;  // as printed, rounded to four places
    double last;   // half of the last printed place
  };
  // The last two are not printed there: they need more than a machine word.
  for (const auto& [shape, error, last] :
       {Row{{17, 3}, 0.0112, 0.00005}, Row{{13, 4}, 0.0044, 0.00005}, Row{{10, 5}, 0.0018, 0.00005},
        Row{{17, 8}, 0.000150, 5e-7}, Row{{17, 12}, 0.0000064, 5e-8}}) {
    const auto x = all_of(shape.bits);
    const auto got = in_the_clear(shape, x);
    const auto scale = to_real(shape.scale());
    double largest = 0;
    for (std::size_t i = 1; i < x.size(); ++i) {
      const auto value = to_real(got[i]) / scale;
      largest = std::max(
          largest, static_cast<double>(std::abs(value - std::log(static_cast<long double>(x[i])))));
    }
    EXPECT_EQ(got[0], Wide());
    EXPECT_LE(largest, error + last) << shape.bits << " bits, " << shape.terms;
    // With few bits no x comes near 3/2 of a power of two, where the error is largest.
    EXPECT_GE(largest, error * (shape.bits == 17 ? 0.99 : 0.95)) << shape.bits;
  }
}

// The older scale 2^N lcm(2..k): the division by 2^(N (i - 1)) happens in the field, and is right
// only where that divides the power. In a field of 2^61 - 1, far larger than the result.
TEST(TaylorLogarithm, TheOlderScaleIsWrongForNearlyAllInputs) {
  for (const TaylorShape shape : {TaylorShape{17, 3}, TaylorShape{13, 4}, TaylorShape{10, 5}}) {
    const auto x = all_of(shape.bits);
    const auto z = phase_one_in_the_clear(shape, x).z;
    const auto multiple = shape.common_multiple();
    const double scale = std::ldexp(static_cast<double>(multiple), static_cast<int>(shape.bits));
    std::vector<std::uint64_t> inverses{0, 1};  // of 2^(N (i - 1)), from i = 1 on
    while (inverses.size() <= shape.terms) {
      inverses.push_back(
          times_modulo(inverses.back(), inverse_modulo(std::uint64_t{1} << shape.bits)));
    }
    std::size_t wrong = 0;
    for (std::size_t i = 1; i < x.size(); ++i) {
      const auto in_field = z[i] < 0 ? kPrime61 - static_cast<std::uint64_t>(-z[i])
                                     : static_cast<std::uint64_t>(z[i]);
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
      const double e = static_cast<double>(z[i]) / std::ldexp(1.0, static_cast<int>(shape.bits));
      wrong += std::abs(got - std::log1p(e)) > 0.02 ? 1 : 0;
    }
    const double share = static_cast<double>(wrong) / static_cast<double>(x.size() - 1);
    EXPECT_GT(share, 0.965) << shape.bits;
    EXPECT_LT(share, 0.9955) << shape.bits;
  }
}

TEST(TaylorLogarithm, OnSharesIsWhatItIsInTheClear) {
  Sampler sampler(2);
  struct Case {
    TaylorShape shape;
    std::size_t numbers;  // 0: every one
    Line line;
  };
  for (const auto& [shape, count, line] :
       {Case{{10, 5}, 0, Line::Memory}, Case{{13, 4}, 1200, Line::Tls},
        Case{{17, 3}, 3000, Line::Memory}, Case{{17, 8}, 300, Line::Tls},
        Case{{17, 3, LogarithmOf::XLnX}, 300, Line::Memory}, Case{{3, 1}, 0, Line::Memory},
        Case{{17, 8, LogarithmOf::XLnX}, 200, Line::Tls}}) {
    auto x = all_of(count == 0 ? shape.bits : 1);
    x.push_back((std::uint64_t{1} << shape.bits) - 1);
    while (x.size() < count) {
      x.push_back(sampler.below(std::uint64_t{1} << shape.bits) >> sampler.below(shape.bits));
    }
    const auto shares = split(x, shape.bits, 4);
    const auto [a, b] = run_garbled(line, [&](auto& context, auto& transfers, Side own) {
      auto out = raw(taylor_logarithm(context, transfers, Shared(shares.at(place_of(own))), shape));
      const auto& ledger = context.end().ledger;
      if (own == Side::Second) {
        // Two or three shares for each number, in words of 64 bits.
        const auto words = (shape.ring_bits() + 63) / 64;
        const auto seen = shape.what == LogarithmOf::X ? 2U : 3U;
        EXPECT_EQ(ledger.entries().at(0).count, x.size() * words * seen);
      } else {
        EXPECT_TRUE(ledger.entries().empty() || ledger.entries()[0].recipient == PartyId(1));
      }
      return out;
    });
    const auto want = in_the_clear(shape, x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(sign_extended(a[i] + b[i], shape.ring_bits()), want[i]) << x[i];
    }
  }
}

// From the large scale to 16 bits of fraction, in both ways; then the lowest word is the result.
TEST(TaylorLogarithm, ComesDownToAnyScale) {
  const Numbers x{0, 1, 2, 3, 5, 100, 4711, 98304, 98303, 131071};
  const TaylorShape shape{17, 4, LogarithmOf::XLnX, mask_spare(x.size())};
  const auto ring = shape.ring_bits();
  const auto shares = split(x, shape.bits, 5);
  const auto factor = wide::Factor::ratio(Wide(1U << 16U), shape.scale());
  const auto [a, b] = run_garbled(Line::Tls, [&](auto& context, auto& transfers, Side own) {
    const auto large =
        raw(taylor_logarithm(context, transfers, Shared(shares.at(place_of(own))), shape));
    auto out = raw(scale(context, Shared(large), ring, factor));
    const auto alone =
        raw(scale_alone(own, Shared(large), ring, ring - 1 - mask_spare(x.size()), factor));
    out.insert(out.end(), alone.begin(), alone.end());
    return out;
  });
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto number = static_cast<double>(x[i % x.size()]);
    const auto sum = static_cast<std::int64_t>(a[i].words[0] + b[i].words[0]);
    const double want = number == 0 ? 0 : number * std::log(number);
    EXPECT_NEAR(std::ldexp(static_cast<double>(sum), -16), want,
                0.00445 * number + std::ldexp(1.5, -16));
  }
}

TEST(TaylorLogarithm, RefusesWhatDoesNotFitBeforeASingleByte) {
  EXPECT_EQ(TaylorShape({17, 3}).ring_bits(), 64U);
  EXPECT_EQ(TaylorShape({17, 3, LogarithmOf::XLnX}).ring_bits(), 77U);
  EXPECT_EQ(TaylorShape({17, 8}).ring_bits(), 152U);
  EXPECT_EQ(TaylorShape({17, 13}).ring_bits(), 246U);
  for (const auto& shape : {TaylorShape{17, 14}, TaylorShape{17, 13, LogarithmOf::XLnX},
                            TaylorShape{17, 13, LogarithmOf::X, 40}, TaylorShape{3, 1000}}) {
    auto [left, right] = testing_support::make_pair(Line::Memory);
    net::CountingChannel counting(*left);
    testing_support::run_two(
        counting, *right,
        [&](Channel& channel) {
          Randomness randomness;
          auto ledger = Ledger::without_forecast();
          auto transfers = OtSender::set_up(channel, randomness);
          Garbler context(
              {circuit::Side::First, channel, randomness, ledger, testing_support::kTwoParties},
              transfers);
          const auto before = counting.traffic();
          try {
            (void)raw(taylor_logarithm(context, transfers, Shared(Numbers(3, 1)), shape));
            ADD_FAILURE();
          } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Usage);
            EXPECT_NE(std::string(error.what()).find("take fewer terms"), std::string::npos);
          }
          EXPECT_EQ(counting.traffic(), before);
          EXPECT_TRUE(ledger.entries().empty());
          channel.flush();
          return 0;
        },
        [&](Channel& channel) {
          Randomness randomness;
          auto ledger = Ledger::without_forecast();
          auto transfers = OtReceiver::set_up(channel, randomness);
          Evaluator context(
              {circuit::Side::Second, channel, randomness, ledger, testing_support::kTwoParties},
              transfers);
          EXPECT_THROW(
              (void)raw(taylor_logarithm(context, transfers, Shared(Numbers(3, 1)), shape)), Error);
          return 0;
        });
  }
}

TEST(TaylorLogarithm, CostsAboutWhatTheHeaderSays) {
  circuit::CountingContext context;
  const TaylorShape shape{17, 3};
  (void)taylor_phase_one(context, context.input(17, 1), shape);
  EXPECT_LT(context.gates(), 17U * 5 + 17 * 5);
  EXPECT_GT(context.gates(), 90U);
}

}  // namespace
}  // namespace privet::protocol
