// SPDX-License-Identifier: Apache-2.0
#include "session/session.h"

#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <string>

#include "base/error.h"
#include "net/faulty.h"
#include "protocol/secure_sum.h"
#include "session/handshake.h"
#include "tests/support/two_parties.h"

namespace privet::session {
namespace {

using protocol::Opening;
using protocol::PartyId;
using testing_support::Line;

constexpr Opening kSum{"sum", "the task's own result"};

Agreement agreement(std::uint64_t support) {
  Agreement out;
  out.add("task", "rules");
  out.add("min-support", support);
  return out;
}

std::vector<std::unique_ptr<net::Channel>> one_line(std::size_t own,
                                                    std::unique_ptr<net::Channel> channel) {
  std::vector<std::unique_ptr<net::Channel>> out(2);
  out[1 - own] = std::move(channel);
  return out;
}

struct Side {
  std::vector<std::string> names{"north", "south"};
  std::uint32_t place = 0;
  std::uint64_t support = 40;
  std::uint32_t frame = 1000;
};

// Opens a session and runs `task` in it; the error, or empty.
std::string attempt(const Side& side, std::unique_ptr<net::Channel> channel,
                    const std::function<void(Session&)>& task) {
  try {
    auto session =
        Session::open({side.names, PartyId(side.place)}, one_line(side.place, std::move(channel)),
                      agreement(side.support), crypto::Randomness(), side.frame);
    session.run([&](Session& open) { task(open); });
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Peer) << error.what();
    return error.what();
  }
  return {};
}

std::pair<std::string, std::string> meet(const Side& a, const Side& b,
                                         const std::function<void(Session&)>& task,
                                         Line line = Line::Memory) {
  auto [left, right] = testing_support::make_pair(line);
  auto other = std::async(std::launch::async, [&, channel = std::move(right)]() mutable {
    return attempt(b, std::move(channel), task);
  });
  auto first = attempt(a, std::move(left), task);
  return {first, other.get()};
}

void nothing(Session& /*session*/) {}

bool mentions(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Session, RunsAndItsLedgerIsWhatWasDeclared) {
  for (const auto line : testing_support::kAllLines) {
    const auto [a, b] = meet(
        {.frame = 1000}, {.place = 1, .frame = 700},
        [](Session& session) {
          const PartyId peer(1 - session.parties().own.index());
          EXPECT_EQ(session.largest_frame(peer), 700U);
          const std::vector<std::uint64_t> mine{session.parties().own.index() + 10ULL};
          const auto sum =
              protocol::secure_sum(session.mesh(), session.randomness(), mine, 10,
                                   protocol::SumMethod::Shares, session.ledger(), kSum);
          EXPECT_EQ(sum, std::vector<std::uint64_t>{21});
          require_declared(session.ledger(), {{PartyId(0), "sum", ""}, {PartyId(1), "sum", ""}});
          EXPECT_THROW(require_declared(session.ledger(), {{PartyId(0), "sum", ""}}), Error);
          EXPECT_THROW(require_declared(session.ledger(), {{PartyId(0), "sum", ""},
                                                           {PartyId(1), "sum", ""},
                                                           {PartyId(1), "count", ""}}),
                       Error);
          EXPECT_GT(session.traffic(peer).sent, 16U);
        },
        line);
    EXPECT_EQ(a, "");
    EXPECT_EQ(b, "");
  }
}

TEST(Session, NamesTheParameterThatDiffers) {
  const auto [a, b] = meet({.support = 40}, {.place = 1, .support = 41}, nothing);
  EXPECT_TRUE(mentions(a, "min-support")) << a;
  EXPECT_TRUE(mentions(b, "min-support")) << b;
}

TEST(Session, NamesADifferentListOfParties) {
  const auto [a, b] = meet({}, {.names = {"north", "west"}, .place = 1}, nothing);
  EXPECT_TRUE(mentions(a, "party 1")) << a;
  EXPECT_FALSE(b.empty());
  const auto [c, d] = meet({}, {.place = 0}, nothing);
  EXPECT_TRUE(mentions(c, "says it is party 0")) << c;
}

TEST(Session, AFailureHereEndsTheOtherSideToo) {
  const auto [a, b] = meet({}, {.place = 1}, [](Session& session) {
    if (session.parties().own == PartyId(0)) throw Error(ErrorCode::Peer, "made to fail");
    std::vector<std::byte> never(1);
    session.mesh().to(PartyId(0)).receive(never);
  });
  EXPECT_EQ(a, "made to fail");
  EXPECT_TRUE(mentions(b, "closed")) << b;
}

TEST(Handshake, RefusesGarbageAndEveryTruncation) {
  const auto listen = [](net::Channel& channel) -> std::string {
    try {
      (void)shake_hands(channel, {PartyId(0), PartyId(1), 2, 1000}, agreement(1));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Peer);
      return error.what();
    }
    return {};
  };
  // A real greeting, overheard.
  std::vector<std::byte> good;
  {
    auto [left, right] = testing_support::make_pair(Line::Memory);
    auto talk = std::async(std::launch::async, [&, channel = right.get()] {
      try {
        (void)shake_hands(*channel, {PartyId(1), PartyId(0), 2, 1000}, agreement(1));
      } catch (const Error&) {
        return;  // nobody answers
      }
    });
    good = net::receive_frame(*left, 1U << 16U);
    left->close();
    talk.get();
  }
  const auto answer_with = [&](std::span<const std::byte> message) {
    auto [left, right] = testing_support::make_pair(Line::Memory);
    net::send_frame(*right, message);
    right->flush();
    return listen(*left);
  };
  EXPECT_EQ(answer_with(good), "");
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_NE(answer_with(std::span(good).first(size)), "") << size;
  }
  auto version = good;
  version[8] = std::byte{7};
  EXPECT_TRUE(mentions(answer_with(version), "version 7"));
  auto longer = good;
  longer.push_back(std::byte{0});
  EXPECT_NE(answer_with(longer), "");
}

}  // namespace
}  // namespace privet::session
