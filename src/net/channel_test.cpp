// SPDX-License-Identifier: Apache-2.0
#include "net/channel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/sampling.h"
#include "net/frame.h"
#include "tests/support/two_parties.h"

namespace privet::net {
namespace {

using testing_support::Line;
using testing_support::make_pair;
using testing_support::quick;
using testing_support::run_two;

std::vector<std::byte> pattern(std::size_t size, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::byte> out(size);
  for (auto& byte : out) byte = static_cast<std::byte>(sampler() & 0xffU);
  return out;
}

ErrorCode code_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode::Internal;
}

class ChannelTest : public testing::TestWithParam<Line> {};
INSTANTIATE_TEST_SUITE_P(Lines, ChannelTest, testing::ValuesIn(testing_support::kAllLines),
                         [](const auto& test) {
                           return std::string(test.param == Line::Memory ? "Memory"
                                              : test.param == Line::Tcp  ? "Tcp"
                                                                         : "Tls");
                         });

TEST_P(ChannelTest, CarriesAnySizesInOrder) {
  const auto bytes = pattern(3'000'000, 1);
  const auto speak = [&](Channel& channel) {
    Sampler sizes(7);
    for (std::size_t at = 0; at < bytes.size();) {
      const auto size = std::min<std::size_t>(bytes.size() - at, sizes.below(200'000));
      channel.send(std::span(bytes).subspan(at, size));
      at += size;
    }
    channel.flush();
    std::vector<std::byte> last(1);
    channel.receive(last);
    return last[0];
  };
  const auto listen = [&](Channel& channel) {
    Sampler sizes(8);
    std::vector<std::byte> got(bytes.size());
    for (std::size_t at = 0; at < got.size();) {
      const auto size = std::min<std::size_t>(got.size() - at, sizes.below(150'000));
      channel.receive(std::span(got).subspan(at, size));
      at += size;
    }
    channel.send(std::vector{std::byte{42}});
    channel.flush();
    return got;
  };
  const auto [last, got] = run_two(GetParam(), speak, listen);
  EXPECT_EQ(last, std::byte{42});
  EXPECT_TRUE(got == bytes);
}

TEST_P(ChannelTest, BothSidesMaySpeakAtOnce) {
  const auto a = pattern(5'000'000, 2);
  const auto b = pattern(4'000'000, 3);
  const auto side = [](const std::vector<std::byte>& mine, std::size_t theirs) {
    return [&mine, theirs](Channel& channel) {
      std::vector<std::byte> got(theirs);
      channel.exchange(mine, got);
      return got;
    };
  };
  const auto [left, right] = run_two(GetParam(), side(a, b.size()), side(b, a.size()));
  EXPECT_TRUE(left == b);
  EXPECT_TRUE(right == a);
}

TEST_P(ChannelTest, AClosedPeerIsAnErrorAndNotAWait) {
  auto [left, right] = make_pair(GetParam());
  right->close();
  std::vector<std::byte> one(1);
  EXPECT_EQ(code_of([&] { left->receive(one); }), ErrorCode::Peer);
  EXPECT_EQ(code_of([&] { right->receive(one); }), ErrorCode::Peer);
}

TEST_P(ChannelTest, WhatWasSentBeforeCloseStillArrives) {
  auto [left, right] = make_pair(GetParam());
  left->send(pattern(1000, 4));
  left->flush();
  left->close();
  std::vector<std::byte> got(1000);
  right->receive(got);
  EXPECT_TRUE(got == pattern(1000, 4));
}

TEST_P(ChannelTest, AStalledPeerEndsTheWaitInTime) {
  auto [left, right] = make_pair(GetParam(), quick(200));
  std::vector<std::byte> one(1);
  EXPECT_EQ(code_of([&] { left->receive(one); }), ErrorCode::Peer);
  // Nobody reads: what does not fit on the way must not pile up in memory.
  EXPECT_EQ(code_of([&] { left->send(std::vector<std::byte>(200'000'000)); }), ErrorCode::Peer);
}

TEST_P(ChannelTest, ByteByByteDoesNotHoldALineOpen) {
  for (const bool exchanges : {false, true}) {
    auto [left, right] = make_pair(GetParam(), quick(300));
    std::atomic<bool> done = false;
    auto dribbling = std::async(std::launch::async, [&, &line = *right] {
      try {
        while (!done) {
          line.send(std::vector{std::byte{1}});
          line.flush();
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
      } catch (const Error&) {
        return;  // it was given up
      }
    });
    // At this pace it would take hours.
    std::vector<std::byte> much(1'000'000);
    const auto wait = [&, &line = *left] {
      if (exchanges) {
        line.exchange(std::vector<std::byte>(10), much);
      } else {
        line.receive(much);
      }
    };
    EXPECT_EQ(code_of(wait), ErrorCode::Peer);
    done = true;
    dribbling.get();
  }
}

TEST_P(ChannelTest, CancellationEndsTheWait) {
  std::atomic<bool> cancelled = false;
  auto options = quick(60'000);
  options.cancelled = &cancelled;
  auto [left, right] = make_pair(GetParam(), options);
  std::vector<std::byte> one(1);
  auto waiting =
      std::async(std::launch::async, [&] { return code_of([&] { left->receive(one); }); });
  cancelled = true;
  EXPECT_EQ(waiting.get(), ErrorCode::Interrupted);
}

TEST_P(ChannelTest, FramesKeepTheirBorders) {
  const auto send = [](Channel& channel) {
    send_frame(channel, pattern(10, 1));
    send_frame(channel, {});
    send_frame(channel, pattern(70'000, 2));
    channel.flush();
    return 0;
  };
  const auto receive = [](Channel& channel) {
    std::vector<std::size_t> sizes;
    for (int i = 0; i < 3; ++i) sizes.push_back(receive_frame(channel).size());
    return sizes;
  };
  const auto [zero, sizes] = run_two(GetParam(), send, receive);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{10, 0, 70'000}));
}

TEST(Frame, RefusesALengthAboveTheCapBeforeStoringIt) {
  auto [left, right] = make_pair(Line::Memory);
  left->send(std::vector(4, std::byte{0xff}));
  left->flush();
  EXPECT_EQ(code_of([&] { (void)receive_frame(*right, 1000); }), ErrorCode::Peer);
  EXPECT_EQ(code_of([&] { send_frame(*left, pattern(1001, 1), 1000); }), ErrorCode::Internal);
}

TEST(Frame, ATruncatedFrameIsAnError) {
  auto [left, right] = make_pair(Line::Memory);
  left->send(std::vector{std::byte{9}, std::byte{0}, std::byte{0}, std::byte{0}, std::byte{1}});
  left->flush();
  left->close();
  EXPECT_EQ(code_of([&] { (void)receive_frame(*right); }), ErrorCode::Peer);
}

TEST(Tcp, AnUnreachablePeerIsNamed) {
  std::uint16_t port = 0;
  {
    const TcpListener listener("127.0.0.1", 0);
    port = listener.port();
  }
  auto options = quick(100);
  options.peer = "hospital";
  try {
    (void)connect_tcp("127.0.0.1", port, options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Peer);
    EXPECT_NE(std::string(error.what()).find("hospital"), std::string::npos);
  }
  TcpListener listener("127.0.0.1", 0);
  EXPECT_EQ(code_of([&] { (void)listener.accept(options); }), ErrorCode::Peer);
}

// A peer that always sends the next byte, or the next message, just in time runs into no timeout of
// a message: the phase has an end of its own.
TEST(PhaseLimit, ADrippingPeerDoesNotMoveIt) {
  for (const std::size_t message : {std::size_t{1}, std::size_t{100'000}}) {
    PhaseLimit phase;
    phase.begin("agreeing on the job", std::chrono::milliseconds(400));
    auto options = quick(60'000);
    options.peer = "north";
    options.phase = &phase;
    auto [left, right] = testing_support::make_tcp_pair(options);
    std::atomic<bool> over = false;
    auto dripping = std::async(std::launch::async, [&, peer = std::move(right)] {
      while (!over) {
        try {
          peer->send(std::vector{std::byte{1}});
          peer->flush();
        } catch (const Error&) {
          return;  // the other side has left
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    });
    const auto start = std::chrono::steady_clock::now();
    try {
      std::vector<std::byte> bytes(message);
      for (;;) left->receive(bytes);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Peer);
      EXPECT_EQ(std::string(error.what()),
                "agreeing on the job with north took longer than 400 ms: see what it does, or "
                "allow more time");
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
    over = true;
    left.reset();
    dripping.get();
  }
}

// The next phase has its own time.
TEST(PhaseLimit, IsThatOfThePhaseThatBeganLast) {
  PhaseLimit phase;
  EXPECT_NO_THROW(phase.check("north"));
  phase.begin("agreeing", std::chrono::milliseconds(0));
  EXPECT_THROW(phase.check("north"), Error);
  phase.begin("the run", std::chrono::hours(1));
  EXPECT_NO_THROW(phase.check("north"));
}

}  // namespace
}  // namespace privet::net
