// SPDX-License-Identifier: Apache-2.0
// Every gadget under encryption and on shares, against plain arithmetic.
#include <gtest/gtest.h>

#include <vector>

#include "base/sampling.h"
#include "circuit/counting_context.h"
#include "net/counting.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/raw_share.h"
#include "tests/support/all_gadgets.h"
#include "tests/support/chi_square.h"
#include "tests/support/expected_openings.h"
#include "tests/support/recording.h"
#include "tests/support/shared_bits.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using circuit::Side;
using circuit::Word;
using crypto::Randomness;
using net::Channel;
using testing_support::apply_gadgets;
using testing_support::compare;
using testing_support::ExpectedOpenings;
using testing_support::GadgetInputs;
using testing_support::kGadgetBits;
using testing_support::kGadgets;
using testing_support::Line;
using testing_support::run_two;

constexpr std::array kParties{PartyId(0), PartyId(1)};
constexpr Opening kTest{"test output", "the test's own result"};

static_assert(circuit::BooleanContext<Garbler>);
static_assert(circuit::BooleanContext<Evaluator>);
static_assert(circuit::BooleanContext<SharedBits>);

using Results = std::vector<std::optional<std::vector<std::uint64_t>>>;

// The same text for both parties: inputs from both, every second gadget opened to the first.
template <class C>
Results run_gadgets(C& context, const GadgetInputs& inputs, Side own) {
  const auto lanes = inputs.x.size();
  using Values = std::span<const std::uint64_t>;
  const auto x = context.input(Side::First, own == Side::First ? Values(inputs.x) : Values(),
                               kGadgetBits, lanes);
  const auto y = context.input(Side::Second, own == Side::Second ? Values(inputs.y) : Values(),
                               kGadgetBits, lanes);
  const auto words = apply_gadgets(context, x, y);
  Results out;
  for (std::size_t g = 0; g < words.size(); ++g) {
    const auto recipient = g % 2 == 0 ? Side::First : Side::Second;
    out.push_back(context.reveal(recipient, words[g], kTest));
    EXPECT_EQ(out.back().has_value(), recipient == own);
  }
  return out;
}

void expect_right(const GadgetInputs& inputs, const Results& first, const Results& second) {
  for (std::size_t g = 0; g < kGadgets.size(); ++g) {
    const auto& got = g % 2 == 0 ? first[g] : second[g];
    ASSERT_TRUE(got.has_value());
    for (std::size_t lane = 0; lane < inputs.x.size(); ++lane) {
      const auto want = testing_support::plain_gadgets(inputs.x[lane], inputs.y[lane]);
      ASSERT_EQ(got.value()[lane], want[g]) << kGadgets.at(g);
    }
  }
}

Results garble_gadgets(Channel& channel, const GadgetInputs& inputs, Ledger& ledger) {
  Randomness randomness;
  auto transfers = OtSender::set_up(channel, randomness);
  Garbler garbler({circuit::Side::First, channel, randomness, ledger, kParties}, transfers);
  return run_gadgets(garbler, inputs, Side::First);
}
Results evaluate_gadgets(Channel& channel, const GadgetInputs& inputs, Ledger& ledger) {
  Randomness randomness;
  auto transfers = OtReceiver::set_up(channel, randomness);
  Evaluator evaluator({circuit::Side::Second, channel, randomness, ledger, kParties}, transfers);
  return run_gadgets(evaluator, inputs, Side::Second);
}

TEST(Garbled, EveryGadgetAgreesWithPlainArithmetic) {
  Sampler sampler(3);
  for (const auto line : testing_support::kAllLines) {
    const auto inputs = testing_support::gadget_inputs(sampler, line == Line::Memory ? 300 : 20);
    auto ledger_a = Ledger::without_forecast();
    auto ledger_b = Ledger::without_forecast();
    const auto [first, second] = run_two(
        line, [&](Channel& channel) { return garble_gadgets(channel, inputs, ledger_a); },
        [&](Channel& channel) { return evaluate_gadgets(channel, inputs, ledger_b); });
    expect_right(inputs, first, second);
    // Both sides keep the same ledger, and it says what was opened to whom.
    const ExpectedOpenings declared{{PartyId(0), "test output"}, {PartyId(1), "test output"}};
    EXPECT_TRUE(compare(ledger_a, declared).empty());
    EXPECT_TRUE(compare(ledger_b, declared).empty());
    EXPECT_EQ(ledger_a.entries()[0].count, kGadgets.size() / 2 * inputs.x.size());
  }
}

TEST(Garbled, OneLaneWorksToo) {
  const GadgetInputs inputs{{1234}, {77}};
  auto ledger_a = Ledger::without_forecast();
  auto ledger_b = Ledger::without_forecast();
  const auto [first, second] = run_two(
      Line::Memory, [&](Channel& channel) { return garble_gadgets(channel, inputs, ledger_a); },
      [&](Channel& channel) { return evaluate_gadgets(channel, inputs, ledger_b); });
  expect_right(inputs, first, second);
}

template <class Make>
auto with_shared_bits(Side own, Channel& channel, Ledger& ledger, Make make) {
  Randomness randomness;
  return testing_support::with_shared_bits(channel, randomness, ledger, own, make);
}

TEST(SharedBitsTest, EveryGadgetAgreesWithPlainArithmetic) {
  Sampler sampler(4);
  for (const auto line : {Line::Memory, Line::Tls}) {
    const auto inputs = testing_support::gadget_inputs(sampler, line == Line::Memory ? 150 : 10);
    auto ledger_a = Ledger::without_forecast();
    auto ledger_b = Ledger::without_forecast();
    const auto side = [&](Side own, Ledger& ledger) {
      return [&inputs, &ledger, own](Channel& channel) {
        return with_shared_bits(own, channel, ledger, [&](SharedBits& context) {
          return run_gadgets(context, inputs, own);
        });
      };
    };
    const auto [first, second] =
        run_two(line, side(Side::First, ledger_a), side(Side::Second, ledger_b));
    expect_right(inputs, first, second);
  }
}

// Gates cost 32 bytes each, and nothing else travels but inputs and openings.
TEST(Garbled, TrafficIsWhatTheCountingContextSays) {
  circuit::CountingContext counting_context;
  (void)circuit::multiply(counting_context, counting_context.input(16, 5),
                          counting_context.input(16, 5));
  auto [left, right] = testing_support::make_pair(Line::Memory);
  net::CountingChannel counting(*left);
  run_two(
      counting, *right,
      [&](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = OtSender::set_up(channel, randomness);
        Garbler garbler({circuit::Side::First, channel, randomness, ledger, kParties}, transfers);
        const std::vector<std::uint64_t> mine(5, 7);
        const auto x = garbler.input(Side::First, mine, 16, 5);
        const auto before = counting.traffic().sent;
        (void)circuit::multiply(garbler, x, x);
        EXPECT_EQ(counting.traffic().sent - before, 32 * counting_context.gates());
        channel.flush();
        return 0;
      },
      [&](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = OtReceiver::set_up(channel, randomness);
        Evaluator evaluator({circuit::Side::Second, channel, randomness, ledger, kParties},
                            transfers);
        const auto x = evaluator.input(Side::First, {}, 16, 5);
        (void)circuit::multiply(evaluator, x, x);
        return 0;
      });
}

// XOR shares of a result say nothing by themselves: each is uniform, whatever the value.
TEST(Garbled, SharesAreUniformAndAddUp) {
  constexpr std::size_t kLanes = 8000;
  const std::vector<std::uint64_t> values(kLanes, 0x5a);
  const auto [first, second] = run_two(
      Line::Memory,
      [&](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = OtSender::set_up(channel, randomness);
        Garbler garbler({circuit::Side::First, channel, randomness, ledger, kParties}, transfers);
        const auto x = garbler.input(Side::First, values, 8, kLanes);
        return raw(garbler.shares(circuit::conjunction(garbler, x, x)));
      },
      [&](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = OtReceiver::set_up(channel, randomness);
        Evaluator evaluator({circuit::Side::Second, channel, randomness, ledger, kParties},
                            transfers);
        const auto x = evaluator.input(Side::First, {}, 8, kLanes);
        return raw(evaluator.shares(circuit::conjunction(evaluator, x, x)));
      });
  std::vector<std::size_t> counts(256);
  for (std::size_t i = 0; i < kLanes; ++i) {
    ASSERT_EQ(first[i] ^ second[i], 0x5aU);
    ++counts.at(second[i]);
  }
  EXPECT_TRUE(testing_support::looks_uniform(counts));
}

std::vector<std::size_t> byte_counts(std::span<const std::byte> bytes) {
  std::vector<std::size_t> counts(256);
  for (const auto byte : bytes) ++counts.at(std::to_integer<std::size_t>(byte));
  return counts;
}

// Labels, gates and openings, of inputs that are all the same: what the other side sees after the
// set-up is uniform, each way.
template <class Context>
void compare_constants(Context& context, Side own) {
  using Values = std::span<const std::uint64_t>;
  const std::vector<std::uint64_t> same(2000, 0x0101);
  const auto x = context.input(Side::First, own == Side::First ? Values(same) : Values(), 16, 2000);
  const auto y =
      context.input(Side::Second, own == Side::Second ? Values(same) : Values(), 16, 2000);
  (void)context.shares(circuit::less(context, x, y));
}

TEST(Garbled, WhatTravelsLooksUniform) {
  auto [left, right] = testing_support::make_pair(Line::Memory);
  testing_support::RecordingChannel recording(*left);
  std::size_t sent = 0;
  std::size_t received = 0;
  run_two(
      recording, *right,
      [&](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = OtSender::set_up(channel, randomness);
        Garbler context({circuit::Side::First, channel, randomness, ledger, kParties}, transfers);
        sent = recording.sent().size();
        received = recording.received().size();
        compare_constants(context, Side::First);
        return 0;
      },
      [&](Channel& channel) {
        Randomness randomness;
        auto ledger = Ledger::without_forecast();
        auto transfers = OtReceiver::set_up(channel, randomness);
        Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties},
                          transfers);
        compare_constants(context, Side::Second);
        return 0;
      });
  const auto gates = std::span(recording.sent()).subspan(sent);
  EXPECT_EQ(gates.size(), 32U * 16 * 2000);
  EXPECT_TRUE(testing_support::looks_uniform(byte_counts(gates)));
  EXPECT_TRUE(testing_support::looks_uniform(
      byte_counts(std::span(recording.received()).subspan(received))));
}

TEST(SharedBitsTest, WhatTravelsLooksUniform) {
  auto [left, right] = testing_support::make_pair(Line::Memory);
  testing_support::RecordingChannel recording(*left);
  std::size_t sent = 0;
  run_two(
      recording, *right,
      [&](Channel& channel) {
        auto ledger = Ledger::without_forecast();
        return with_shared_bits(Side::First, channel, ledger, [&](SharedBits& context) {
          sent = recording.sent().size();
          compare_constants(context, Side::First);
          return 0;
        });
      },
      [&](Channel& channel) {
        auto ledger = Ledger::without_forecast();
        return with_shared_bits(Side::Second, channel, ledger, [&](SharedBits& context) {
          compare_constants(context, Side::Second);
          return 0;
        });
      });
  EXPECT_TRUE(
      testing_support::looks_uniform(byte_counts(std::span(recording.sent()).subspan(sent))));
}

}  // namespace
}  // namespace privet::protocol
