// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "net/counting.h"
#include "net/digest.h"
#include "net/faulty.h"
#include "net/measure_link.h"
#include "net/slow_link.h"
#include "tests/support/two_parties.h"

namespace privet::net {
namespace {

using testing_support::Line;
using testing_support::make_pair;
using testing_support::quick;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}
std::string read_text(Channel& channel, std::size_t size) {
  std::string text(size, '\0');
  channel.receive(std::as_writable_bytes(std::span(text)));
  return text;
}

TEST(Counting, CountsBytesAndRounds) {
  auto [left, right] = make_pair(Line::Memory);
  CountingChannel a(*left);
  CountingChannel b(*right);
  a.send(bytes_of("hello"));
  a.send(bytes_of("!"));
  a.flush();
  EXPECT_EQ(read_text(b, 6), "hello!");
  b.send(bytes_of("yes"));
  b.flush();
  EXPECT_EQ(read_text(a, 1), "y");
  EXPECT_EQ(read_text(a, 2), "es");
  EXPECT_EQ(a.traffic(), (Traffic{6, 3, 1}));
  EXPECT_EQ(b.traffic(), (Traffic{3, 6, 0}));
}

// Around a ring nobody answers on the line it was spoken to on.
TEST(Counting, CountsTheRoundsOfAPartyOverAllItsLines) {
  auto [to_next, next] = make_pair(Line::Memory);
  auto [to_previous, previous] = make_pair(Line::Memory);
  Turns turns;
  CountingChannel a(*to_next, &turns);
  CountingChannel b(*to_previous, &turns);
  for (int step = 1; step <= 3; ++step) {
    previous->send(bytes_of("on"));
    previous->flush();
    a.exchange(bytes_of("go"), {});
    EXPECT_EQ(read_text(b, 1), "o");
    EXPECT_EQ(read_text(b, 1), "n");
    EXPECT_EQ(read_text(*next, 2), "go");
  }
  EXPECT_EQ(turns.rounds(), 3U);
  EXPECT_EQ(a.traffic(), (Traffic{6, 0, 0}));
  EXPECT_EQ(b.traffic(), (Traffic{0, 6, 0}));
  // Spoken to both, then heard of both: waited once.
  next->send(bytes_of("x"));
  next->flush();
  previous->send(bytes_of("y"));
  previous->flush();
  a.send(bytes_of("?"));
  b.send(bytes_of("?"));
  EXPECT_EQ(read_text(a, 1), "x");
  EXPECT_EQ(read_text(b, 1), "y");
  EXPECT_EQ(turns.rounds(), 4U);
}

TEST(Digest, DoesNotDependOnThePieces) {
  auto [left, right] = make_pair(Line::Memory);
  DigestChannel a(*left);
  DigestChannel b(*right);
  a.send(bytes_of("a"));
  a.send(bytes_of("bc"));
  a.flush();
  EXPECT_EQ(read_text(b, 2), "ab");
  EXPECT_EQ(read_text(b, 1), "c");
  // The known answer of SHA-256 for "abc".
  EXPECT_EQ(a.sent_digest(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(b.received_digest(), a.sent_digest());
  EXPECT_NE(a.received_digest(), a.sent_digest());
}

TEST(Faulty, VanishesCorruptsAndSpoils) {
  {
    auto [left, right] = make_pair(Line::Memory);
    FaultyChannel faulty(*left, {Fault::Kind::Vanish, 2});
    EXPECT_THROW(faulty.send(bytes_of("abcd")), Error);
    EXPECT_EQ(read_text(*right, 2), "ab");
    EXPECT_THROW(read_text(*right, 1), Error);
  }
  {
    auto [left, right] = make_pair(Line::Memory);
    FaultyChannel faulty(*left, {Fault::Kind::Corrupt, 2});
    faulty.send(bytes_of("a"));
    faulty.send(bytes_of("bcd"));
    faulty.send(bytes_of("e"));
    faulty.flush();
    EXPECT_EQ(read_text(*right, 5), std::string("ab\x9c") + "de");
  }
  {
    auto [left, right] = make_pair(Line::Memory);
    FaultyChannel faulty(*left, {Fault::Kind::Extra, 2});
    faulty.send(bytes_of("a"));
    faulty.send(bytes_of("bcd"));
    faulty.send(bytes_of("e"));
    faulty.flush();
    EXPECT_EQ(read_text(*right, 1005), "ab" + std::string(1000, '\0') + "cde");
  }
  {
    auto [left, right] = make_pair(Line::Memory, quick(50));
    FaultyChannel faulty(*left, {Fault::Kind::Stall, 1});
    faulty.send(bytes_of("abc"));
    faulty.flush();
    EXPECT_EQ(read_text(*right, 1), "a");
    EXPECT_THROW(read_text(*right, 1), Error);
  }
}

TEST(SlowLink, KeepsBytesBackForTheDelayAndTheBandwidth) {
  auto [left, right] = make_pair(Line::Memory);
  const LinkSpeed speed{std::chrono::milliseconds(20), 8e6};  // a megabyte per second
  SlowLinkChannel a(*left, speed);
  SlowLinkChannel b(*right, speed);
  const auto start = std::chrono::steady_clock::now();
  a.send(std::vector<std::byte>(30'000, std::byte{5}));
  a.flush();
  std::vector<std::byte> got(30'000);
  b.receive(got);
  EXPECT_EQ(got.back(), std::byte{5});
  // A lower bound holds on a busy machine too: 20 ms on the way and 30 ms through the line.
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(50));
}

TEST(SlowLink, TheWishToStopIsHeardWhileBytesAreOnTheWay) {
  auto [left, right] = testing_support::make_pair(testing_support::Line::Memory);
  std::atomic<bool> cancelled = false;
  const LinkSpeed speed{.delay = std::chrono::hours(1)};
  SlowLinkChannel a(*left, speed);
  SlowLinkChannel b(*right, speed, &cancelled);
  a.send(std::vector<std::byte>(1));
  a.flush();
  auto waiting = std::async(std::launch::async, [&] {
    std::vector<std::byte> one(1);
    try {
      b.receive(one);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::Internal;
  });
  cancelled = true;
  EXPECT_EQ(waiting.get(), ErrorCode::Interrupted);
}

TEST(SlowLink, ExchangesMoreThanFitsOnTheWay) {
  auto [left, right] = make_pair(Line::Memory);
  const auto side = [](Channel& channel) {
    SlowLinkChannel slow(channel, {});
    const std::vector<std::byte> out(4'000'000, std::byte{9});
    std::vector<std::byte> in(4'000'000);
    slow.exchange(out, in);
    return in == out;
  };
  const auto [a, b] = testing_support::run_two(*left, *right, side, side);
  EXPECT_TRUE(a && b);
}

TEST(MeasureLink, BothSidesFindTheSameAndASlowLineIsSlow) {
  const auto measure = [](double bits_per_second) {
    auto [left, right] = make_pair(Line::Memory);
    const auto side = [&](bool first) {
      return [&, first](Channel& channel) {
        SlowLinkChannel slow(channel, {std::chrono::milliseconds(2), bits_per_second});
        const auto link = measure_link(slow, first);
        slow.send(bytes_of("z"));  // the line is left where the next protocol expects it
        EXPECT_EQ(read_text(slow, 1), "z");
        return link;
      };
    };
    const auto [a, b] = testing_support::run_two(*left, *right, side(true), side(false));
    EXPECT_EQ(a, b);
    return a;
  };
  const auto slow = measure(8e6);
  EXPECT_GE(slow.delay_microseconds, 4000U);
  EXPECT_GT(slow.bits_per_second, 0U);
  // Never faster than the line is, however busy the machine; the delay taken off leaves some room.
  EXPECT_LT(slow.bits_per_second, 16'000'000U);
  EXPECT_GT(measure(0).bits_per_second, 0U);
}

}  // namespace
}  // namespace privet::net
