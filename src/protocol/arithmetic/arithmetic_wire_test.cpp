// SPDX-License-Identifier: Apache-2.0
// What division, squares, told polynomials, the algebraic division and 1-of-n transfers put on the
// wire, pinned: bytes, rounds and digest, so that a change of format, cost or the order of gates is
// seen and meant. No message holds a party's own values.
#include <gtest/gtest.h>

#include <vector>

#include "protocol/arithmetic/algebraic_division.h"
#include "protocol/arithmetic/division.h"
#include "protocol/arithmetic/square.h"
#include "protocol/arithmetic/tell_polynomial.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/ot/one_of_n.h"
#include "tests/support/pinned_wire.h"
#include "tests/support/setting.h"
#include "tests/support/shared_bits.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using testing_support::PinnedWire;
using Numbers = std::vector<std::uint64_t>;
using testing_support::with_shared_bits;

constexpr std::array kParties{PartyId(0), PartyId(1)};
constexpr std::uint64_t kFirstSecret = 0x1122334455667788ULL;
constexpr std::uint64_t kSecondSecret = 0x0fedcba987654321ULL;

Numbers values(Side own) {
  return Numbers(50, own == Side::First ? kFirstSecret : kSecondSecret);
}

template <class C>
void divide_in(C& context, Side own) {
  (void)secure_divide(context, Shared(values(own)), Shared(values(own)), 64);
}

void divide_garbled(Channel& channel, Randomness& randomness, Side own) {
  auto ledger = Ledger::without_forecast();
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    Garbler context({circuit::Side::First, channel, randomness, ledger, kParties}, transfers);
    divide_in(context, own);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties}, transfers);
    divide_in(context, own);
  }
}

void divide_on_shares(Channel& channel, Randomness& randomness, Side own) {
  auto ledger = Ledger::without_forecast();
  with_shared_bits(channel, randomness, ledger, own,
                   [&](SharedBits& context) { divide_in(context, own); });
}

void square_numbers(Channel& channel, Randomness& randomness, Side own) {
  const testing_support::TestSetting setting(channel, own, randomness);
  (void)raw(square(setting, setting.other(), Shared(values(own))));
}

void evaluate(Channel& channel, Randomness& randomness, Side own) {
  const testing_support::TestSetting setting(channel, own, randomness);
  if (own == Side::First) {
    tell_polynomials(setting, setting.other(), values(own), 4, {"value", "test"});
  } else {
    const auto points = values(own);
    (void)learn_at_points(setting, setting.other(), std::span(points).first(10), 4,
                          {"value", "test"});
  }
}

void divide_by_algebra(Channel& channel, Randomness& randomness, Side own) {
  const testing_support::TestSetting setting(channel, own, randomness);
  const Shared mine(values(own));
  if (own == Side::First) {
    (void)algebraic_divide_a(setting, setting.other(), mine, mine, {}, AllowWeak::Yes);
  } else {
    (void)algebraic_division_view_b(setting, setting.other(), mine, mine, {}, AllowWeak::Yes);
  }
}

void one_of_five(Channel& channel, Randomness& randomness, Side own) {
  const OneOfN shape{5, 40};
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    const auto messages = values(own);
    send_one_of_n(channel, transfers, randomness, std::as_bytes(std::span(messages)), shape);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    (void)receive_one_of_n(channel, transfers, std::vector<std::uint32_t>{4, 2}, shape);
  }
}

TEST(ArithmeticWire, DigestsAndCostsAreTheBaselines) {
  const std::vector<PinnedWire> pinned{
      {"division, garbled", divide_garbled, {4'146'640, 55'328, 2}, "c546262a087e92cc"},
      {"division, on shares", divide_on_shares, {7'531'200, 7'529'600, 576}, "ee16484bfc2574dc"},
      {"squares", square_numbers, {24'208, 32'800, 2}, "2d93506442e47598"},
      {"told polynomials", evaluate, {21'088, 24'608, 2}, "767dc64d936c188d"},
      {"division, algebra", divide_by_algebra, {57'408, 81'952, 2}, "f469b4bf1b6c615c"},
      {"one of five", one_of_five, {8'864, 5'152, 2}, "52072120b150ca73"}};
  for (const auto& one : pinned) testing_support::expect_wire(one, kFirstSecret, kSecondSecret);
}

}  // namespace
}  // namespace privet::protocol
