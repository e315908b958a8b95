// SPDX-License-Identifier: Apache-2.0
#include "session/session.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <future>
#include <string>

#include "base/error.h"
#include "net/faulty.h"
#include "net/slow_link.h"
#include "protocol/gmw/shared_bits.h"
#include "protocol/ot/pairwise.h"
#include "protocol/secure_sum.h"
#include "protocol/selection/add_and_compare.h"
#include "session/handshake.h"
#include "tests/support/borrowed.h"
#include "tests/support/recording.h"
#include "tests/support/replay.h"
#include "tests/support/two_parties.h"

namespace privet::session {

using protocol::protocol_only::line_to;
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

protocol::Forecast forecast(std::uint64_t most) {
  return {{kSum, {PartyId(1)}, PartyId(0), most}, {kSum, {PartyId(0)}, PartyId(1), most}};
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
  std::uint64_t most = 1;
};

// Opens a session and runs `task` in it; the error, or empty.
std::string attempt(const Side& side, std::unique_ptr<net::Channel> channel,
                    const std::function<void(Session&)>& task) {
  try {
    auto session = Session::open({side.names, PartyId(side.place)},
                                 one_line(side.place, std::move(channel)), agreement(side.support),
                                 forecast(side.most), crypto::Randomness(), {side.frame, {}});
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

TEST(Session, RunsAndItsLedgerEnforcesTheForecast) {
  for (const auto line : testing_support::kAllLines) {
    const auto [a, b] = meet(
        {.frame = 1000}, {.place = 1, .frame = 700},
        [](Session& session) {
          const PartyId peer(1 - session.parties().own.index());
          EXPECT_EQ(session.largest_frame(peer), 700U);
          const std::vector<std::uint64_t> mine{session.parties().own.index() + 10ULL};
          const privet::Run run(nullptr, nullptr, 1);
          const auto setting = session.setting(run);
          EXPECT_THROW(session.ledger().check_complete(), Error);
          const auto sum =
              protocol::secure_sum(setting, mine, 10, protocol::SumMethod::Shares, kSum);
          EXPECT_EQ(sum, std::vector<std::uint64_t>{21});
          EXPECT_NO_THROW(session.ledger().check_complete());
          const auto before = session.traffic(peer);
          try {
            (void)protocol::secure_sum(setting, mine, 10, protocol::SumMethod::Shares, kSum);
            ADD_FAILURE() << "opened twice";
          } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Policy);
          }
          EXPECT_EQ(session.traffic(peer), before);
          EXPECT_GT(session.traffic(peer).sent, 16U);
        },
        line);
    EXPECT_EQ(a, "");
    EXPECT_EQ(b, "");
  }
}

TEST(Session, EndsWhereAllSaidWhatWasAgreed) {
  const auto [a, b] = meet({}, {.place = 1}, [](Session& session) { session.finish(); });
  EXPECT_EQ(a, "");
  EXPECT_EQ(b, "");
  // One byte too many is noticed by whom it was sent to, and then by its sender.
  const auto [c, d] = meet({}, {.place = 1}, [](Session& session) {
    if (session.parties().own == PartyId(1)) {
      line_to(session.mesh(), PartyId(0)).send(std::vector{std::byte{0}});
    }
    session.finish();
  });
  EXPECT_TRUE(mentions(c, "sent the end of the run: expected")) << c;
  EXPECT_NE(d, "");  // it waits for the others to have found all well
}

TEST(Session, NamesTheParameterThatDiffers) {
  const auto [a, b] = meet({.support = 40}, {.place = 1, .support = 41}, nothing);
  EXPECT_TRUE(mentions(a, "min-support")) << a;
  EXPECT_TRUE(mentions(b, "min-support")) << b;
}

TEST(Session, NamesADifferentForecast) {
  const auto [a, b] = meet({.most = 1}, {.place = 1, .most = 2}, nothing);
  EXPECT_TRUE(mentions(a, "what the run opens")) << a;
  EXPECT_TRUE(mentions(b, "what the run opens")) << b;
}

// A circuit on shared bits needs transfers in both directions; a garbled one runs beside it.
TEST(Session, CircuitsOnSharedBitsRunInIt) {
  const auto [a, b] = meet({.most = 2}, {.place = 1, .most = 2}, [](Session& session) {
    const privet::Run run(nullptr, nullptr, 1);
    const auto setting = session.setting(run);
    const auto own = setting.own();
    const PartyId peer(1 - own.index());
    auto context = protocol::SharedBits::with(setting, peer);
    const std::vector<std::uint64_t> mine{own.index() == 0 ? 5U : 7U};
    const auto less = protocol::secure_less(context, mine, 8, circuit::Side::First, kSum);
    EXPECT_EQ(less.has_value(), own == PartyId(0));
    EXPECT_EQ(less.value_or(mine)[0], own == PartyId(0) ? 1U : 7U);
  });
  EXPECT_EQ(a, "");
  EXPECT_EQ(b, "");
}

// Transfers are made as the plan says, and as the line is when there is none.
TEST(Session, TransfersFollowThePlanOrTheLine) {
  const auto set_up = [](const TransferChoice& choice, double bits_per_second) {
    auto [left, right] = testing_support::make_pair(Line::Memory);
    const auto side = [&](std::uint32_t place, net::Channel& inner) {
      auto slow = std::make_unique<net::SlowLinkChannel>(
          inner, net::LinkSpeed{std::chrono::microseconds(0), bits_per_second});
      auto session = Session::open({{"north", "south"}, PartyId(place)},
                                   one_line(place, std::move(slow)), agreement(1), forecast(1),
                                   crypto::Randomness(), {net::kLargestFrame, choice});
      const privet::Run run(nullptr, nullptr, 1);
      const auto setting = session.setting(run);
      setting.transfers.prepare(setting.mesh);
      return session.plan(PartyId(1 - place));
    };
    auto other = std::async(std::launch::async, [&] { return side(1, *right); });
    const auto plan = side(0, *left);
    EXPECT_EQ(plan, other.get());
    return plan;
  };
  using protocol::OtPlan;
  EXPECT_EQ(set_up({}, 0), OtPlan());
  EXPECT_EQ(set_up({OtPlan(protocol::OtPiece::Lean), 0}, 0), OtPlan(protocol::OtPiece::Lean));
  EXPECT_EQ(set_up({std::nullopt, std::uint64_t{1} << 40U}, 20e6), OtPlan::silently());
}

TEST(Session, NamesADifferentListOfParties) {
  const auto [a, b] = meet({}, {.names = {"north", "west"}, .place = 1}, nothing);
  EXPECT_TRUE(mentions(a, "party 1")) << a;
  EXPECT_FALSE(b.empty());
  const auto [c, d] = meet({}, {.place = 0}, nothing);
  EXPECT_TRUE(mentions(c, "sent its place: expected party-2, got party-1")) << c;
}

TEST(Session, AFailureHereEndsTheOtherSideToo) {
  const auto [a, b] = meet({}, {.place = 1}, [](Session& session) {
    if (session.parties().own == PartyId(0)) throw Error(ErrorCode::Peer, "made to fail");
    std::vector<std::byte> never(1);
    line_to(session.mesh(), PartyId(0)).receive(never);
  });
  EXPECT_EQ(a, "made to fail");
  EXPECT_TRUE(mentions(b, "closed")) << b;
}

// Three parties of one run, or a party of one run among those of another.
std::vector<std::string> meet_across_runs(bool mixed) {
  // Two runs of the same job: party p of run r is 3 r + p. Lines join parties of the same run, or,
  // mixed, the third party's lines lead into the other run.
  std::vector<std::vector<std::unique_ptr<net::Channel>>> lines(6);
  for (auto& row : lines) row.resize(3);
  for (std::size_t run = 0; run < 2; ++run) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = i + 1; j < 3; ++j) {
        auto [a, b] = testing_support::make_pair(Line::Memory);
        const auto far = mixed && i == 0 && j == 2 ? 1 - run : run;
        lines[3 * run + i][j] = std::move(a);
        lines[3 * far + j][i] = std::move(b);
      }
    }
  }
  std::vector<std::future<std::string>> running;
  for (std::uint32_t at = 0; at < 6; ++at) {
    running.push_back(std::async(std::launch::async, [&, at]() -> std::string {
      try {
        (void)Session::open({{"a", "b", "c"}, PartyId(at % 3)}, std::move(lines[at]), agreement(40),
                            forecast(1), crypto::Randomness());
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Peer);
        return error.what();
      }
      return {};
    }));
  }
  std::vector<std::string> out;
  for (auto& one : running) out.push_back(one.get());
  return out;
}

TEST(Session, LinesOfTwoRunsOfTheSameJobCannotBeMixed) {
  for (const auto& error : meet_across_runs(false)) EXPECT_EQ(error, "");
  std::size_t named = 0;
  for (const auto& error : meet_across_runs(true)) {
    EXPECT_NE(error, "");
    named += mentions(error, "another run") ? 1 : 0;
  }
  EXPECT_GE(named, 1U);
}

TEST(Session, MessagesOfAnEarlierRunAreRefused) {
  std::vector<std::byte> overheard;
  std::vector<crypto::Digest> ids(2);
  for (int i = 0; i < 2; ++i) {
    auto [left, right] = testing_support::make_pair(Line::Memory);
    testing_support::RecordingChannel recorded(*left);
    auto other = std::async(std::launch::async, [&, channel = std::move(right)]() mutable {
      return attempt({.place = 1}, std::move(channel), nothing);
    });
    const auto keep = [&](Session& session) {
      ids[static_cast<std::size_t>(i)] = session.run_id();
    };
    EXPECT_EQ(attempt({}, std::make_unique<testing_support::BorrowedChannel>(recorded), keep), "");
    EXPECT_EQ(other.get(), "");
    overheard = recorded.received();
  }
  EXPECT_NE(ids[0], ids[1]);
  // The whole other side again, byte by byte, to a new session.
  const auto error =
      attempt({}, std::make_unique<testing_support::ReplayChannel>(overheard), nothing);
  EXPECT_TRUE(mentions(error, "another run")) << error;
}

TEST(Session, TheProgramsVersionIsPartOfTheAgreement) {
  auto [left, right] = testing_support::make_pair(Line::Memory);
  auto other = std::async(std::launch::async, [&, channel = std::move(right)]() mutable {
    return attempt({.place = 1}, std::move(channel), nothing);
  });
  // A peer that agrees on everything but says nothing of its version.
  Agreement without = agreement(40);
  without.add("party 0", "north");
  without.add("party 1", "south");
  EXPECT_THROW(
      (void)shake_hands(*left, {PartyId(0), PartyId(1), 2, 1000, Nonce{std::byte{1}}}, without),
      Error);
  const auto error = other.get();
  EXPECT_TRUE(mentions(error, "program version")) << error;
}

TEST(Handshake, RefusesItsOwnGreetingAndProof) {
  const Greeting greeting{PartyId(0), PartyId(1), 2, 1000, Nonce{std::byte{5}}};
  auto [left, right] = testing_support::make_pair(Line::Memory);
  auto mirror = std::async(std::launch::async, [&] {
    std::vector<std::byte> bytes(32);
    right->receive(bytes);
    right->send(bytes);
    right->flush();
  });
  EXPECT_THROW(confirm_run(*left, greeting, crypto::Digest{}), Error);
  mirror.get();
}

TEST(Handshake, RefusesGarbageAndEveryTruncation) {
  const auto listen = [](net::Channel& channel) -> std::string {
    try {
      (void)shake_hands(channel, {PartyId(0), PartyId(1), 2, 1000, {}}, agreement(1));
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
        (void)shake_hands(*channel, {PartyId(1), PartyId(0), 2, 1000, Nonce{std::byte{9}}},
                          agreement(1));
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
  EXPECT_TRUE(
      mentions(answer_with(version), "sent its version of the protocol: expected 3, got 7"));
  auto longer = good;
  longer.push_back(std::byte{0});
  EXPECT_NE(answer_with(longer), "");
}

}  // namespace
}  // namespace privet::session
