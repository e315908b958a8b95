// SPDX-License-Identifier: Apache-2.0
// With fixed randomness every protocol puts fixed bytes on the wire: digest, bytes and rounds are
// pinned here, so that a change of format or cost is seen and meant. And no message holds a party's
// own values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "net/counting.h"
#include "net/digest.h"
#include "protocol/add_and_compare.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/scalar_product.h"
#include "protocol/secure_sum.h"
#include "tests/support/recording.h"
#include "tests/support/two_parties.h"

namespace privet::protocol {
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using testing_support::RecordingChannel;

constexpr std::array kParties{PartyId(0), PartyId(1)};
// Eight bytes that occur in no random string of this length, save once in 2^40 runs.
constexpr std::uint64_t kFirstSecret = 0x1122334455667788ULL;
constexpr std::uint64_t kSecondSecret = 0x0fedcba987654321ULL;

std::vector<std::uint64_t> values(Side own) {
  return std::vector<std::uint64_t>(300, own == Side::First ? kFirstSecret : kSecondSecret);
}

using Protocol = std::function<void(Channel&, Randomness&, Side)>;

void compare_garbled(Channel& channel, Randomness& randomness, Side own) {
  Ledger ledger;
  const Opening opening{"answer", "test"};
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    Garbler context(channel, randomness, transfers, kParties);
    (void)add_and_compare(context, own, values(own), 64, Side::First, ledger, opening);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    Evaluator context(channel, transfers, kParties);
    (void)add_and_compare(context, own, values(own), 64, Side::First, ledger, opening);
  }
}

void compare_shared(Channel& channel, Randomness& randomness, Side own) {
  Ledger ledger;
  const auto run = [&](OtSender& sender, OtReceiver& receiver) {
    SharedBits context(own, channel, randomness, sender, receiver, kParties);
    (void)add_and_compare(context, own, values(own), 64, Side::First, ledger, {"answer", "test"});
  };
  if (own == Side::First) {
    auto sender = OtSender::set_up(channel, randomness);
    auto receiver = OtReceiver::set_up(channel, randomness);
    run(sender, receiver);
  } else {
    auto receiver = OtReceiver::set_up(channel, randomness);
    auto sender = OtSender::set_up(channel, randomness);
    run(sender, receiver);
  }
}

void multiply_vectors(Channel& channel, Randomness& randomness, Side own) {
  const ScalarShape shape{300, 64, 64, Overflow::Wrap};
  if (own == Side::First) {
    auto transfers = OtSender::set_up(channel, randomness);
    (void)scalar_product_y(channel, transfers, values(own), shape);
  } else {
    auto transfers = OtReceiver::set_up(channel, randomness);
    (void)scalar_product_x(channel, transfers, values(own), shape);
  }
}

void sum_by(SumMethod method, Channel& channel, Randomness& randomness, Side own) {
  const bool first = own == Side::First;
  const Mesh mesh(PartyId(first ? 0 : 1), first ? std::vector<Channel*>{nullptr, &channel}
                                                : std::vector<Channel*>{&channel, nullptr});
  Ledger ledger;
  (void)secure_sum(mesh, randomness, values(own), 62, method, ledger, {"sum", "test"});
}

struct Baseline {
  const char* name;
  Protocol run;
  net::Traffic traffic;     // of the first party
  const char* sent_digest;  // its beginning
};

std::vector<Baseline> baselines() {
  return {{"compare, garbled", compare_garbled, {1'227'440, 157'768, 3}, "ccb5dd0c6026b27c"},
          {"compare, shared", compare_shared, {1'677'712, 1'677'752, 30}, "dce1444ee8f055a2"},
          {"scalar product", multiply_vectors, {86'448, 200'736, 65}, "7c6519404eedb828"},
          {"sum, ring",
           [](Channel& c, Randomness& r, Side s) { sum_by(SumMethod::Ring, c, r, s); },
           {4800, 2400, 1},
           "5df456ef748d89f0"},
          {"sum, shares",
           [](Channel& c, Randomness& r, Side s) { sum_by(SumMethod::Shares, c, r, s); },
           {4800, 4800, 2},
           "f2eb00172c960422"}};
}

bool contains(const std::vector<std::byte>& transcript, std::uint64_t value) {
  std::array<std::byte, 8> pattern{};
  std::memcpy(pattern.data(), &value, 8);
  return std::ranges::search(transcript, pattern).begin() != transcript.end();
}

TEST(Wire, DigestsAndCostsAreTheBaselines) {
  for (const auto& [name, run, traffic, digest] : baselines()) {
    auto [left, right] = testing_support::make_pair(Line::Memory);
    RecordingChannel recording(*left);
    net::DigestChannel hashing(recording);
    net::CountingChannel counting(hashing);
    testing_support::run_two(
        counting, *right,
        [&](Channel& channel) {
          auto randomness = Randomness::repeatable(1);
          run(channel, randomness, Side::First);
          return 0;
        },
        [&](Channel& channel) {
          auto randomness = Randomness::repeatable(2);
          run(channel, randomness, Side::Second);
          return 0;
        });
    EXPECT_EQ(counting.traffic(), traffic)
        << name << ": " << counting.traffic().sent << ", " << counting.traffic().received << ", "
        << counting.traffic().rounds;
    EXPECT_EQ(hashing.sent_digest().substr(0, 16), digest) << name;
    EXPECT_FALSE(contains(recording.sent(), kFirstSecret)) << name;
    EXPECT_FALSE(contains(recording.received(), kSecondSecret)) << name;
  }
}

}  // namespace
}  // namespace privet::protocol
