// SPDX-License-Identifier: Apache-2.0
// A peer that says wrong sizes or sends what cannot be: the run ends with Error{Peer}, and nothing
// was allocated for what it claimed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/thread_pool.h"
#include "protocol/psi/private_intersection.h"
#include "tests/support/setting.h"
#include "tests/support/two_parties.h"

namespace privet::protocol::psi {
namespace {

using crypto::Randomness;
using net::Channel;
using testing_support::Line;
using Views = std::vector<std::string_view>;

const Views kItems{"one", "two", "three", "four", "five"};

using Role = std::function<void(const Setting&, PartyId, Items, std::size_t)>;

std::vector<std::pair<Role, Role>> roles() {
  return {{intersect_as_sender, [](const Setting& s, PartyId o, Items i,
                                   std::size_t m) { (void)intersect_as_receiver(s, o, i, m); }},
          {[](const Setting& s, PartyId o, Items i, std::size_t m) {
             const std::vector<std::byte> payloads(3 * i.size());
             send_payloads(s, o, i, {payloads, 3}, m);
           },
           [](const Setting& s, PartyId o, Items i, std::size_t m) {
             (void)receive_payloads(s, o, i, 3, m);
           }},
          {[](const Setting& s, PartyId o, Items i, std::size_t m) {
             (void)align_as_sender(s, o, i, m);
           },
           [](const Setting& s, PartyId o, Items i, std::size_t m) {
             (void)align_as_receiver(s, o, i, m);
           }},
          {count_as_sender, [](const Setting& s, PartyId o, Items i, std::size_t m) {
             (void)count_as_receiver(s, o, i, m);
           }}};
}

// Every byte that is sent goes through `change`, with its number.
class TamperingChannel final : public Channel {
 public:
  using Change = std::function<void(std::uint64_t at, std::byte& byte)>;
  TamperingChannel(Channel& inner, Change change) : inner_(inner), change_(std::move(change)) {}
  void send(std::span<const std::byte> bytes) override { inner_.send(changed(bytes)); }
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override { inner_.receive(bytes); }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    inner_.exchange(changed(out), in);
  }
  void close() noexcept override { inner_.close(); }

 private:
  std::vector<std::byte> changed(std::span<const std::byte> bytes) {
    std::vector<std::byte> out(bytes.begin(), bytes.end());
    for (auto& byte : out) change_(sent_++, byte);
    return out;
  }
  Channel& inner_;
  Change change_;
  std::uint64_t sent_ = 0;
};

// How the honest side ends when its peer's bytes are changed; nothing if it came to its end.
std::optional<Error> honest_end(const Role& honest, const Role& liar,
                                const TamperingChannel::Change& change,
                                int milliseconds = 120'000) {
  std::optional<Error> end;
  const auto side = [&](const Role& role, Channel& channel, std::uint64_t seed) {
    auto randomness = Randomness::repeatable(seed);
    const testing_support::TestSetting setting(
        channel, seed == 1 ? circuit::Side::First : circuit::Side::Second, randomness);
    role(setting, setting.other(), kItems, 100);
  };
  auto [left, right] =
      testing_support::make_pair(Line::Memory, testing_support::quick(milliseconds));
  testing_support::run_two(
      *left, *right,
      [&](Channel& channel) {
        try {
          side(honest, channel, 1);
        } catch (const Error& error) {
          end = error;
        }
        channel.close();
        return 0;
      },
      [&](Channel& channel) {
        TamperingChannel lying(channel, change);
        try {
          side(liar, lying, 2);
        } catch (const Error&) {
        }
        channel.close();  // what it did not say will not come
        return 0;
      });
  return end;
}

testing::AssertionResult refused(const std::optional<Error>& end, std::string_view words) {
  if (!end) return testing::AssertionFailure() << "it came to its end";
  if (end->code() == ErrorCode::Peer && end->message().find(words) != std::string::npos) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << end->what();
}
constexpr std::string_view kOtherBeginning =
    "expected the set intersection agreed on, got something else";
constexpr std::string_view kNoOrder = "expected them in ascending order, got another order";

// Words of the first message: mark, what and role, size, bytes of a payload.
TamperingChannel::Change set_word(std::size_t word, std::uint64_t value) {
  return [=](std::uint64_t at, std::byte& byte) {
    if (at / 8 == word) byte = static_cast<std::byte>((value >> (8 * (at % 8))) & 0xffU);
  };
}

TEST(LyingPeer, SizesThatAreTooLargeAndOtherBeginningsAreRefused) {
  for (const auto& [send, receive] : roles()) {
    for (const auto& [honest, liar] : {std::pair(send, receive), std::pair(receive, send)}) {
      EXPECT_TRUE(refused(honest_end(honest, liar, set_word(0, 1)), kOtherBeginning));
      EXPECT_TRUE(refused(honest_end(honest, liar, set_word(1, 7)), kOtherBeginning));
      EXPECT_TRUE(refused(honest_end(honest, liar, set_word(3, 1'000)), kOtherBeginning));
      for (const std::uint64_t size :
           {std::uint64_t{101}, std::uint64_t{1} << 40U, ~std::uint64_t{0}}) {
        const auto end = honest_end(honest, liar, set_word(2, size), 2'000);
        EXPECT_TRUE(
            refused(end, "its number of items: expected at most 100, got " + std::to_string(size)));
      }
    }
  }
}

// The messages do not fit then: both wait for each other until the time is over, or one is done.
TEST(LyingPeer, SizesThatAreNotTheSetsEndInTime) {
  for (const std::size_t variant : {0U, 3U}) {
    const auto [send, receive] = roles()[variant];
    for (const auto& [honest, liar] : {std::pair(send, receive), std::pair(receive, send)}) {
      for (const std::uint64_t size : {4U, 90U}) {
        const auto end = honest_end(honest, liar, set_word(2, size), 200);
        EXPECT_TRUE(!end || end->code() == ErrorCode::Peer) << size;
      }
    }
  }
}

TEST(LyingPeer, BothInTheSameRoleOrAfterAnotherResultIsRefused) {
  const auto all = roles();
  const auto nothing = [](std::uint64_t, std::byte&) {};
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_TRUE(refused(honest_end(all[i].first, all[i].first, nothing), kOtherBeginning));
    const auto& other = all[(i + 1) % all.size()].first;
    EXPECT_TRUE(refused(honest_end(all[i].second, other, nothing), kOtherBeginning));
  }
}

// How many bytes an honest role sends.
std::uint64_t sent_by(const Role& role, const Role& other) {
  std::uint64_t sent = 0;
  const auto count = [&](std::uint64_t at, std::byte&) { sent = at + 1; };
  (void)honest_end(other, role, count);
  return sent;
}

TEST(LyingPeer, TagsOutOfOrderAreRefused) {
  for (std::size_t variant = 0; variant < 3; ++variant) {
    const auto [send, receive] = roles()[variant];
    const std::uint64_t record = 6 + (variant == 1 ? 3U : 0U);  // 40 + 3 + 3 bits
    const auto begin = sent_by(send, receive) - 5 * record;
    const auto highest_first = [=](std::uint64_t at, std::byte& byte) {
      if (at >= begin && at < begin + 6) byte = std::byte{0xff};
    };
    EXPECT_TRUE(refused(honest_end(receive, send, highest_first), kNoOrder)) << variant;
  }
}

TEST(LyingPeer, MoreCommonItemsThanThereAreIsRefused) {
  const auto [send, receive] = roles()[2];
  const auto begin = sent_by(receive, send) - 1;
  const auto beyond = [=](std::uint64_t at, std::byte& byte) {
    if (at == begin) byte |= std::byte{0x20};  // the sixth of five
  };
  EXPECT_TRUE(refused(honest_end(send, receive, beyond),
                      "the common items: expected some of both sides' items, got others"));
}

TEST(LyingPeer, HashedItemsThatAreNoneOrOutOfOrderAreRefused) {
  const auto [send, receive] = roles()[3];
  const auto all = [](std::byte value) {
    return [value](std::uint64_t at, std::byte& byte) {
      if (at >= 32 && at < 64) byte = value;
    };
  };
  EXPECT_TRUE(refused(honest_end(receive, send, all(std::byte{0xff})), kNoOrder));
  EXPECT_TRUE(refused(honest_end(send, receive, all(std::byte{0x00})), ""));  // no point
  const auto last = sent_by(send, receive) - 32;
  const auto zero_last = [=](std::uint64_t at, std::byte& byte) {
    if (at >= last) byte = std::byte{0};
  };
  EXPECT_TRUE(refused(honest_end(receive, send, zero_last), kNoOrder));
}

TEST(LyingPeer, OwnSetsThatAreNoneAreRefusedBeforeAWord) {
  auto [left, right] = testing_support::make_pair(Line::Memory, testing_support::quick(500));
  testing_support::TestSetting setting(*left, circuit::Side::First);
  const auto refused = [&](const Views& items, std::size_t largest, const Role& role) {
    try {
      role(setting, setting.other(), items, largest);
    } catch (const Error& error) {
      return error.code() == ErrorCode::Usage ? error.message() : std::string("another code");
    }
    return std::string("nothing");
  };
  for (const auto& [send, receive] : roles()) {
    for (const auto& role : {send, receive}) {
      EXPECT_EQ(refused({"a", "b", "a"}, 100, role),
                "items 1 and 3 are the same: a set has every item once");
      EXPECT_EQ(refused({"a", "b", "c"}, 2, role), "a set of 3 items is larger than the agreed 2");
    }
  }
  EXPECT_TRUE(setting.ledger().entries().empty());
}

}  // namespace
}  // namespace privet::protocol::psi
