// SPDX-License-Identifier: Apache-2.0
// The logarithms by a circuit alone, on shares. That their circuits keep their promise for every
// number is tested beside them, in circuit/logarithm_test.cpp.
#include "protocol/logarithm/logarithm.h"
#include "protocol/raw_share.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "tests/support/chi_square.h"
#include "tests/support/garbled_parties.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::place_of;
using testing_support::run_garbled;
using testing_support::split;
using Numbers = std::vector<std::uint64_t>;

Numbers numbers_of_17_bits() {
  Sampler sampler(1);
  Numbers x{0, 1, 2, 3, (1U << 17U) - 1};
  for (int i = 0; i < 1500; ++i) x.push_back(sampler.below(1U << 17U) >> sampler.below(16));
  return x;
}

TEST(SecureLogarithm, LnAndXLnXAgreeWithThePlainOnes) {
  const LogarithmShape shape{17, 15};
  const auto x = numbers_of_17_bits();
  const auto shares = split(x, 17, 9);
  for (const auto line : {Line::Memory, Line::Tls}) {
    for (const auto what : {LogarithmOf::X, LogarithmOf::XLnX}) {
      const auto [a, b] = run_garbled(line, [&](auto& context, auto&, Side own) {
        return raw(secure_logarithm(context, Shared(shares.at(place_of(own))), shape, what));
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

TEST(CoarseLog2, OnSharesIsFloorAndFourBits) {
  const auto x = numbers_of_17_bits();
  const auto shares = split(x, 17, 10);
  for (const auto what : {LogarithmOf::X, LogarithmOf::XLnX}) {
    const auto [a, b] = run_garbled(
        what == LogarithmOf::X ? Line::Memory : Line::Tls, [&](auto& context, auto&, Side own) {
          return raw(secure_coarse_log2(context, Shared(shares.at(place_of(own))), 17, what));
        });
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto factor = what == LogarithmOf::X ? 1 : x[i];
      std::uint64_t want = 0;
      if (x[i] > 0) {
        const auto floor = static_cast<unsigned>(std::bit_width(x[i])) - 1;
        want = 16 * floor + ((x[i] << 4U) >> floor) % 16;
      }
      ASSERT_EQ(a[i] + b[i], factor * want) << x[i];
    }
  }
}

TEST(SecureLogarithm, RefusesWhatDoesNotFit) {
  const auto refused = [](const auto& act) {
    const auto [a, b] = testing_support::run_two(
        Line::Memory,
        [&](Channel& channel) {
          Randomness randomness;
          auto ledger = Ledger::without_forecast();
          auto transfers = OtSender::set_up(channel, randomness);
          Garbler context(
              {circuit::Side::First, channel, randomness, ledger, testing_support::kTwoParties},
              transfers);
          EXPECT_THROW((void)act(context), Error);
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
          EXPECT_THROW((void)act(context), Error);
          return 0;
        });
    EXPECT_EQ(a, b);
  };
  refused([](auto& context) {
    return raw(secure_logarithm(context, Shared(Numbers(3, 1)), {40, 20}, LogarithmOf::XLnX));
  });
  refused([](auto& context) {
    return raw(secure_coarse_log2(context, Shared(Numbers(3, 1)), 55, LogarithmOf::XLnX));
  });
}

TEST(SecureLogarithm, OfNothingIsNothing) {
  const auto [a, b] = testing_support::run_two(
      Line::Memory,
      [](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = OtSender::set_up(channel, randomness);
        Garbler context(
            {circuit::Side::First, channel, randomness, ledger, testing_support::kTwoParties},
            transfers);
        const auto out =
            raw(secure_logarithm(context, Shared<NumberVector>(), {17, 15}, LogarithmOf::X));
        channel.flush();
        return out.size() + ledger.entries().size();
      },
      [](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = OtReceiver::set_up(channel, randomness);
        Evaluator context(
            {circuit::Side::Second, channel, randomness, ledger, testing_support::kTwoParties},
            transfers);
        const auto out =
            raw(secure_logarithm(context, Shared<NumberVector>(), {17, 15}, LogarithmOf::X));
        return out.size() + ledger.entries().size();
      });
  EXPECT_EQ(a + b, 0U);
}

}  // namespace
}  // namespace privet::protocol
