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
#include "tests/support/shared_bits.h"

namespace privet::protocol {
namespace {

using circuit::Side;
using circuit::WantValue;
using crypto::Randomness;
using net::Channel;
using testing_support::PinnedWire;
using Numbers = std::vector<std::uint64_t>;
using testing_support::with_shared_bits;

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
  with_shared_bits(channel, randomness, ledger, own, [&](SharedBits& context) {
    (void)secure_best(context, Shared(values(own)), kFive, Side::First, kResult);
  });
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
      {"best, told", best_told, {1'478'960, 157'752, 3}, "8869d6043acc8a82"},
      {"best, shared", best_shared, {1'844'720, 157'728, 2}, "f0976bd46638ea83"},
      {"best, on shares", best_on_shares, {1'778'664, 1'778'688, 41}, "8a5cb408fd7d5737"},
      {"threshold", threshold, {613'080, 157'768, 3}, "5e7663703eb26d14"},
      {"threshold, shared", shared, {1'220'240, 157'728, 2}, "7b86eb450f236533"},
      {"anything left", left, {613'080, 157'768, 3}, "d3b946c8337dac64"},
      {"best of sums", sums, {1'455'944, 157'752, 3}, "ed11bccde022d8c0"},
      {"best party", party, {1'832'280, 311'368, 3}, "2dfbc26eba2f88ae"},
      {"extremes", ends, {334'968, 46'440, 5}, "ebb18aaa98b94483"},
      {"ranked number", median, {1'339'960, 404'008, 67}, "ab3b1f8a3f47715c"}};
  for (const auto& one : pinned) testing_support::expect_wire(one, kFirstSecret, kSecondSecret);
}

}  // namespace
}  // namespace privet::protocol
