// SPDX-License-Identifier: Apache-2.0
// The logarithms by a circuit alone, on shares. That their circuits keep their promise for every
// number is tested beside them, in circuit/logarithm_test.cpp.
#include "protocol/logarithm/logarithm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "tests/support/chi_square.h"
#include "tests/support/garbled_parties.h"

namespace privet::protocol {
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
      const auto [a, b] = run_garbled(line, [&](auto& context, Channel&, auto&, Side own,
                                                Randomness& randomness, Ledger& ledger) {
        return secure_logarithm(context, own, shares.at(place_of(own)), shape, what, randomness,
                                ledger);
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
        what == LogarithmOf::X ? Line::Memory : Line::Tls,
        [&](auto& context, Channel&, auto&, Side own, Randomness& randomness, Ledger& ledger) {
          return secure_coarse_log2(context, own, shares.at(place_of(own)), 17, what, randomness,
                                    ledger);
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
          Ledger ledger;
          auto transfers = OtSender::set_up(channel, randomness);
          Garbler context(channel, randomness, transfers, testing_support::kTwoParties);
          EXPECT_THROW((void)act(context, Side::First, randomness, ledger), Error);
          channel.flush();
          return 0;
        },
        [&](Channel& channel) {
          Randomness randomness;
          Ledger ledger;
          auto transfers = OtReceiver::set_up(channel, randomness);
          Evaluator context(channel, transfers, testing_support::kTwoParties);
          EXPECT_THROW((void)act(context, Side::Second, randomness, ledger), Error);
          return 0;
        });
    EXPECT_EQ(a, b);
  };
  refused([](auto& context, Side own, Randomness& randomness, Ledger& ledger) {
    return secure_logarithm(context, own, Numbers(3, 1), {40, 20}, LogarithmOf::XLnX, randomness,
                            ledger);
  });
  refused([](auto& context, Side own, Randomness& randomness, Ledger& ledger) {
    return secure_coarse_log2(context, own, Numbers(3, 1), 55, LogarithmOf::XLnX, randomness,
                              ledger);
  });
}

TEST(SecureLogarithm, OfNothingIsNothing) {
  const auto [a, b] = testing_support::run_two(
      Line::Memory,
      [](Channel& channel) {
        Randomness randomness;
        Ledger ledger;
        auto transfers = OtSender::set_up(channel, randomness);
        Garbler context(channel, randomness, transfers, testing_support::kTwoParties);
        const auto out = secure_logarithm(context, Side::First, {}, {17, 15}, LogarithmOf::X,
                                          randomness, ledger);
        channel.flush();
        return out.size() + ledger.entries().size();
      },
      [](Channel& channel) {
        Randomness randomness;
        Ledger ledger;
        auto transfers = OtReceiver::set_up(channel, randomness);
        Evaluator context(channel, transfers, testing_support::kTwoParties);
        const auto out = secure_logarithm(context, Side::Second, {}, {17, 15}, LogarithmOf::X,
                                          randomness, ledger);
        return out.size() + ledger.entries().size();
      });
  EXPECT_EQ(a + b, 0U);
}

}  // namespace
}  // namespace privet::protocol
