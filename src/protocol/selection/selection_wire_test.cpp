// SPDX-License-Identifier: Apache-2.0
// What the best of shares and of parties, thresholds, "anything left" and ranked numbers put on the
// wire, pinned: bytes, rounds and digest. No message holds a party's own values.
#include <gtest/gtest.h>

#include <vector>

#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/selection/best_of_parties.h"
#include "protocol/selection/kth_element.h"
#include "protocol/threshold/anything_left.h"
#include "tests/support/pinned_wire.h"
#include "tests/support/setting.h"

namespace privet::protocol {
namespace {

using circuit::Side;
using circuit::WantValue;
using crypto::Randomness;
using net::Channel;
using testing_support::PinnedWire;
using Numbers = std::vector<std::uint64_t>;

constexpr std::array kParties{PartyId(0), PartyId(1)};
constexpr std::uint64_t kFirstSecret = 0x1122334455667788ULL;  // of 61 bits
constexpr std::uint64_t kSecondSecret = 0x0fedcba987654321ULL;
constexpr Opening kResult{"result", "test"};
constexpr BestShape kFive{5, 64, Best::Smallest, NumberKind::Unsigned};

Numbers values(Side own) {
  return Numbers(300, own == Side::First ? kFirstSecret : kSecondSecret);
}

template <class Act>
void garbled(Channel& channel, Randomness& randomness, Side own, Act act) {
  auto ledger = Ledger::without_forecast();
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    Garbler context({circuit::Side::First, channel, randomness, ledger, kParties}, transfers);
    act(context);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties}, transfers);
    act(context);
  }
}

void best_told(Channel& channel, Randomness& randomness, Side own) {
  garbled(channel, randomness, own, [&](auto& context) {
    (void)secure_best(context, Shared(values(own)), kFive, Side::First, kResult);
  });
}
void best_shared(Channel& channel, Randomness& randomness, Side own) {
  garbled(channel, randomness, own, [&](auto& context) {
    (void)secure_best_shared(context, Shared(values(own)), kFive, WantValue::Yes, {});
  });
}
void best_on_shares(Channel& channel, Randomness& randomness, Side own) {
  auto ledger = Ledger::without_forecast();
  const auto act = [&](OtSender& sender, OtReceiver& receiver) {
    SharedBits context({own, channel, randomness, ledger, kParties}, sender, receiver);
    (void)secure_best(context, Shared(values(own)), kFive, Side::First, kResult);
  };
  if (own == Side::First) {
    auto sender = OtSender::set_up(channel, randomness);
    auto receiver = OtReceiver::set_up(channel, randomness);
    act(sender, receiver);
  } else {
    auto receiver = OtReceiver::set_up(channel, randomness);
    auto sender = OtSender::set_up(channel, randomness);
    act(sender, receiver);
  }
}

// task(referees, values, everybody) as a protocol.
template <class Task>
auto with_referees(Task task) {
  return [task](Channel& channel, Randomness& randomness, Side own) {
    const testing_support::TestSetting setting(channel, own, randomness);
    auto referees = Referees::set_up(setting);
    const auto everybody = referees.everybody();
    task(referees, values(own), everybody);
  };
}

void median(Channel& channel, Randomness& randomness, Side own) {
  const testing_support::TestSetting setting(channel, own, randomness);
  const auto mine = values(own);
  const std::vector<std::span<const std::uint64_t>> numbers(20, mine);
  (void)kth_elements(setting, numbers, Numbers(20, 300), 64, kResult);
}

const Numbers kThresholds(300, 5);

TEST(SelectionWire, DigestsAndCostsAreTheBaselines) {
  const auto threshold = with_referees([](auto& referees, auto mine, auto& all) {
    (void)check_thresholds(referees, mine, 62, {kThresholds, Compared::AtMost}, all, kResult);
  });
  const auto shared = with_referees([](auto& referees, auto mine, auto& /*all*/) {
    (void)check_thresholds_shared(referees, mine, 62, {kThresholds, Compared::AtMost}, {});
  });
  const auto left = with_referees([](auto& referees, auto mine, auto& all) {
    (void)anything_left(referees, mine, 62, all, kResult);
  });
  const auto sums = with_referees([](auto& referees, auto mine, auto& all) {
    (void)best_of_sums(referees, mine, {5, 62, Best::Smallest, NumberKind::Unsigned}, all, kResult);
  });
  const auto party = with_referees([](auto& referees, auto mine, auto& all) {
    (void)best_party(referees, mine, {0, 64, Best::Largest, NumberKind::Signed}, all, kResult);
  });
  const auto ends = with_referees([](auto& referees, auto mine, auto& /*all*/) {
    const std::vector<std::span<const std::uint64_t>> numbers(20, mine);
    (void)extremes(referees, numbers, 64, kResult);
  });
  const std::vector<PinnedWire> pinned{
      {"best, told", best_told, {1'478'960, 157'752, 3}, "6c0b3f9ad453ab1e"},
      {"best, shared", best_shared, {1'844'720, 157'728, 2}, "0c5ff9811bc0951c"},
      {"best, on shares", best_on_shares, {1'687'160, 1'687'184, 51}, "d3a260cbdfd8ac46"},
      {"threshold", threshold, {613'080, 157'768, 3}, "0f8f099004cb90bb"},
      {"threshold, shared", shared, {1'220'240, 157'728, 4}, "4afaa080ed49f718"},
      {"anything left", left, {613'080, 157'768, 3}, "551d113133614cd6"},
      {"best of sums", sums, {1'455'944, 157'752, 3}, "0d3c0eb6efec879f"},
      {"best party", party, {1'832'280, 311'368, 5}, "18ad19b38be133e4"},
      {"extremes", ends, {334'968, 46'440, 5}, "328fb949d13752c9"},
      {"ranked number", median, {1'298'360, 337'448, 67}, "298f0d19decc9f8d"}};
  for (const auto& one : pinned) testing_support::expect_wire(one, kFirstSecret, kSecondSecret);
}

}  // namespace
}  // namespace privet::protocol
