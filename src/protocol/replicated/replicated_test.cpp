// SPDX-License-Identifier: Apache-2.0
// Every operation among three parties against plain arithmetic.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "protocol/number_operations.h"
#include "protocol/replicated/convert.h"
#include "tests/support/all_gadgets.h"
#include "tests/support/replicated_parties.h"

namespace privet::protocol::replicated {
namespace {

using crypto::Randomness;
using testing_support::Line;
using testing_support::run_many;
using testing_support::run_trio;
using Values = std::vector<std::uint64_t>;

constexpr Opening kTest{"test output", "the test's own result"};

static_assert(circuit::BooleanContext<Bits>);
static_assert(SharedArithmetic<Arithmetic>);

// Edge values of 64 bits, all pairs of them, and random ones.
struct Pairs {
  Values x, y;
};
Pairs pairs(std::size_t more, std::uint64_t seed) {
  Sampler sampler(seed);
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63U;
  const Values edges{
      0, 1, 2, kHalf - 1, kHalf, kHalf + 1, ~std::uint64_t{0} - 1, ~std::uint64_t{0}};
  Pairs out;
  for (const auto x : edges) {
    for (const auto y : edges) {
      out.x.push_back(x);
      out.y.push_back(y);
    }
  }
  for (std::size_t i = 0; i < more; ++i) {
    out.x.push_back(sampler() >> (sampler() % 64));
    out.y.push_back(i % 3 == 0 ? out.x.back() : sampler() >> (sampler() % 64));
  }
  return out;
}

// work(arithmetic, x, y) with x from the first party and y from the last, opened to all.
template <class Work>
Values apply(const Pairs& in, Work work, Line line = Line::Memory) {
  const auto opened = run_trio(line, [&](Trio& trio) {
    Arithmetic arithmetic(trio);
    const auto input = [&](std::size_t place, const Values& values) {
      return arithmetic.input(trio.party(place), trio.place() == place ? values : Values(),
                              values.size());
    };
    const auto x = input(0, in.x);
    const auto y = input(2, in.y);
    return arithmetic.open_to_all(work(arithmetic, x, y), kTest);
  });
  EXPECT_EQ(opened[0], opened[1]);
  EXPECT_EQ(opened[0], opened[2]);
  return opened[0];
}

template <class Plain>
void expect_lanes(const Pairs& in, const Values& got, Plain plain) {
  ASSERT_EQ(got.size(), in.x.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i], plain(in.x[i], in.y[i])) << in.x[i] << " and " << in.y[i];
  }
}

TEST(ReplicatedBits, EveryGadgetAgreesWithPlainArithmetic) {
  using namespace testing_support;
  Sampler sampler(5);
  for (const auto line : {Line::Memory, Line::Tls}) {
    const auto inputs = gadget_inputs(sampler, line == Line::Memory ? 200 : 10);
    const auto count = inputs.x.size();
    const auto results = run_trio(line, [&](Trio& trio) {
      Bits context(trio);
      const auto x =
          context.input(PartyId(0), trio.place() == 0 ? inputs.x : Values(), kGadgetBits, count);
      const auto y =
          context.input(PartyId(1), trio.place() == 1 ? inputs.y : Values(), kGadgetBits, count);
      std::vector<Values> out;
      std::uint32_t turn = 0;
      for (const auto& word : apply_gadgets(context, x, y)) {
        const auto recipient = turn++ % 4;  // each alone, then all
        if (recipient == 3) {
          out.push_back(context.reveal_to_all(word, count, kTest));
          continue;
        }
        const auto got = context.reveal(PartyId(recipient), word, count, kTest);
        EXPECT_EQ(got.has_value(), recipient == trio.place());
        out.push_back(got.value_or(Values()));
      }
      return out;
    });
    for (std::size_t g = 0; g < kGadgets.size(); ++g) {
      for (std::size_t lane = 0; lane < count; ++lane) {
        const auto want = plain_gadgets(inputs.x[lane], inputs.y[lane])[g];
        for (std::size_t p = 0; p < 3; ++p) {
          if (g % 4 != p && g % 4 != 3) continue;  // not told
          ASSERT_EQ(results[p][g][lane], want) << kGadgets.at(g);
        }
      }
    }
  }
}

TEST(ReplicatedNumbers, SumsAndProductsAgreeWithPlainArithmetic) {
  const auto in = pairs(5000, 1);  // more than one piece of a message
  for (const auto line : {Line::Memory, Line::Tls}) {
    expect_lanes(
        in,
        apply(
            in, [](auto& a, const auto& x, const auto& y) { return a.multiply(x, y); }, line),
        [](auto x, auto y) { return x * y; });
  }
  expect_lanes(in,
               apply(in, [](auto& a, const auto& x,
                            const auto& y) { return x * 3 - y + a.constant(7, x.size()); }),
               [](auto x, auto y) { return 3 * x - y + 7; });
}

TEST(ReplicatedNumbers, ScalarAndMatrixProducts) {
  const auto in = pairs(36, 2);  // 100 numbers each
  const auto dots =
      apply(in, [](auto& a, const auto& x, const auto& y) { return a.scalar_products(x, y, 25); });
  ASSERT_EQ(dots.size(), 4U);
  for (std::size_t d = 0; d < 4; ++d) {
    std::uint64_t want = 0;
    for (std::size_t i = 0; i < 25; ++i) want += in.x[25 * d + i] * in.y[25 * d + i];
    EXPECT_EQ(dots[d], want);
  }
  const auto matrix =
      apply(in, [](auto& a, const auto& x, const auto& y) { return a.matrix_product(x, 4, y, 4); });
  for (std::size_t r = 0; r < 4; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      std::uint64_t want = 0;
      for (std::size_t i = 0; i < 25; ++i) want += in.x[25 * r + i] * in.y[25 * c + i];
      EXPECT_EQ(matrix[4 * r + c], want);
    }
  }
}

TEST(ReplicatedNumbers, AdditiveSharesAreTakenInAndGivenOut) {
  const Values numbers{0, 1, std::uint64_t{1} << 63U, ~std::uint64_t{0}, 12345};
  const auto shares = run_trio(Line::Memory, [&](Trio& trio) {
    Arithmetic arithmetic(trio);
    Values own(numbers.size(), trio.place() == 2 ? 5 : 0);
    for (std::size_t i = 0; trio.place() == 0 && i < own.size(); ++i) own[i] = numbers[i] - 5;
    return arithmetic.to_additive(arithmetic.from_additive(own));
  });
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(shares[0][i] + shares[1][i] + shares[2][i], numbers[i]);
  }
}

TEST(ReplicatedNumbers, OrderAndEqualityAgreeWithPlainArithmetic) {
  const auto in = pairs(300, 3);
  expect_lanes(in, apply(in, [](auto& a, const auto& x, const auto& y) { return less(a, x, y); }),
               [](auto x, auto y) { return x < y ? 1U : 0U; });
  expect_lanes(in, apply(in, [](auto& a, const auto& x, const auto&) { return negative(a, x); }),
               [](auto x, auto) { return x >> 63U; });
  for (const auto line : {Line::Memory, Line::Tls}) {
    expect_lanes(
        in,
        apply(
            in, [](auto& a, const auto& x, const auto& y) { return equal(a, x, y); }, line),
        [](auto x, auto y) { return x == y ? 1U : 0U; });
  }
  expect_lanes(in,
               apply(in, [](auto& a, const auto& x,
                            const auto& y) { return choose(a, less(a, x, y), x, y); }),
               [](auto x, auto y) { return std::min(x, y); });
}

// More lanes than go through a circuit at once.
TEST(ReplicatedNumbers, LargeBatchesGoPieceByPiece) {
  const auto in = pairs(Arithmetic::kAtOnce + 100, 4);
  expect_lanes(
      in,
      apply(in, [](auto& a, const auto& x,
                   const auto& y) { return less_in_range(a, x * 0, y - x) + less(a, x, y) * 2; }),
      [](auto x, auto y) { return ((x - y) >> 63U) + (x < y ? 2U : 0U); });
}

TEST(ReplicatedNumbers, BitsAndNumbersConvertBothWays) {
  const auto in = pairs(200, 5);
  for (const std::size_t bits : {2, 17, 63, 64}) {
    const auto mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    expect_lanes(
        in,
        apply(in, [&](auto& a, const auto& x,
                      const auto&) { return from_bits(a, to_bits(a, x, bits), x.size()); }),
        [&](auto x, auto) { return x & mask; });
  }
}

TEST(ReplicatedNumbers, DivisionAgreesWithPlainArithmetic) {
  const auto in = pairs(60, 6);
  const auto quotient = [](auto x, auto y) { return y == 0 ? ~std::uint64_t{0} : x / y; };
  expect_lanes(
      in, apply(in, [](auto& a, const auto& x, const auto& y) { return divide(a, x, y).quotient; }),
      quotient);
  expect_lanes(
      in,
      apply(in, [](auto& a, const auto& x, const auto& y) { return divide(a, x, y).remainder; }),
      [](auto x, auto y) { return y == 0 ? x : x % y; });
}

TEST(ReplicatedNumbers, LogarithmsKeepTheirPrecision) {
  const circuit::LogarithmShape shape{20, 16};
  Pairs in;
  Sampler sampler(7);
  in.x = {0, 1, 2, 3, (1U << 20U) - 1, 1U << 19U};
  for (std::size_t i = 0; i < 100; ++i) in.x.push_back(sampler() & ((1U << 20U) - 1));
  in.y = in.x;
  const auto logs =
      apply(in, [&](auto& a, const auto& x, const auto&) { return logarithm(a, x, shape); });
  const auto products =
      apply(in, [&](auto& a, const auto& x, const auto&) { return x_ln_x(a, x, shape); });
  for (std::size_t i = 0; i < in.x.size(); ++i) {
    const auto x = static_cast<double>(in.x[i]);
    const double want = in.x[i] == 0 ? 0 : std::log(x);
    EXPECT_NEAR(static_cast<double>(logs[i]) / 65536, want, 1.0 / 65536) << in.x[i];
    EXPECT_NEAR(static_cast<double>(products[i]) / 65536, x * want, x / 65536) << in.x[i];
  }
}

TEST(ReplicatedNumbers, ArgmaxFindsTheFirstLargest) {
  constexpr std::size_t kGroups = 77;
  Sampler sampler(8);
  for (const auto order : {NumberOrder::Unsigned, NumberOrder::Signed}) {
    for (const std::size_t count : {1, 2, 5}) {
      Pairs in;
      for (std::size_t i = 0; i < count * kGroups; ++i) {
        in.x.push_back(i % 3 == 0 ? sampler() : ~(sampler() % 4));
      }
      in.y = in.x;
      const auto place = apply(in, [&](auto& a, const auto& x, const auto&) {
        return argmax(a, x, count, 64, order, circuit::WantValue::No).place;
      });
      const auto value = apply(in, [&](auto& a, const auto& x, const auto&) {
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
TEST(ReplicatedNumbers, TruncationIsOffByLessThanOneUnit) {
  Pairs in;
  Sampler sampler(9);
  in.x = {0, 1, ~std::uint64_t{0}, kTruncated - 1, 0 - kTruncated, 0 - kTruncated + 1};
  for (std::size_t i = 0; i < 2000; ++i) {
    in.x.push_back((sampler() % (2 * kTruncated)) - kTruncated);
    in.x.push_back((sampler() % 4096) - 2048);
  }
  in.y = in.x;
  for (const unsigned shift : {0U, 1U, 16U, 40U, 61U}) {
    const auto got =
        apply(in, [&](auto& a, const auto& x, const auto&) { return a.truncate(x, shift); });
    const auto exact = apply(
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
TEST(ReplicatedNumbers, TruncationHasTheRightMean) {
  constexpr std::size_t kMany = 40000;
  Pairs in{Values(kMany, 3), Values(kMany, 7)};  // 21 / 16 = 1.3125
  const auto got = apply(
      in, [](auto& a, const auto& x, const auto& y) { return a.multiply_truncated(x, y, 4); });
  double sum = 0;
  for (const auto value : got) {
    ASSERT_TRUE(value == 1 || value == 2);
    sum += static_cast<double>(value);
  }
  // Six standard deviations of a mean of so many.
  EXPECT_NEAR(sum / kMany, 1.3125, 6 * std::sqrt(0.3125 * 0.6875 / kMany));
}

TEST(ReplicatedNumbers, ProductsAreTruncatedOnTheWay) {
  Pairs in;
  Sampler sampler(10);
  for (std::size_t i = 0; i < 400; ++i) {
    in.x.push_back((sampler() % (1U << 28U)) - (1U << 27U));
    in.y.push_back((sampler() % (1U << 28U)) - (1U << 27U));
  }
  const auto got = apply(in, [](auto& a, const auto& x, const auto& y) {
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

TEST(Trio, RefusesAnotherNumberOfParties) {
  for (const std::size_t parties : {2, 4}) {
    const auto messages = run_many(parties, [](const Mesh& mesh) -> std::string {
      Randomness randomness;
      Ledger ledger;
      try {
        (void)Trio::set_up(mesh, randomness, ledger);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        return error.what();
      }
      return "";
    });
    for (const auto& message : messages) {
      EXPECT_NE(message.find("exactly 3 parties, not for " + std::to_string(parties)),
                std::string::npos);
    }
  }
}

TEST(Trio, CorrelatedRandomnessAddsUpToZero) {
  const auto drawn = run_trio(Line::Memory, [](Trio& trio) {
    std::array<Values, 2> out{Values(5001), Values(5001)};
    trio.zero_sum(out[0]);
    trio.zero_xor(out[1]);
    return out;
  });
  for (std::size_t i = 0; i < 5001; ++i) {
    ASSERT_EQ(drawn[0][0][i] + drawn[1][0][i] + drawn[2][0][i], 0U);
    ASSERT_EQ(drawn[0][1][i] ^ drawn[1][1][i] ^ drawn[2][1][i], 0U);
    ASSERT_NE(drawn[0][0][i], 0U);  // once in 2^50 runs
  }
}

}  // namespace
}  // namespace privet::protocol::replicated
