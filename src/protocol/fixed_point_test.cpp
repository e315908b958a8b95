// SPDX-License-Identifier: Apache-2.0
// Fixed-point numbers against plain arithmetic, between two parties and among three, and ranges
// that are kept.
#include "protocol/fixed_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/sampling.h"
#include "tests/support/arithmetic_parties.h"

namespace privet::protocol {
namespace {

using testing_support::Line;
using testing_support::PartiesName;
using testing_support::ThreeParties;
using testing_support::TwoParties;
using Reals = std::vector<double>;

constexpr Opening kTest{"test output", "the test's own result"};
constexpr FixedFormat kFormat{20, 1000};
constexpr double kUnit = 1.0 / (1 << 20);

struct Inputs {
  Reals x, y;
};
// The ends of the agreed range, zero, the smallest numbers, and random ones.
Inputs inputs(std::size_t more) {
  Inputs out;
  for (const double x : {-1000.0, -1.0, -kUnit, 0.0, kUnit, 0.5, 1000.0}) {
    for (const double y : {-1000.0, -2.5, -kUnit, 0.0, kUnit, 3.0, 1000.0}) {
      out.x.push_back(x);
      out.y.push_back(y);
    }
  }
  Sampler sampler(11);
  const auto real = [&] { return static_cast<double>(sampler() % 2'000'001) / 1000.0 - 1000.0; };
  for (std::size_t i = 0; i < more; ++i) {
    out.x.push_back(real());
    out.y.push_back(real());
  }
  return out;
}

// Everything that fixed-point numbers can do with x and y, opened: [operation][lane].
template <SharedArithmetic A>
std::vector<Reals> all_operations(A& a, const Fixed<A>& x, const Fixed<A>& y) {
  const auto whole = [&](const typename A::Numbers& numbers) {
    return open_to_all(a, Fixed<A>(numbers, 0, 1), kTest);
  };
  return {open_to_all(a, x + y, kTest),
          open_to_all(a, x - y, kTest),
          open_to_all(a, multiply(a, x, y), kTest),
          open_to_all(a, times(a, x, -0.75), kTest),
          open_to_all(a, with_fraction(a, x, 4), kTest),
          open_to_all(a, with_fraction(a, x, 24), kTest),
          whole(less(a, x, y)),
          whole(negative(a, x)),
          open_to_all(a, choose(a, less(a, x, y), x, y), kTest),
          open_to_all(a, divide(a, x, y, 0.5), kTest)};
}

void expect_right(const Inputs& in, const std::vector<Reals>& got) {
  for (std::size_t i = 0; i < in.x.size(); ++i) {
    // As they were rounded on input.
    const double x = std::round(in.x[i] / kUnit) * kUnit;
    const double y = std::round(in.y[i] / kUnit) * kUnit;
    EXPECT_EQ(got[0][i], x + y);
    EXPECT_EQ(got[1][i], x - y);
    EXPECT_LT(std::abs(got[2][i] - x * y), kUnit) << x << " times " << y;
    EXPECT_LT(std::abs(got[3][i] - x * -0.75), kUnit);
    EXPECT_LT(std::abs(got[4][i] - x), 1.0 / 16);
    EXPECT_EQ(got[5][i], x);
    EXPECT_EQ(got[6][i], x < y ? 1 : 0);
    EXPECT_EQ(got[7][i], x < 0 ? 1 : 0);
    EXPECT_EQ(got[8][i], std::min(x, y));
    EXPECT_EQ(got[9][i], std::trunc(x / std::max(y, 0.5) / kUnit) * kUnit) << x << " / " << y;
  }
}

template <class A>
Fixed<A> input_of(A& a, PartyId own, PartyId owner, const Reals& values,
                  const FixedFormat& format = kFormat) {
  return fixed_input(a, owner, own == owner ? values : Reals(), values.size(), format);
}

template <class Parties>
class FixedPoint : public ::testing::Test {};
using Kinds = ::testing::Types<TwoParties, ThreeParties>;
TYPED_TEST_SUITE(FixedPoint, Kinds, PartiesName);

TYPED_TEST(FixedPoint, AgreesWithPlainArithmetic) {
  for (const auto line : {Line::Memory, Line::Tls}) {
    const auto in = inputs(line == Line::Memory ? 100 : 5);
    const auto results = TypeParam::run(line, [&](auto& a, PartyId own) {
      const auto x = input_of(a, own, PartyId(0), in.x);
      const auto y = input_of(a, own, PartyId(TypeParam::kLast), in.y);
      return all_operations(a, x, y);
    });
    for (const auto& got : results) expect_right(in, got);
  }
}

TYPED_TEST(FixedPoint, SumsScalarProductsArgmaxAndLogarithms) {
  const Reals x{1.5, -2, 3, 4.25, 100, -0.125, 7, 1};
  const Reals y{2, 4, -1, 0.5, 0.01, 8, 1, 1};
  const auto results = TypeParam::run(Line::Memory, [&](auto& a, PartyId own) {
    const auto fx = input_of(a, own, PartyId(0), x, {20, 100});
    const auto fy = input_of(a, own, PartyId(1), y, {20, 100});
    const auto places = argmax(a, fx, 4);  // of (0, 2, 4, 6) and of (1, 3, 5, 7)
    using F = std::remove_const_t<decltype(fx)>;
    return std::vector<Reals>{open_to_all(a, fx.sums(4), kTest),
                              open_to_all(a, scalar_products(a, fx, fy, 4), kTest),
                              open_to_all(a, F(places, 0, 3), kTest),
                              open_to_all(a, logarithm(a, multiply(a, fx, fx), 16), kTest)};
  });
  const auto& got = results[1];
  EXPECT_EQ(got[0], (Reals{6.75, 107.875}));
  EXPECT_LT(std::abs(got[1][0] - (3 - 8 - 3 + 2.125)), kUnit);
  EXPECT_LT(std::abs(got[1][1] - (100 * std::round(0.01 / kUnit) * kUnit - 1 + 7 + 1)), kUnit);
  EXPECT_EQ(got[2], (Reals{2, 1}));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double square = x[i] * x[i];
    // Two units of the logarithm, and what one unit of its argument is there.
    EXPECT_NEAR(got[3][i], std::log(square), 2.0 / 65536 + kUnit / square);
  }
}

TEST(FixedFormatTest, OwnersKeepToTheAgreedRange) {
  EXPECT_EQ(kFormat.encode(-1000), 0 - (std::uint64_t{1000} << 20U));
  for (const double value : {1000.001, -1000.001, HUGE_VAL, std::nan("")}) {
    try {
      (void)kFormat.encode(value);
      FAIL() << value;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Input);
    }
  }
  EXPECT_THROW((void)(FixedFormat{40, 1e9}.bound()), Error);
  EXPECT_THROW((void)(FixedFormat{62, 0}.bound()), Error);
  EXPECT_THROW((void)(FixedFormat{20, -1}.bound()), Error);
  EXPECT_THROW((void)(FixedFormat{20, std::nan("")}.bound()), Error);
}

// Bounds of 2^61, just inside: twice that, or its product with 2, are refused before a message.
TYPED_TEST(FixedPoint, WhatMightOverflowIsRefusedBeforehand) {
  const auto refused = TypeParam::run(Line::Memory, [](auto& a, PartyId) {
    using F = Fixed<std::remove_reference_t<decltype(a)>>;
    const F half(a.constant(1, 4), 10, (kLargestFixed + 1) / 2);
    const auto usage = [](auto work) {
      try {
        work();
      } catch (const Error& error) {
        return error.code() == ErrorCode::Usage;
      }
      return false;
    };
    const F two(a.constant(2, 4), 10, 2);
    const F one(a.constant(1, 4), 10, 1);
    return std::vector<bool>{usage([&] { (void)(half + half); }),
                             usage([&] { (void)(half - half); }),
                             usage([&] { (void)half.sums(2); }),
                             usage([&] { (void)multiply(a, half, two); }),
                             usage([&] { (void)scalar_products(a, half, one, 2); }),
                             usage([&] { (void)with_fraction(a, half, 11); }),
                             usage([&] { (void)times(a, half, 2); }),
                             usage([&] { (void)divide(a, half, one, 1); }),
                             usage([&] { (void)F(a.constant(0, 1), 10, kLargestFixed + 1); })};
  });
  for (const auto& party : refused) EXPECT_EQ(party, std::vector<bool>(9, true));
  // Just what fits goes through, and is right at the ends.
  const auto fits = TypeParam::run(Line::Memory, [](auto& a, PartyId) {
    using F = Fixed<std::remove_reference_t<decltype(a)>>;
    const F most(a.constant(kLargestFixed, 1), 10, kLargestFixed);
    const F least(a.constant(0 - kLargestFixed, 1), 10, kLargestFixed);
    const F one(a.constant(1, 1), 0, 1);
    return std::vector<Reals>{open_to_all(a, multiply(a, most, one), kTest),
                              open_to_all(a, multiply(a, least, one), kTest)};
  });
  EXPECT_EQ(fits[0][0][0], std::ldexp(static_cast<double>(kLargestFixed), -10));
  EXPECT_EQ(fits[0][1][0], -std::ldexp(static_cast<double>(kLargestFixed), -10));
}

TYPED_TEST(FixedPoint, RangesThatNobodyKnowsAreCheckedTogether) {
  for (const double last : {5.0, -5.0, 5.00001, -5.00001}) {
    const auto told = TypeParam::run(Line::Memory, [&](auto& a, PartyId own) -> std::string {
      const auto x = input_of(a, own, PartyId(1), {1, -2, 4.5, last});
      try {
        return check_range(a, x, 5, kTest).bound() == std::uint64_t{5} << 20U ? "inside" : "wrong";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Input);
        return "outside";
      }
    });
    for (const auto& one : told) EXPECT_EQ(one, std::abs(last) <= 5 ? "inside" : "outside");
  }
}

}  // namespace
}  // namespace privet::protocol
