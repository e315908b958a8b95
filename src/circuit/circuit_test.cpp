// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "base/sampling.h"
#include "circuit/clear_context.h"
#include "circuit/counting_context.h"
#include "tests/support/all_gadgets.h"

namespace privet::circuit {
namespace {

using testing_support::apply_gadgets;
using testing_support::kGadgetBits;
using testing_support::kGadgets;

// The clear context with the circuits of a shallow one.
struct ShallowClearContext {
  static constexpr bool kShallow = true;
  struct Wire {
    std::uint8_t value = 0;
  };
  Wire constant(bool value) { return {static_cast<std::uint8_t>(value ? 1 : 0)}; }
  Wire exclusive_or(Wire a, Wire b) { return {static_cast<std::uint8_t>(a.value ^ b.value)}; }
  Wire negation(Wire a) { return {static_cast<std::uint8_t>(a.value ^ 1U)}; }
  void conjunction(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = {static_cast<std::uint8_t>(a[i].value & b[i].value)};
    }
  }
};

TEST(Gadgets, AgreeWithPlainArithmetic) {
  Sampler sampler(1);
  const auto inputs = testing_support::gadget_inputs(sampler, 500);
  ClearContext context;
  const auto results = apply_gadgets(context, context.input(inputs.x, kGadgetBits),
                                     context.input(inputs.y, kGadgetBits));
  ASSERT_EQ(results.size(), kGadgets.size());
  for (std::size_t g = 0; g < results.size(); ++g) {
    const auto got = context.open(results[g]);
    for (std::size_t lane = 0; lane < got.size(); ++lane) {
      const auto want = testing_support::plain_gadgets(inputs.x[lane], inputs.y[lane]);
      ASSERT_EQ(got[lane], want[g])
          << kGadgets.at(g) << " of " << inputs.x[lane] << " and " << inputs.y[lane];
    }
  }
}

TEST(Gadgets, ShallowFormsAgreeToo) {
  Sampler sampler(2);
  const auto inputs = testing_support::gadget_inputs(sampler, 200);
  ShallowClearContext context;
  Word<ShallowClearContext> x(kGadgetBits, inputs.x.size());
  Word<ShallowClearContext> y(kGadgetBits, inputs.x.size());
  for (std::size_t i = 0; i < kGadgetBits; ++i) {
    for (std::size_t lane = 0; lane < x.lanes(); ++lane) {
      x.bit(i)[lane] = context.constant(((inputs.x[lane] >> i) & 1U) != 0);
      y.bit(i)[lane] = context.constant(((inputs.y[lane] >> i) & 1U) != 0);
    }
  }
  const auto results = apply_gadgets(context, x, y);
  for (std::size_t g = 0; g < results.size(); ++g) {
    for (std::size_t lane = 0; lane < x.lanes(); ++lane) {
      std::uint64_t got = 0;
      for (std::size_t i = 0; i < results[g].bits(); ++i) {
        got |= std::uint64_t{results[g].bit(i)[lane].value} << i;
      }
      const auto want = testing_support::plain_gadgets(inputs.x[lane], inputs.y[lane]);
      ASSERT_EQ(got, want[g]) << kGadgets.at(g);
    }
  }
}

// Every pair of numbers of every two widths up to five bits, zero divisors among them.
TEST(Division, IsThePlainOneForAllShortNumbers) {
  for (unsigned x_bits = 1; x_bits <= 5; ++x_bits) {
    for (unsigned y_bits = 1; y_bits <= 5; ++y_bits) {
      std::vector<std::uint64_t> xs;
      std::vector<std::uint64_t> ys;
      for (std::uint64_t x = 0; x < (1U << x_bits); ++x) {
        for (std::uint64_t y = 0; y < (1U << y_bits); ++y) {
          xs.push_back(x);
          ys.push_back(y);
        }
      }
      ClearContext context;
      const auto divided = divide(context, context.input(xs, x_bits), context.input(ys, y_bits));
      const auto quotients = context.open(divided.quotient);
      const auto remainders = context.open(divided.remainder);
      for (std::size_t i = 0; i < xs.size(); ++i) {
        const auto x = xs[i];
        const auto y = ys[i];
        ASSERT_EQ(quotients[i], y == 0 ? (1U << x_bits) - 1 : x / y) << x << " / " << y;
        const auto kept = x & ((1U << y_bits) - 1);  // by zero: as much of x as there is room for
        ASSERT_EQ(remainders[i], y == 0 ? kept : x % y) << x << " / " << y;
      }
    }
  }
}

// Of any number of numbers, with ties everywhere: the largest, and the first place that has it.
TEST(Argmax, IsTheFirstOfTheLargest) {
  Sampler sampler(5);
  for (std::size_t count = 1; count <= 17; ++count) {
    constexpr std::size_t kLanes = 60;
    std::vector<std::uint64_t> numbers(count * kLanes);
    for (auto& number : numbers) number = sampler.below(4);
    ClearContext context;
    const auto best = argmax(context, context.input(numbers, 3), count);
    const auto alone = argmax(context, context.input(numbers, 3), count, WantValue::No);
    const auto value = context.open(best.value);
    const auto index = context.open(best.index);
    EXPECT_EQ(context.open(alone.index), index);
    EXPECT_EQ(alone.value.bits(), 0U);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      std::size_t want = 0;
      for (std::size_t c = 1; c < count; ++c) {
        if (numbers[c * kLanes + lane] > numbers[want * kLanes + lane]) want = c;
      }
      ASSERT_EQ(index[lane], want) << count;
      ASSERT_EQ(value[lane], numbers[want * kLanes + lane]) << count;
    }
  }
}

template <class Context, class Build>
std::pair<std::uint64_t, std::uint32_t> cost(Build build) {
  Context context;
  build(context, context.input(64, 1), context.input(64, 1));
  return {context.gates(), context.depth()};
}

// The costs the headers promise, for 64 bits.
TEST(Gadgets, CostWhatTheHeadersSay) {
  using Cost = std::pair<std::uint64_t, std::uint32_t>;
  EXPECT_EQ(cost<CountingContext>([](auto& c, auto x, auto y) { (void)add(c, x, y); }),
            Cost(63, 63));
  EXPECT_EQ(cost<CountingContext>([](auto& c, auto x, auto y) { (void)less(c, x, y); }),
            Cost(64, 64));
  EXPECT_EQ(cost<CountingContext>([](auto& c, auto x, auto y) { (void)equal(c, x, y); }),
            Cost(63, 6));
  EXPECT_EQ(cost<CountingContext>([](auto& c, auto x, auto y) { (void)multiply(c, x, y); }),
            Cost(64 * 64 + 63 * 64, 127));
  EXPECT_EQ(cost<CountingContext>([](auto& c, auto x, auto y) { (void)divide(c, x, y); }).first,
            64 * 65 / 2 + 63 + 64 + 64 + 63);
  CountingContext tournament;
  (void)argmax(tournament, tournament.input(64, 8 * 3), 8, WantValue::No);
  EXPECT_EQ(tournament.gates(), 3 * (7 * 64 + 6 * 64 + 2 * 1 + 1 * 2));
  // All pairs of a round meet in one go: 4 layers to compare, one to choose places, one numbers.
  ShallowCountingContext shallow;
  (void)argmax(shallow, shallow.input(8, 16), 16);
  EXPECT_EQ(shallow.calls(), 4 * 4 + 3 + 4);
  EXPECT_EQ(cost<CountingContext>([](auto& c, auto x, auto /*y*/) { (void)leading_one(c, x); }),
            Cost(63, 63));
  EXPECT_EQ(cost<ShallowCountingContext>([](auto& c, auto x, auto y) { (void)less(c, x, y); }),
            Cost(64 + 2 * 63, 7));
  EXPECT_EQ(cost<ShallowCountingContext>([](auto& c, auto x, auto y) { (void)add(c, x, y); }),
            Cost(64 + 64 * 6, 7));
}

}  // namespace
}  // namespace privet::circuit
