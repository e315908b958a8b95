// SPDX-License-Identifier: Apache-2.0
// When what follows from the data is compared, and how long agreeing may take.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <string>
#include <thread>

#include "base/error.h"
#include "session/session.h"
#include "tests/support/borrowed.h"
#include "tests/support/recording.h"
#include "tests/support/two_parties.h"

namespace privet::session {
namespace {

using protocol::Opening;
using protocol::PartyId;
using testing_support::Line;

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

constexpr Opening kRows{"rows", "compared before the run"};

protocol::Forecast forecast_of_rows() {
  return {{kRows, {PartyId(1)}, PartyId(0), 1}, {kRows, {PartyId(0)}, PartyId(1), 1}};
}

// Opens a session about `rows` rows; what was received, and the error if there was one.
std::pair<std::vector<std::byte>, std::string> agree_on_rows(std::uint32_t place,
                                                             net::Channel& line,
                                                             std::uint64_t support,
                                                             std::uint64_t rows) {
  testing_support::RecordingChannel watched(line);
  std::string error;
  try {
    auto agreed = agreement(support);
    agreed.add_of_data("rows", rows, kRows);
    auto session =
        Session::open({{"north", "south"}, PartyId(place)},
                      one_line(place, std::make_unique<testing_support::BorrowedChannel>(watched)),
                      agreed, forecast_of_rows(), crypto::Randomness());
    EXPECT_EQ(session.ledger().entries().size(), 2U);
    EXPECT_NO_THROW(session.ledger().check_complete());
  } catch (const Error& refused) {
    error = refused.what();
  }
  return {watched.received(), error};
}

struct Met {
  std::pair<std::vector<std::byte>, std::string> north, south;
};
Met meet_about_rows(std::uint64_t support, std::uint64_t rows) {
  auto [left, right] = testing_support::make_pair(Line::Memory);
  auto other = std::async(std::launch::async, [&, line = std::move(right)] {
    return agree_on_rows(1, *line, support, rows);
  });
  auto north = agree_on_rows(0, *left, 40, 1234);
  left->close();
  return {std::move(north), other.get()};
}

bool contains(std::span<const std::byte> bytes, std::span<const std::byte> part) {
  return !std::ranges::search(bytes, part).empty();
}

// A hash of a number of rows is soon guessed: the greeting has none, neither of the value alone nor
// with its name. A party that does not agree on the job learns nothing of it.
TEST(Session, RowsAreComparedOnlyWhenAllElseIsAgreed) {
  const auto agreed = meet_about_rows(40, 1234);
  EXPECT_EQ(agreed.north.second + agreed.south.second, "");
  const std::uint64_t rows = 1234;
  EXPECT_TRUE(contains(agreed.south.first, std::as_bytes(std::span(&rows, 1))));

  const auto other_job = meet_about_rows(41, 1234);
  EXPECT_NE(other_job.south.second.find("'min-support'"), std::string::npos)
      << other_job.south.second;
  const auto& seen = other_job.south.first;
  EXPECT_FALSE(contains(seen, std::as_bytes(std::span(&rows, 1))));
  // The same greeting whatever the rows are, except its nonce.
  Agreement few = agreement(40);
  few.add_of_data("rows", 5, kRows);
  Agreement many = agreement(40);
  many.add_of_data("rows", 6, kRows);
  EXPECT_EQ(few.hashes(), many.hashes());
  EXPECT_EQ(few.digest(), many.digest());

  const auto other_rows = meet_about_rows(40, 1235);
  EXPECT_NE(other_rows.north.second.find("sent the number of rows: expected"), std::string::npos)
      << other_rows.north.second;
}

// A party that sends its greeting a byte at a time does not hold the others up.
TEST(Session, TheAgreementHasAnAbsoluteEnd) {
  net::PhaseLimit phase;
  auto options = testing_support::quick();
  options.phase = &phase;
  auto [left, right] = testing_support::make_tcp_pair(options);
  std::atomic<bool> over = false;
  auto dripping = std::async(std::launch::async, [&, peer = std::move(right)] {
    // A frame's length first, then its bytes, for much longer than the limit.
    const std::vector<std::byte> greeting{std::byte{0xff}, std::byte{0}, std::byte{0},
                                          std::byte{0}};
    for (std::size_t i = 0; !over; ++i) {
      try {
        peer->send(std::span(greeting).subspan(i % 4, 1));
        peer->flush();
      } catch (const Error&) {
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  SessionOptions how;
  how.phases = {&phase, std::chrono::milliseconds(300), std::chrono::hours(1)};
  try {
    (void)Session::open({{"north", "south"}, PartyId(0)}, one_line(0, std::move(left)),
                        agreement(40), {}, crypto::Randomness(), how);
    ADD_FAILURE() << "it agreed";
  } catch (const Error& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("agreeing on the job with")) << error.what();
  }
  over = true;
  dripping.get();
}

}  // namespace
}  // namespace privet::session
