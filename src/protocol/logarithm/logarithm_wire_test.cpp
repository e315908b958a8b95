// SPDX-License-Identifier: Apache-2.0
// The logarithms, scaling and products on the wire: digest, bytes and rounds are pinned, and no
// message holds a party's own share.
#include <gtest/gtest.h>

#include <vector>

#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/logarithm/logarithm.h"
#include "protocol/logarithm/taylor.h"
#include "protocol/raw_share.h"
#include "protocol/wide/scaling.h"
#include "tests/support/garbled_parties.h"
#include "tests/support/pinned_wire.h"

namespace privet::protocol {

using protocol_only::raw;
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using testing_support::PinnedWire;

// Five bytes each, so that a polynomial of them has a ring; as eight they occur nowhere by chance.
constexpr std::uint64_t kFirstSecret = 0x5566778899ULL;
constexpr std::uint64_t kSecondSecret = 0xabcdef0123ULL;
constexpr unsigned kBits = 40;
constexpr std::size_t kLanes = 200;  // more than a piece

std::vector<std::uint64_t> values(Side own) {
  return std::vector<std::uint64_t>(kLanes, own == Side::First ? kFirstSecret : kSecondSecret);
}

// act(context, transfers) at one side.
template <class Act>
void garbled(Channel& channel, Randomness& randomness, Side own, Act act) {
  auto ledger = Ledger::without_forecast();
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    Garbler context(
        {circuit::Side::First, channel, randomness, ledger, testing_support::kTwoParties},
        transfers);
    act(context, transfers);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    Evaluator context(
        {circuit::Side::Second, channel, randomness, ledger, testing_support::kTwoParties},
        transfers);
    act(context, transfers);
  }
}

auto by_circuit(LogarithmOf what) {
  return [what](Channel& channel, Randomness& randomness, Side own) {
    garbled(channel, randomness, own, [&](auto& context, auto&) {
      (void)raw(secure_logarithm(context, Shared(values(own)), {kBits, 15}, what));
    });
  };
}

void coarse(Channel& channel, Randomness& randomness, Side own) {
  garbled(channel, randomness, own, [&](auto& context, auto&) {
    (void)raw(secure_coarse_log2(context, Shared(values(own)), kBits, LogarithmOf::X));
  });
}

auto by_series(LogarithmOf what) {
  return [what](Channel& channel, Randomness& randomness, Side own) {
    garbled(channel, randomness, own, [&](auto& context, auto& transfers) {
      (void)raw(taylor_logarithm(context, transfers, Shared(values(own)), {kBits, 3, what}));
    });
  };
}

void scaling(Channel& channel, Randomness& randomness, Side own) {
  garbled(channel, randomness, own, [&](auto& context, auto&) {
    const auto mine = values(own);
    const std::vector<Wide> shares(mine.begin(), mine.end());
    (void)raw(scale(context, Shared(shares), 100, wide::Factor::ratio(Wide(1), Wide(3))));
  });
}

TEST(LogarithmWire, DigestsAndCostsAreTheBaselines) {
  for (const PinnedWire& pinned :
       {PinnedWire{"ln", by_circuit(LogarithmOf::X), {6'249'840, 68'640, 2}, "98c94d06508d03d2"},
        PinnedWire{
            "x ln x", by_circuit(LogarithmOf::XLnX), {16'361'840, 68'640, 2}, "865445051f72a10d"},
        PinnedWire{"coarse log2", coarse, {2'659'440, 68'640, 2}, "e3934f4c6eb8b2a1"},
        PinnedWire{
            "ln by series", by_series(LogarithmOf::X), {4'642'152, 485'408, 4}, "7014088b702d00b9"},
        PinnedWire{"x ln x by series",
                   by_series(LogarithmOf::XLnX),
                   {7'346'208, 1'158'176, 5},
                   "df7e8fe48d921108"},
        PinnedWire{"scaling", scaling, {1'284'344, 164'896, 3}, "bc5740a0268c42b7"}}) {
    testing_support::expect_wire(pinned, kFirstSecret, kSecondSecret);
  }
}

}  // namespace
}  // namespace privet::protocol
