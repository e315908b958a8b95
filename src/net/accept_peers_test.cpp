// SPDX-License-Identifier: Apache-2.0
#include "net/accept_peers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>

#include "base/error.h"
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
