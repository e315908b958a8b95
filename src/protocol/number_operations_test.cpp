// SPDX-License-Identifier: Apache-2.0
// Every operation on shared numbers against plain arithmetic, between two parties and among three.
#include "protocol/number_operations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "tests/support/arithmetic_parties.h"
#include "tests/support/number_pairs.h"

namespace privet::protocol {
namespace {

using testing_support::expect_lanes;
using testing_support::Line;
using testing_support::number_pairs;
using testing_support::NumberPairs;
using testing_support::PartiesName;
using testing_support::ThreeParties;
using testing_support::TwoParties;
using Values = std::vector<std::uint64_t>;

constexpr Opening kTest{"test output", "the test's own result"};

static_assert(SharedArithmetic<additive::Arithmetic>);
static_assert(SharedArithmetic<replicated::Arithmetic>);

// work(arithmetic, x, y) with x from the first party and y from the last, opened to all.
template <class Parties, class Work>
Values apply(const NumberPairs& in, Work work, Line line = Line::Memory) {
  const auto opened = Parties::run(line, [&](auto& arithmetic, PartyId own) {
    const auto input = [&](PartyId owner, const Values& values) {
      return arithmetic.input(owner, own == owner ? values : Values(), values.size());
    };
    const auto x = input(PartyId(0), in.x);
    const auto y = input(PartyId(Parties::kLast), in.y);
    return arithmetic.open_to_all(work(arithmetic, x, y), kTest);
  });
  for (const auto& one : opened) EXPECT_EQ(one, opened[0]);
  return opened[0];
}

template <class Parties>
class NumberOperations : public ::testing::Test {};
using Kinds = ::testing::Types<TwoParties, ThreeParties>;
TYPED_TEST_SUITE(NumberOperations, Kinds, PartiesName);

TYPED_TEST(NumberOperations, SumsAndProductsAgreeWithPlainArithmetic) {
  const auto in = number_pairs(5000, 1);  // more than one piece of a message
  for (const auto line : {Line::Memory, Line::Tls}) {
    expect_lanes(
        in,
        apply<TypeParam>(
            in, [](auto& a, const auto& x, const auto& y) { return a.multiply(x, y); }, line),
        [](auto x, auto y) { return x * y; });
  }
  expect_lanes(
      in,
      apply<TypeParam>(in, [](auto& a, const auto& x,
                              const auto& y) { return x * 3 - y + a.constant(7, x.size()); }),
      [](auto x, auto y) { return 3 * x - y + 7; });
}

TYPED_TEST(NumberOperations, OrderAndEqualityAgreeWithPlainArithmetic) {
  const auto in = number_pairs(300, 3);
  expect_lanes(
      in, apply<TypeParam>(in, [](auto& a, const auto& x, const auto& y) { return less(a, x, y); }),
      [](auto x, auto y) { return x < y ? 1U : 0U; });
  expect_lanes(
      in, apply<TypeParam>(in, [](auto& a, const auto& x, const auto&) { return negative(a, x); }),
      [](auto x, auto) { return x >> 63U; });
  for (const auto line : {Line::Memory, Line::Tls}) {
    expect_lanes(
        in,
        apply<TypeParam>(
            in, [](auto& a, const auto& x, const auto& y) { return equal(a, x, y); }, line),
        [](auto x, auto y) { return x == y ? 1U : 0U; });
  }
  expect_lanes(in,
               apply<TypeParam>(in, [](auto& a, const auto& x,
                                       const auto& y) { return choose(a, less(a, x, y), x, y); }),
               [](auto x, auto y) { return std::min(x, y); });
}

TYPED_TEST(NumberOperations, BitsAndNumbersConvertBothWays) {
  const auto in = number_pairs(200, 5);
  for (const std::size_t bits : {2, 17, 63, 64}) {
    const auto mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    expect_lanes(in,
                 apply<TypeParam>(in,
                                  [&](auto& a, const auto& x, const auto&) {
                                    return from_bits(a, to_bits(a, x, bits), x.size());
                                  }),
                 [&](auto x, auto) { return x & mask; });
  }
}

TYPED_TEST(NumberOperations, DivisionAgreesWithPlainArithmetic) {
  const auto in = number_pairs(60, 6);
  const auto quotient = [](auto x, auto y) { return y == 0 ? ~std::uint64_t{0} : x / y; };
  expect_lanes(in,
               apply<TypeParam>(in, [](auto& a, const auto& x,
                                       const auto& y) { return divide(a, x, y).quotient; }),
               quotient);
  expect_lanes(in,
               apply<TypeParam>(in, [](auto& a, const auto& x,
                                       const auto& y) { return divide(a, x, y).remainder; }),
               [](auto x, auto y) { return y == 0 ? x : x % y; });
}

TYPED_TEST(NumberOperations, LogarithmsKeepTheirPrecision) {
  const circuit::LogarithmShape shape{20, 16};
  NumberPairs in;
  Sampler sampler(7);
  in.x = {0, 1, 2, 3, (1U << 20U) - 1, 1U << 19U};
  for (std::size_t i = 0; i < 100; ++i) in.x.push_back(sampler() & ((1U << 20U) - 1));
  in.y = in.x;
  const auto logs = apply<TypeParam>(
      in, [&](auto& a, const auto& x, const auto&) { return logarithm(a, x, shape); });
  const auto products = apply<TypeParam>(
      in, [&](auto& a, const auto& x, const auto&) { return x_ln_x(a, x, shape); });
  for (std::size_t i = 0; i < in.x.size(); ++i) {
    const auto x = static_cast<double>(in.x[i]);
    const double want = in.x[i] == 0 ? 0 : std::log(x);
    EXPECT_NEAR(static_cast<double>(logs[i]) / 65536, want, 1.0 / 65536) << in.x[i];
    EXPECT_NEAR(static_cast<double>(products[i]) / 65536, x * want, x / 65536) << in.x[i];
  }
}

TYPED_TEST(NumberOperations, ArgmaxFindsTheFirstLargest) {
  constexpr std::size_t kGroups = 77;
  Sampler sampler(8);
  for (const auto order : {NumberOrder::Unsigned, NumberOrder::Signed}) {
    for (const std::size_t count : {1, 2, 5}) {
      NumberPairs in;
      for (std::size_t i = 0; i < count * kGroups; ++i) {
        in.x.push_back(i % 3 == 0 ? sampler() : ~(sampler() % 4));
      }
      in.y = in.x;
      const auto place = apply<TypeParam>(in, [&](auto& a, const auto& x, const auto&) {
        return argmax(a, x, count, 64, order, circuit::WantValue::No).place;
      });
      const auto value = apply<TypeParam>(in, [&](auto& a, const auto& x, const auto&) {
        return argmax(a, x, count, 64, order).value;
      });
      for (std::size_t g = 0; g < kGroups; ++g) {
        std::size_t best = 0;
        const auto key = [&](std::size_t c) {
          const auto moved = order == NumberOrder::Signed ? std::uint64_t{1} << 63U : 0;
          return in.x[c * kGroups + g] ^ moved;
        };
        for (std::size_t c = 1; c < count; ++c) best = key(c) > key(best) ? c : best;
        ASSERT_EQ(place[g], best);
        ASSERT_EQ(value[g], in.x[best * kGroups + g]);
      }
    }
  }
}

// Numbers at the ends of the range that truncation takes, negative ones, and random ones.
TYPED_TEST(NumberOperations, TruncationIsOffByLessThanOneUnit) {
  NumberPairs in;
  Sampler sampler(9);
  in.x = {0, 1, ~std::uint64_t{0}, kTruncated - 1, 0 - kTruncated, 0 - kTruncated + 1};
  for (std::size_t i = 0; i < 300; ++i) {
    in.x.push_back((sampler() % (2 * kTruncated)) - kTruncated);
    in.x.push_back((sampler() % 4096) - 2048);
  }
  in.y = in.x;
  for (const unsigned shift : {0U, 1U, 16U, 40U, 61U}) {
    const auto got = apply<TypeParam>(
        in, [&](auto& a, const auto& x, const auto&) { return a.truncate(x, shift); });
    const auto exact = apply<TypeParam>(
        in, [&](auto& a, const auto& x, const auto&) { return truncate_exactly(a, x, shift); });
    for (std::size_t i = 0; i < in.x.size(); ++i) {
      const auto down = static_cast<std::int64_t>(in.x[i]) >> shift;
      const bool whole = static_cast<std::uint64_t>(down) << shift == in.x[i];
      ASSERT_EQ(static_cast<std::int64_t>(exact[i]), down);
      const auto off = static_cast<std::int64_t>(got[i]) - down;
      ASSERT_TRUE(off == 0 || (off == 1 && !whole)) << in.x[i] << " by " << shift;
    }
  }
}

// Rounded up with the probability of the fraction: the mean of many is exact.
TYPED_TEST(NumberOperations, TruncationHasTheRightMean) {
  constexpr std::size_t kMany = 40000;
  NumberPairs in{Values(kMany, 3), Values(kMany, 7)};  // 21 / 16 = 1.3125
  const auto got = apply<TypeParam>(
      in, [](auto& a, const auto& x, const auto& y) { return a.multiply_truncated(x, y, 4); });
  double sum = 0;
  for (const auto value : got) {
    ASSERT_TRUE(value == 1 || value == 2);
    sum += static_cast<double>(value);
  }
  // Six standard deviations of a mean of that many.
  EXPECT_NEAR(sum / kMany, 1.3125, 6 * std::sqrt(0.3125 * 0.6875 / kMany));
}

TYPED_TEST(NumberOperations, ProductsAreTruncatedOnTheWay) {
  NumberPairs in;
  Sampler sampler(10);
  for (std::size_t i = 0; i < 400; ++i) {
    in.x.push_back((sampler() % (1U << 28U)) - (1U << 27U));
    in.y.push_back((sampler() % (1U << 28U)) - (1U << 27U));
  }
  const auto got = apply<TypeParam>(in, [](auto& a, const auto& x, const auto& y) {
    return a.scalar_products_truncated(x, y, 8, 20);
  });
  for (std::size_t d = 0; d < got.size(); ++d) {
    std::int64_t sum = 0;
    for (std::size_t i = 8 * d; i < 8 * d + 8; ++i) {
      sum += static_cast<std::int64_t>(in.x[i]) * static_cast<std::int64_t>(in.y[i]);
    }
    const auto off = static_cast<std::int64_t>(got[d]) - (sum >> 20);
    ASSERT_TRUE(off == 0 || off == 1);
  }
}

}  // namespace
}  // namespace privet::protocol
