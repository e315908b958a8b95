// SPDX-License-Identifier: Apache-2.0
// Messages around a ring: every party sends to one neighbour and receives from the other at once,
// however long the messages are and however little the lines hold.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "net/counting.h"
#include "net/digest.h"
#include "net/slow_link.h"
#include "tests/support/two_parties.h"

namespace privet::net {
namespace {

using testing_support::Line;
using testing_support::quick;

constexpr std::size_t kParties = 3;

std::byte byte_of(std::size_t party, std::size_t at) {
  return static_cast<std::byte>((at * 31 + at / 251 + 7 * party) & 0xffU);
}

// Party i's line to the next one, and to the one before it.
struct Lines {
  std::array<std::unique_ptr<Channel>, kParties> to_next;
  std::array<std::unique_ptr<Channel>, kParties> to_previous;
};

template <class Make>
Lines ring_of(Make make) {
  Lines out;
  for (std::size_t i = 0; i < kParties; ++i) {
    auto [a, b] = make();
    out.to_next.at(i) = std::move(a);
    out.to_previous.at((i + 1) % kParties) = std::move(b);
  }
  return out;
}

// Party `own` sends its bytes to the previous party; what came from the next one is checked.
void pass(Channel& to, Channel& from, std::size_t own, std::size_t size) {
  std::size_t made = 0;
  std::size_t taken = 0;
  std::size_t wrong = 0;
  to.exchange_around({size,
                      [&](std::size_t at, std::span<std::byte> bytes) {
                        EXPECT_EQ(at, made);
                        made += bytes.size();
                        for (std::size_t i = 0; i < bytes.size(); ++i) {
                          bytes[i] = byte_of(own, at + i);
                        }
                      },
                      [&](std::size_t at, std::span<const std::byte> bytes) {
                        EXPECT_EQ(at, taken);
                        taken += bytes.size();
                        EXPECT_LE(taken, made);
                        for (std::size_t i = 0; i < bytes.size(); ++i) {
                          wrong += bytes[i] != byte_of((own + 1) % kParties, at + i) ? 1 : 0;
                        }
                      }},
                     from);
  EXPECT_EQ(made, size);
  EXPECT_EQ(taken, size);
  EXPECT_EQ(wrong, 0U);
}

// act(party) at each of them; the codes of their errors.
template <class Act>
std::array<std::optional<ErrorCode>, kParties> at_all(Act act) {
  std::array<std::future<std::optional<ErrorCode>>, kParties> running;
  for (std::size_t i = 0; i < kParties; ++i) {
    running.at(i) = std::async(std::launch::async, [&act, i]() -> std::optional<ErrorCode> {
      try {
        act(i);
        return std::nullopt;
      } catch (const Error& error) {
        return error.code();
      }
    });
  }
  return {running[0].get(), running[1].get(), running[2].get()};
}

constexpr std::array<std::optional<ErrorCode>, kParties> kSound{};

TEST(Ring, CarriesAnySizeInOneRound) {
  for (const auto line : testing_support::kAllLines) {
    auto lines = ring_of([&] { return testing_support::make_pair(line); });
    const auto ends = at_all([&](std::size_t own) {
      Turns turns;
      CountingChannel to(*lines.to_previous.at(own), &turns);
      CountingChannel from(*lines.to_next.at(own), &turns);
      std::uint64_t sent = 0;
      std::uint64_t rounds = 0;
      for (const std::size_t size : {1U, 8U, 16'384U, 16'385U, 100'000U, 9'000'001U}) {
        pass(to, from, own, size);
        sent += size;
        EXPECT_EQ(turns.rounds(), ++rounds) << size;
      }
      pass(to, from, own, 0);
      EXPECT_EQ(turns.rounds(), rounds);
      EXPECT_EQ(to.traffic().sent, sent);
      EXPECT_EQ(from.traffic().received, sent);
    });
    EXPECT_EQ(ends, kSound);
  }
}

// Lines that hold next to nothing.
TEST(Ring, NeedsNoRoomOnTheLines) {
  auto lines = ring_of([] { return make_memory_pair(quick(), 1000); });
  EXPECT_EQ(at_all([&](std::size_t own) {
              pass(*lines.to_previous.at(own), *lines.to_next.at(own), own, 200'000);
            }),
            kSound);
}

// Some lines take turns, others do not; both are hashed as they passed.
TEST(Ring, LinesOfDifferentKindsWorkTogether) {
  auto lines = ring_of([] { return testing_support::make_pair(Line::Tcp); });
  std::array<std::string, kParties> sent;
  std::array<std::string, kParties> received;
  EXPECT_EQ(at_all([&](std::size_t own) {
              DigestChannel to(*lines.to_previous.at(own));
              DigestChannel from(*lines.to_next.at(own));
              pass(to, from, own, 300'001);
              sent.at(own) = to.sent_digest();
              received.at(own) = from.received_digest();
            }),
            kSound);
  for (std::size_t i = 0; i < kParties; ++i) EXPECT_EQ(received.at(i), sent.at((i + 1) % kParties));
  EXPECT_EQ(at_all([&](std::size_t own) {
              SlowLinkChannel to(*lines.to_previous.at(own), {});
              SlowLinkChannel from(*lines.to_next.at(own), {});
              pass(to, from, own, 300'001);
            }),
            kSound);
}

TEST(Ring, APartyThatIsSilentOrGoneEndsTheWait) {
  for (const bool gone : {false, true}) {
    auto lines = ring_of([] { return make_memory_pair(quick(300), 1000); });
    const auto ends = at_all([&](std::size_t own) {
      auto& to = *lines.to_previous.at(own);
      auto& from = *lines.to_next.at(own);
      if (own == 1 && gone) {
        to.close();
        from.close();
      }
      if (own == 1) return;
      try {
        pass(to, from, own, 200'000);
      } catch (...) {
        to.close();
        from.close();
        throw;
      }
    });
    EXPECT_EQ(ends[0], ErrorCode::Peer);
    EXPECT_EQ(ends[2], ErrorCode::Peer);
  }
}

TEST(Ring, TheWishToStopIsHeard) {
  std::atomic<bool> cancelled = false;
  auto options = quick(60'000);
  options.cancelled = &cancelled;
  auto lines = ring_of([&] { return make_memory_pair(options, 1000); });
  const auto ends = at_all([&](std::size_t own) {
    if (own == 1) {
      cancelled = true;
      return;
    }
    pass(*lines.to_previous.at(own), *lines.to_next.at(own), own, 200'000);
  });
  EXPECT_EQ(ends[0], ErrorCode::Interrupted);
  EXPECT_EQ(ends[2], ErrorCode::Interrupted);
}

}  // namespace
}  // namespace privet::net
