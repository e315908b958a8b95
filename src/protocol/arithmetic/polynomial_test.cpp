// SPDX-License-Identifier: Apache-2.0
// Polynomials, products and division on shares.
#include "protocol/arithmetic/polynomial_internal.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/sampling.h"
#include "protocol/arithmetic/division.h"
#include "protocol/raw_share.h"
#include "tests/support/garbled_parties.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::place_of;
using testing_support::run_two;
using testing_support::split;
using Numbers = std::vector<std::uint64_t>;

Wide random_wide(Sampler& sampler) {
  Wide out;
  for (auto& word : out.words) word = sampler();
  return out;
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

// Widths at and around the ends of words and of hashed blocks; one that leaves a short last group.
TEST(Polynomials, AgreeInWideRings) {
  for (const unsigned bits : {17U, 64U, 65U, 128U, 129U, 152U, 200U, 256U}) {
    Sampler sampler(bits);
    constexpr std::size_t kLanes = 130;
    constexpr unsigned kDegree = 2;
    std::vector<Wide> coefficients((kDegree + 1) * kLanes);
    std::vector<Wide> points(kLanes);
    for (auto& value : coefficients) value = random_wide(sampler);
    for (auto& value : points) value = random_wide(sampler);
    const auto [a, b] = run_two(
        bits == 152 ? Line::Tls : Line::Memory,
        [&](Channel& channel) {
          Randomness randomness;
          auto transfers = OtSender::set_up(channel, randomness);
          std::vector<Wide> out(kLanes);
          evaluate_polynomials(channel, transfers, coefficients, kDegree, bits, out);
          return out;
        },
        [&](Channel& channel) {
          Randomness randomness;
          auto transfers = OtReceiver::set_up(channel, randomness);
          std::vector<Wide> out(kLanes);
          evaluate_at_points(channel, transfers, points, kDegree, bits, out);
          return out;
        });
    for (std::size_t i = 0; i < kLanes; ++i) {
      const auto want = coefficients[i] + points[i] * (coefficients[kLanes + i] +
                                                       points[i] * coefficients[2 * kLanes + i]);
      ASSERT_EQ(cut(a[i] + b[i], bits), cut(want, bits)) << bits;
      ASSERT_EQ(cut(a[i], bits), a[i]);
      ASSERT_EQ(cut(b[i], bits), b[i]);
    }
  }
}

TEST(Products, OfSharedNumbers) {
  for (const unsigned bits : {64U, 77U, 169U}) {
    Sampler sampler(bits + 1);
    std::vector<Wide> x{Wide(), Wide(1), Wide::of_signed(-1), Wide::power_of_two(bits - 1)};
    std::vector<Wide> y{Wide::of_signed(-1), Wide::of_signed(-1), Wide::of_signed(-1), Wide(3)};
    for (int i = 0; i < 50; ++i) {
      x.push_back(random_wide(sampler));
      y.push_back(random_wide(sampler));
    }
    const auto xs = split(x, bits, 1);
    const auto ys = split(y, bits, 2);
    const auto [a, b] = run_two(
        Line::Memory,
        [&](Channel& channel) {
          Randomness randomness;
          auto transfers = OtSender::set_up(channel, randomness);
          return multiply_shared(channel, transfers, xs[0], ys[0], bits);
        },
        [&](Channel& channel) {
          Randomness randomness;
          auto transfers = OtReceiver::set_up(channel, randomness);
          return multiply_shared(channel, transfers, xs[1], ys[1], bits);
        });
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(cut(a[i] + b[i], bits), cut(x[i] * y[i], bits)) << bits << " " << i;
    }
  }
}

TEST(SecureDivision, AgreesWithThePlainOne) {
  Sampler sampler(6);
  for (const unsigned bits : {1U, 16U, 64U}) {
    Numbers x;
    Numbers y;
    for (int i = 0; i < 120; ++i) {
      x.push_back(cut(sampler(), bits) >> sampler.below(bits));
      y.push_back(i % 20 == 0 ? 0 : cut(sampler(), bits) >> sampler.below(bits));
    }
    const auto xs = split(x, bits, 1);
    const auto ys = split(y, bits, 2);
    const auto [a, b] = testing_support::run_garbled(
        bits == 16 ? Line::Tls : Line::Memory, [&](auto& context, auto&, Side own) {
          const auto me = place_of(own);
          auto out = secure_divide(context, Shared(xs.at(me)), Shared(ys.at(me)), bits);
          return std::array{raw(std::move(out.quotients)), raw(std::move(out.remainders))};
        });
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto quotient = cut(a[0][i] + b[0][i], bits);
      const auto remainder = cut(a[1][i] + b[1][i], bits);
      ASSERT_EQ(quotient, y[i] == 0 ? cut(~std::uint64_t{0}, bits) : x[i] / y[i])
          << x[i] << " / " << y[i];
      ASSERT_EQ(remainder, y[i] == 0 ? x[i] : x[i] % y[i]) << x[i] << " / " << y[i];
    }
  }
}

}  // namespace
}  // namespace privet::protocol
