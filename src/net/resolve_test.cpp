// SPDX-License-Identifier: Apache-2.0
// Looking up a host that takes for ever: the wait ends by the deadline or the user's wish, and the
// lookup that was left behind harms nobody.
#include "net/resolve.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <future>

#include "base/error.h"
#include "net/tcp.h"
#include "tests/support/two_parties.h"

namespace privet::net {
namespace {

using testing_support::quick;
using Clock = std::chrono::steady_clock;

// Blocks until it is let go, and tells when it has come to its end.
class Blocking {
 public:
  ~Blocking() { let_go(); }
  [[nodiscard]] Resolver resolver() const {
    return [gate = gate_, ended = ended_](const std::string& host, std::uint16_t port) {
      gate.wait();
      auto found = look_up_host(host == "somewhere.invalid" ? "127.0.0.1" : host, port);
      ended->set_value();
      return found;
    };
  }
  void let_go() {
    if (!open_) opener_.set_value();
    open_ = true;
  }
  void wait_for_end() { ended_->get_future().wait(); }

 private:
  std::promise<void> opener_;
  std::shared_future<void> gate_ = opener_.get_future().share();
  std::shared_ptr<std::promise<void>> ended_ = std::make_shared<std::promise<void>>();
  bool open_ = false;
};

Error error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return {ErrorCode::Internal, ""};
}

TEST(Resolve, AnAddressInNumbersNeedsNoLookup) {
  const Resolver never = [](const std::string&, std::uint16_t) -> SocketAddresses {
    throw Error(ErrorCode::Internal, "asked");
  };
  const auto deadline = Clock::now() + std::chrono::minutes(2);
  EXPECT_EQ(resolve("127.0.0.1", 80, deadline, quick(), never).size(), 1U);
  EXPECT_EQ(resolve("::1", 80, deadline, quick(), never).at(0).family, AF_INET6);
  EXPECT_EQ(error_of([&] { (void)resolve("name.invalid", 80, deadline, quick(), never); }).code(),
            ErrorCode::Internal);
}

TEST(Resolve, TheDeadlineEndsALookupThatBlocks) {
  Blocking blocking;
  auto options = quick(60);
  options.peer = "hospital";
  const auto error =
      error_of([&] { (void)connect_tcp("somewhere.invalid", 1, options, blocking.resolver()); });
  EXPECT_EQ(error.code(), ErrorCode::Peer);
  EXPECT_STREQ(error.what(),
               "the host 'somewhere.invalid' of hospital was not found in time: no name server "
               "answered");
  // It comes to its end when nobody waits for it any more.
  blocking.let_go();
  blocking.wait_for_end();
}

TEST(Resolve, TheWishToStopEndsALookupThatBlocks) {
  const Blocking blocking;
  std::atomic<bool> cancelled = false;
  auto options = quick(600'000);
  options.cancelled = &cancelled;
  options.peer = "hospital";
  auto connecting = std::async(std::launch::async, [&] {
    return error_of(
        [&] { (void)connect_tcp("somewhere.invalid", 1, options, blocking.resolver()); });
  });
  cancelled = true;
  // Long before the timeout: else this test does not come to its end.
  const auto error = connecting.get();
  EXPECT_EQ(error.code(), ErrorCode::Interrupted);
  EXPECT_STREQ(error.what(),
               "interrupted while looking up the host 'somewhere.invalid' of hospital");
}

TEST(Resolve, ASlowLookupThatEndsInTimeConnects) {
  TcpListener listener("127.0.0.1", 0);
  Blocking blocking;
  auto connecting = std::async(std::launch::async, [&] {
    return connect_tcp("somewhere.invalid", listener.port(), quick(), blocking.resolver());
  });
  blocking.let_go();
  EXPECT_NE(connecting.get(), nullptr);
  EXPECT_NE(listener.accept(quick()), nullptr);
}

TEST(Resolve, AnUnknownHostIsNamed) {
  const Resolver unknown = [](const std::string& host, std::uint16_t) -> SocketAddresses {
    throw Error(ErrorCode::Usage, "the host " + quote_for_message(host) + " cannot be found: test");
  };
  const auto error = error_of([&] { (void)connect_tcp("nowhere.invalid", 1, quick(), unknown); });
  EXPECT_EQ(error.code(), ErrorCode::Usage);
  EXPECT_STREQ(error.what(), "the host 'nowhere.invalid' cannot be found: test");
}

}  // namespace
}  // namespace privet::net
