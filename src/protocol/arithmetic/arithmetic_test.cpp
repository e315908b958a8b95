// SPDX-License-Identifier: Apache-2.0
// Squares and polynomials on shares, and the attack that keeps the algebraic division behind
// AllowWeak.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "protocol/arithmetic/algebraic_division.h"
#include "protocol/arithmetic/polynomial_internal.h"
#include "protocol/arithmetic/square.h"
#include "protocol/arithmetic/tell_polynomial.h"
#include "protocol/raw_share.h"
#include "tests/support/chi_square.h"
#include "tests/support/setting.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {

using protocol_only::line_to;
using protocol_only::raw;
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::run_two;
using testing_support::TestSetting;
using Numbers = std::vector<std::uint64_t>;

// act(setting, side) at both sides; `crossed`: the second end of the line is the first party.
template <class Act>
auto with_settings(Line line, bool crossed, Act act) {
  const auto side = [&](Side own) {
    return [&, own](Channel& channel) {
      TestSetting setting(channel, own);
      auto out = act(setting, own);
      channel.flush();
      return out;
    };
  };
  if (!crossed) return run_two(line, side(Side::First), side(Side::Second));
  auto [second, first] = run_two(line, side(Side::Second), side(Side::First));
  return std::make_pair(std::move(first), std::move(second));
}

TEST(Squares, AddUpForEitherRoleOnEveryLine) {
  Sampler sampler(1);
  Numbers a{0, 0, 1, ~std::uint64_t{0}, 5};
  Numbers b{0, 1, 0, ~std::uint64_t{0}, 0 - std::uint64_t{3}};
  for (int i = 0; i < 500; ++i) {
    a.push_back(sampler());
    b.push_back(sampler());
  }
  for (const auto line : {Line::Memory, Line::Tls}) {
    for (const bool crossed : {false, true}) {
      const auto [x, y] = with_settings(line, crossed, [&](const Setting& setting, Side own) {
        const auto other = setting.mesh.others().front();
        return raw(square(setting, other, Shared(own == Side::First ? a : b)));
      });
      for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(x[i] + y[i], (a[i] + b[i]) * (a[i] + b[i])) << i;
      }
    }
  }
}

std::vector<std::size_t> low_nibbles(const Numbers& values) {
  std::vector<std::size_t> counts(16);
  for (const auto value : values) ++counts.at(value % 16);
  return counts;
}

// Every party's result is uniform whatever its input, the lowest bits too. Shares of the product,
// doubled afterwards, are not, as the same measure shows.
TEST(Squares, AreUniformToTheLowestBit) {
  constexpr std::size_t kLanes = 8000;
  const Numbers odd(kLanes, 3);
  const auto [x, y] = with_settings(Line::Memory, false, [&](const Setting& setting, Side own) {
    const auto other = setting.mesh.others().front();
    const auto out = raw(square(setting, other, Shared(odd)));
    Numbers doubled(kLanes);
    auto& channel = line_to(setting, other);
    if (own == Side::First) {
      multiply_lanes(channel, setting.transfers.sender(other), odd, doubled);
    } else {
      multiply_lanes(channel, setting.transfers.receiver(other), odd, doubled);
    }
    for (auto& value : doubled) value = 9 + 2 * value;
    return std::array{out, doubled};
  });
  for (const auto& side : {x, y}) {
    EXPECT_TRUE(testing_support::looks_uniform(low_nibbles(side[0])));
    EXPECT_FALSE(testing_support::looks_uniform(low_nibbles(side[1])));
  }
  for (std::size_t i = 0; i < kLanes; ++i) ASSERT_EQ(x[0][i] + y[0][i], 36U);
}

TEST(ToldPolynomials, AgreeWithThePlainOnes) {
  Sampler sampler(2);
  constexpr Opening kValue{"value of a polynomial", "the test's own result"};
  for (const unsigned degree : {0U, 1U, 4U}) {
    const std::size_t lanes = 200;
    Numbers coefficients((degree + 1) * lanes);
    Numbers points(lanes);
    for (auto& value : coefficients) value = sampler();
    for (auto& value : points) value = sampler();
    const auto [nothing, values] = with_settings(
        degree == 1 ? Line::Tls : Line::Memory, degree == 4, [&](TestSetting& setting, Side own) {
          setting.enforce({{kValue, {PartyId(0)}, PartyId(1), lanes}});
          Numbers out;
          if (own == Side::First) {
            tell_polynomials(setting, setting.other(), coefficients, degree, kValue);
          } else {
            out = learn_at_points(setting, setting.other(), points, degree, kValue);
          }
          setting.ledger().check_complete();
          return out;
        });
    EXPECT_TRUE(nothing.empty());
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      std::uint64_t want = 0;
      for (unsigned i = degree + 1; i-- > 0;) {
        want = want * points[lane] + coefficients[i * lanes + lane];
      }
      ASSERT_EQ(values[lane], want);
    }
  }
}

struct WeakRun {
  Numbers shares_a;
  AlgebraicDivisionView view;
};

WeakRun divide_weakly(const Numbers& x, const Numbers& y, const AlgebraicDivisionShape& shape,
                      Line line) {
  auto randomness = Randomness::repeatable(4);
  Numbers xa(x.size());
  Numbers ya(x.size());
  randomness.fill_values(std::span(xa));
  randomness.fill_values(std::span(ya));
  Numbers xb(x.size());
  Numbers yb(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    xb[i] = x[i] - xa[i];
    yb[i] = y[i] - ya[i];
  }
  auto [a, b] = with_settings(line, false, [&](TestSetting& setting, Side own) {
    WeakRun run;
    setting.enforce(algebraic_division_forecast(PartyId(0), PartyId(1), x.size(), Occurs::Always));
    if (own == Side::First) {
      run.shares_a = raw(algebraic_divide_a(setting, setting.other(), Shared(xa), Shared(ya), shape,
                                            AllowWeak::Yes));
    } else {
      run.view = algebraic_division_view_b(setting, setting.other(), Shared(xb), Shared(yb), shape,
                                           AllowWeak::Yes);
    }
    setting.ledger().check_complete();
    return run;
  });
  a.view = std::move(b.view);
  return a;
}

// The smallest fraction that is this number, by its continued fraction.
struct Fraction {
  std::int64_t numerator, denominator;
};
Fraction simplest(double value) {
  Fraction before{0, 1};
  Fraction now{1, 0};
  double rest = value;
  for (int i = 0; i < 40; ++i) {
    const auto whole = static_cast<std::int64_t>(std::floor(rest));
    const Fraction next{whole * now.numerator + before.numerator,
                        whole * now.denominator + before.denominator};
    before = now;
    now = next;
    const double got = static_cast<double>(now.numerator) / static_cast<double>(now.denominator);
    if (got == value) break;  // NOLINT: the very number that was sent
    rest = 1 / (rest - static_cast<double>(whole));
  }
  return now;
}

// Right, and B computes the divisor and the remainder of the dividend from what it was given.
TEST(AlgebraicDivision, IsRightAndGivesTheDivisorAway) {
  Sampler sampler(7);
  const AlgebraicDivisionShape shape{16, 8, 16};
  constexpr std::size_t kDivisors = 300;
  constexpr std::size_t kTimes = 4;  // quotients by each, as a classifier by each variance
  Numbers x;
  Numbers y;
  for (std::size_t i = 0; i < kDivisors * kTimes; ++i) {
    x.push_back(sampler.below(1U << 16U));
    y.push_back(i < kDivisors ? 1 + sampler.below((1U << 16U) - 1) : y[i % kDivisors]);
  }
  const auto [a, view] = divide_weakly(x, y, shape, Line::Tls);
  const auto b = raw(algebraic_shares_b(view));
  std::size_t at_once = 0;
  std::size_t remainders = 0;
  std::vector<std::int64_t> common(kDivisors);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto quotient = static_cast<double>(a[i] + b[i]) / 256;
    ASSERT_NEAR(quotient, static_cast<double>(x[i]) / static_cast<double>(y[i]), 1.0 / 256);
    const auto [r2, r1] = simplest(view.x3[i]);
    const auto divisor = view.x2[i] / r2;  // times what r1 and r2 have in common
    common[i % kDivisors] = std::gcd(common[i % kDivisors], divisor);
    const auto real = static_cast<std::int64_t>(y[i]);
    if (divisor != real) continue;
    ++at_once;
    const auto rest = ((view.x1[i] / r1) % real + real) % real;
    remainders += rest == static_cast<std::int64_t>((x[i] << 8U) % y[i]) ? 1 : 0;
  }
  EXPECT_GT(at_once, x.size() / 2);  // about 6 / pi^2
  EXPECT_EQ(remainders, at_once);
  std::size_t settled = 0;
  for (std::size_t d = 0; d < kDivisors; ++d) {
    settled += common[d] == static_cast<std::int64_t>(y[d]) ? 1 : 0;
  }
  EXPECT_GT(settled, kDivisors * 95 / 100);
}

TEST(AlgebraicDivision, AZeroDivisorShows) {
  const auto [a, view] = divide_weakly({5, 6}, {0, 2}, {8, 4, 8}, Line::Memory);
  EXPECT_EQ(view.x2[0], 0);
  const auto b = raw(algebraic_shares_b(view));
  EXPECT_EQ(a[1] + b[1], 3U << 4U);
}

TEST(AlgebraicDivision, NeedsConsentAndRoom) {
  auto [left, right] = testing_support::make_pair(Line::Memory);
  run_two(
      *left, *right,
      [](Channel& channel) {
        TestSetting setting(channel, Side::First);
        EXPECT_THROW((void)algebraic_divide_a(setting, setting.other(), {}, {}, {}, AllowWeak::No),
                     Error);
        EXPECT_THROW(
            (void)algebraic_divide_a(setting, setting.other(), {}, {}, {20, 8, 16}, AllowWeak::Yes),
            Error);
        EXPECT_TRUE(setting.ledger().entries().empty());
        return 0;
      },
      [](Channel& channel) {
        TestSetting setting(channel, Side::Second);
        EXPECT_THROW(
            (void)algebraic_division_view_b(setting, setting.other(), {}, {}, {}, AllowWeak::No),
            Error);
        EXPECT_TRUE(setting.ledger().entries().empty());
        return 0;
      });
  EXPECT_THROW((void)algebraic_shares_b({{1}, {1}, {std::nan("")}}), Error);
}

}  // namespace
}  // namespace privet::protocol
