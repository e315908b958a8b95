// SPDX-License-Identifier: Apache-2.0
#include "net/accept_peers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "base/error.h"
#include "net/call_peer.h"
#include "tests/support/two_parties.h"

namespace privet::net {
namespace {

using std::chrono::hours;
using testing_support::quick;

// A party that waits for two others, and everything around it.
struct Scene {
  Identity own = make_identity("own", hours(1));
  Identity a = make_identity("a", hours(1));
  Identity b = make_identity("b", hours(1));
  Identity stranger = make_identity("a", hours(1));
  std::vector<PinnedPeer> peers{{"a", a.certificate}, {"b", b.certificate}};
  TcpListener listener{"127.0.0.1", 0};

  [[nodiscard]] std::unique_ptr<TcpStream> call() {
    return connect_tcp("127.0.0.1", listener.port(), quick());
  }
  // Calls as `who`; empty, or the error.
  std::string call_as(const Identity& who, std::unique_ptr<Stream>& kept) {
    try {
      kept = connect_tls(call(), who, {"own", own.certificate}, quick());
      return {};
    } catch (const Error& error) {
      return error.what();
    }
  }
};

std::byte first_byte(std::unique_ptr<Stream> stream) {
  std::vector<std::byte> got(1);
  make_channel(std::move(stream), quick())->receive(got);
  return got[0];
}

TEST(AcceptPeers, StrangersDoNotEndOrHoldUpTheWait) {
  Scene scene;
  // All of them are there before a party calls.
  const auto silent = scene.call();
  auto garbage = make_channel(scene.call(), quick());
  garbage->send(std::vector(500, std::byte{'x'}));
  garbage->flush();
  (void)scene.call();  // gone at once
  auto waiting = std::async(std::launch::async, [&] {
    return accept_peers(scene.listener, scene.own, scene.peers, quick());
  });
  std::unique_ptr<Stream> none;
  EXPECT_NE(scene.call_as(scene.stranger, none), "");
  std::unique_ptr<Stream> b;
  std::unique_ptr<Stream> a;
  EXPECT_EQ(scene.call_as(scene.b, b), "");
  EXPECT_EQ(scene.call_as(scene.a, a), "");
  auto lines = waiting.get();
  ASSERT_EQ(lines.size(), 2U);
  const std::array told{std::byte{'a'}, std::byte{'b'}};
  auto from_a = make_channel(std::move(a), quick());
  auto from_b = make_channel(std::move(b), quick());
  from_a->send(std::span(told).first(1));
  from_a->flush();
  from_b->send(std::span(told).last(1));
  from_b->flush();
  EXPECT_EQ(first_byte(std::move(lines[0])), told[0]);
  EXPECT_EQ(first_byte(std::move(lines[1])), told[1]);
}

TEST(AcceptPeers, AFloodOfSilentCallersIsDropped) {
  Scene scene;
  std::vector<std::unique_ptr<TcpStream>> silent;
  auto waiting = std::async(std::launch::async, [&] {
    return accept_peers(scene.listener, scene.own, scene.peers, quick());
  });
  for (int i = 0; i < 200; ++i) silent.push_back(scene.call());
  std::unique_ptr<Stream> b;
  std::unique_ptr<Stream> a;
  EXPECT_EQ(scene.call_as(scene.b, b), "");
  EXPECT_EQ(scene.call_as(scene.a, a), "");
  EXPECT_EQ(waiting.get().size(), 2U);
}

// The start of a TLS handshake that never goes on.
std::vector<std::byte> half_a_greeting() {
  std::vector<std::byte> out(200, std::byte{0x20});
  const std::array head{std::byte{0x16}, std::byte{3},    std::byte{1}, std::byte{1},
                        std::byte{0x2c}, std::byte{0x01}, std::byte{0}, std::byte{1},
                        std::byte{0x28}, std::byte{3},    std::byte{3}};
  std::ranges::copy(head, out.begin());
  return out;
}

// Strangers keep coming while the parties call: some silent, some in the middle of a handshake. A
// party that is dropped for want of room calls again, and the run goes on.
TEST(AcceptPeers, TwoHundredStrangersWhoStallDoNotKeepPartiesFromMeeting) {
  Scene scene;
  std::atomic<bool> met = false;
  auto strangers = std::async(std::launch::async, [&] {
    std::vector<std::unique_ptr<TcpStream>> kept;
    const auto greeting = half_a_greeting();
    for (int i = 0; i < 200 && !met; ++i) {
      kept.push_back(scene.call());
      if (i % 2 == 0) (void)kept.back()->write_some(greeting);
    }
    while (!met) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return kept.size();
  });
  auto waiting = std::async(std::launch::async, [&] {
    return accept_peers(scene.listener, scene.own, scene.peers, quick());
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto call = [&](const Identity& who) {
    return std::async(std::launch::async, [&] {
      return call_peer("127.0.0.1", scene.listener.port(), who, {"own", scene.own.certificate},
                       quick());
    });
  };
  auto a = call(scene.a);
  auto b = call(scene.b);
  EXPECT_NE(a.get(), nullptr);
  EXPECT_NE(b.get(), nullptr);
  EXPECT_EQ(waiting.get().size(), 2U);
  met = true;
  EXPECT_GT(strangers.get(), 64U);
}

// The one that answers dropped it in the middle of its handshake.
TEST(CallPeer, CallsAgainWhenItIsDroppedWithoutAReason) {
  Scene scene;
  auto answering = std::async(std::launch::async, [&] {
    for (int i = 0; i < 3; ++i) (void)scene.listener.accept(quick());  // and closed
    auto half = scene.listener.accept(quick());
    std::vector<std::byte> some(100);
    while (half->read_some(some) == 0) half->wait(true, false, std::chrono::milliseconds(50));
    half.reset();
    return accept_peers(scene.listener, scene.own, std::span(scene.peers).first(1), quick());
  });
  const auto line = call_peer("127.0.0.1", scene.listener.port(), scene.a,
                              {"own", scene.own.certificate}, quick());
  EXPECT_NE(line, nullptr);
  EXPECT_EQ(answering.get().size(), 1U);
}

TEST(CallPeer, ARefusalIsNotRepeated) {
  Scene scene;
  auto answering = std::async(std::launch::async, [&] {
    EXPECT_THROW((void)accept_peers(scene.listener, scene.own, scene.peers, quick(1500)), Error);
  });
  EXPECT_THROW((void)call_peer("127.0.0.1", scene.listener.port(), scene.stranger,
                               {"own", scene.own.certificate}, quick()),
               Error);
  answering.get();
}

TEST(AcceptPeers, ASecondCallOfAPartyIsDropped) {
  Scene scene;
  auto waiting = std::async(std::launch::async, [&] {
    return accept_peers(scene.listener, scene.own, scene.peers, quick());
  });
  std::unique_ptr<Stream> first;
  std::unique_ptr<Stream> second;
  std::unique_ptr<Stream> b;
  EXPECT_EQ(scene.call_as(scene.a, first), "");
  (void)scene.call_as(scene.a, second);
  EXPECT_EQ(scene.call_as(scene.b, b), "");
  auto lines = waiting.get();
  auto channel = make_channel(std::move(first), quick());
  channel->send(std::vector{std::byte{7}});
  channel->flush();
  EXPECT_EQ(first_byte(std::move(lines[0])), std::byte{7});
}

TEST(AcceptPeers, TheDeadlineIsForTheWholePhaseAndNamesWhoIsMissing) {
  Scene scene;
  auto waiting = std::async(std::launch::async, [&]() -> std::string {
    try {
      (void)accept_peers(scene.listener, scene.own, scene.peers, quick(1500));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Peer);
      return error.what();
    }
    return {};
  });
  std::unique_ptr<Stream> a;
  std::unique_ptr<Stream> none;
  EXPECT_EQ(scene.call_as(scene.a, a), "");
  (void)scene.call_as(scene.stranger, none);
  const auto error = waiting.get();
  EXPECT_TRUE(error.starts_with("b did not connect within 1500 ms")) << error;
  EXPECT_NE(error.find("not the one agreed on"), std::string::npos) << error;
}

TEST(AcceptPeers, CancellingEndsTheWait) {
  Scene scene;
  std::atomic<bool> cancelled = false;
  auto options = quick();
  options.cancelled = &cancelled;
  const auto silent = scene.call();
  auto waiting = std::async(std::launch::async, [&] {
    try {
      (void)accept_peers(scene.listener, scene.own, scene.peers, options);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::Internal;
  });
  cancelled = true;
  EXPECT_EQ(waiting.get(), ErrorCode::Interrupted);
}

}  // namespace
}  // namespace privet::net
