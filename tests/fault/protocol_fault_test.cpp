// SPDX-License-Identifier: Apache-2.0
// A peer that dies, stalls or sends rubbish at any step ends both sides with an error, in bounded
// time and without a result.
#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/os_random.h"
#include "net/counting.h"
#include "net/faulty.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/product/scalar_product.h"
#include "protocol/raw_share.h"
#include "protocol/selection/add_and_compare.h"
#include "session/handshake.h"
#include "tests/support/two_parties.h"

namespace privet {
namespace {

using circuit::Side;
using crypto::Randomness;
using net::Channel;
using net::Fault;
using protocol::PartyId;
using testing_support::Line;

constexpr std::array kParties{PartyId(0), PartyId(1)};
constexpr std::size_t kEntries = 5000;

// As a session opens.
void greet(Channel& channel, PartyId own, PartyId peer) {
  session::Agreement agreement;
  agreement.add("task", "fault test");
  std::array<session::Nonce, 2> nonces{};
  os_random(nonces[own.index()]);
  const session::Greeting greeting{own, peer, 2, 1000, nonces[own.index()]};
  nonces[peer.index()] = session::shake_hands(channel, greeting, agreement).nonce;
  session::confirm_run(channel, greeting, session::run_id_of(agreement, nonces));
}

// A short run of everything: handshake, base and extended transfers, a scalar product, a circuit.
std::uint64_t first_side(Channel& channel) {
  greet(channel, PartyId(0), PartyId(1));
  Randomness randomness;
  auto ledger = protocol::Ledger::without_forecast();
  auto transfers = protocol::OtSender::set_up(channel, randomness);
  const std::vector<std::uint64_t> y(kEntries, 3);
  const auto share = protocol::protocol_only::raw(
      protocol::scalar_product_y(channel, transfers, y, {kEntries, 1, 8}));
  protocol::Garbler context({circuit::Side::First, channel, randomness, ledger, kParties},
                            transfers);
  const std::vector<std::uint64_t> x(50, 7);
  const auto answer =
      protocol::add_and_compare(context, protocol::Shared(x), 16, Side::First, {"answer", "test"});
  return share + answer.value().at(0);
}

std::uint64_t second_side(Channel& channel) {
  greet(channel, PartyId(1), PartyId(0));
  Randomness randomness;
  auto ledger = protocol::Ledger::without_forecast();
  auto transfers = protocol::OtReceiver::set_up(channel, randomness);
  const std::vector<std::uint64_t> x(kEntries, 1);
  const auto share = protocol::protocol_only::raw(
      protocol::scalar_product_x(channel, transfers, x, {kEntries, 1, 8}));
  protocol::Evaluator context({circuit::Side::Second, channel, randomness, ledger, kParties},
                              transfers);
  const std::vector<std::uint64_t> y(50, 9);
  (void)protocol::add_and_compare(context, protocol::Shared(y), 16, Side::First,
                                  {"answer", "test"});
  // The last word is the second party's; wait for the end as a session does.
  return share;
}

// The error's code, or nothing if the side came to its end.
std::optional<ErrorCode> outcome(Channel& channel,
                                 const std::function<std::uint64_t(Channel&)>& side) {
  try {
    (void)side(channel);
    return std::nullopt;
  } catch (const Error& error) {
    channel.close();
    return error.code();
  }
}

struct Outcomes {
  std::optional<ErrorCode> faulty;
  std::optional<ErrorCode> sound;
};

Outcomes run(bool first_is_faulty, Fault fault, Line line, int timeout) {
  auto [left, right] = testing_support::make_pair(line, testing_support::quick(timeout));
  auto& bad = first_is_faulty ? *left : *right;
  auto& good = first_is_faulty ? *right : *left;
  net::FaultyChannel faulty(bad, fault);
  auto other = std::async(std::launch::async, [&] {
    return outcome(good, first_is_faulty ? second_side : first_side);
  });
  const auto mine = outcome(faulty, first_is_faulty ? first_side : second_side);
  return {mine, other.get()};
}

// How many bytes each side sends in a sound run.
std::array<std::uint64_t, 2> lengths() {
  auto [left, right] = testing_support::make_pair(Line::Memory);
  net::CountingChannel a(*left);
  net::CountingChannel b(*right);
  testing_support::run_two(a, b, first_side, second_side);
  return {a.traffic().sent, b.traffic().sent};
}

std::vector<std::uint64_t> places(std::uint64_t length, std::size_t count) {
  std::vector<std::uint64_t> out{0, 3, length - 1};
  for (std::size_t i = 1; i < count; ++i) out.push_back(length * i / count);
  return out;
}

TEST(ProtocolFault, APeerThatVanishesAnywhereEndsBothSides) {
  const auto length = lengths();
  for (const bool first : {true, false}) {
    for (const auto at : places(length.at(first ? 0 : 1), 12)) {
      const auto [faulty, sound] = run(first, {Fault::Kind::Vanish, at}, Line::Memory, 60'000);
      EXPECT_EQ(faulty, ErrorCode::Peer) << at;
      EXPECT_EQ(sound, ErrorCode::Peer) << at;
    }
  }
}

TEST(ProtocolFault, APeerThatVanishesOnTlsEndsBothSides) {
  const auto length = lengths();
  for (const bool first : {true, false}) {
    for (const auto at : places(length.at(first ? 0 : 1), 2)) {
      const auto [faulty, sound] = run(first, {Fault::Kind::Vanish, at}, Line::Tls, 60'000);
      EXPECT_EQ(faulty, ErrorCode::Peer) << at;
      EXPECT_EQ(sound, ErrorCode::Peer) << at;
    }
  }
}

TEST(ProtocolFault, AStalledPeerEndsBothSidesByTheTimeout) {
  const auto length = lengths();
  for (const bool first : {true, false}) {
    for (const auto at : places(length.at(first ? 0 : 1), 3)) {
      const auto [faulty, sound] = run(first, {Fault::Kind::Stall, at}, Line::Memory, 1'500);
      EXPECT_EQ(sound, ErrorCode::Peer) << at;
    }
  }
}

TEST(ProtocolFault, RubbishInTheHandshakeOrThePointsIsNoticed) {
  // 0xff from the first byte: a length of four thousand million. From within the group elements: no
  // valid point.
  for (const bool first : {true, false}) {
    for (const std::uint64_t at : {0U, 4U, 20U}) {
      const auto [faulty, sound] = run(first, {Fault::Kind::Garbage, at}, Line::Memory, 5'000);
      EXPECT_EQ(sound, ErrorCode::Peer) << at;
    }
  }
  const auto [faulty, sound] = run(true, {Fault::Kind::Garbage, 500}, Line::Memory, 5'000);
  EXPECT_EQ(sound, ErrorCode::Peer);
}

TEST(ProtocolFault, AChangedNonceOrProofOfTheRunEndsBothSides) {
  for (const bool first : {true, false}) {
    for (const std::uint64_t at : {26U, 57U, 140U}) {
      const auto [faulty, sound] = run(first, {Fault::Kind::Corrupt, at}, Line::Memory, 60'000);
      EXPECT_EQ(sound, ErrorCode::Peer) << at;
      EXPECT_EQ(faulty, ErrorCode::Peer) << at;
    }
  }
}

TEST(ProtocolFault, RubbishAnywhereNeverHangsOrCrashes) {
  const auto length = lengths();
  for (const bool first : {true, false}) {
    for (const auto at : places(length.at(first ? 0 : 1), 8)) {
      const auto [faulty, sound] = run(first, {Fault::Kind::Garbage, at}, Line::Memory, 5'000);
      // Semi-honest protocols do not notice every lie; but whoever fails, fails with the right
      // code.
      EXPECT_EQ(sound.value_or(ErrorCode::Peer), ErrorCode::Peer);
      EXPECT_EQ(faulty.value_or(ErrorCode::Peer), ErrorCode::Peer);
    }
  }
}

}  // namespace
}  // namespace privet
