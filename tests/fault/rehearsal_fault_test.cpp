// SPDX-License-Identifier: Apache-2.0
// Rehearsals with real processes: the plain result when all goes well, one clear error and no
// process left when a party dies, stalls or the user stops, at any moment.
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>

#include "base/error.h"
#include "base/sampling.h"
#include "federation/rehearsal/rehearsal.h"

namespace privet::federation {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

Baskets random_baskets(std::size_t items, std::size_t count, std::uint64_t seed) {
  Sampler sampler(seed);
  Baskets out;
  for (std::size_t i = 0; i < items; ++i) out.add_item("item" + std::to_string(i));
  for (std::size_t b = 0; b < count; ++b) {
    std::vector<ItemId> basket;
    for (ItemId i = 0; i < items; ++i) {
      if (sampler.below(2) == 0) basket.push_back(i);
    }
    out.add(basket);
  }
  return out;
}

Job rules(std::size_t parties) {
  return {.task = "mine rules",
          .split = Split::Vertical,
          .protocol = "shares",
          .allow_weak = false,
          .parties = parties,
          .parameters = {{"min-support", "0.2"}}};
}

// Of three parties who do not collude.
Job replicated_rules() {
  auto out = rules(3);
  out.protocol = "replicated";
  out.trust = Trust::HonestMajority;
  return out;
}

RehearsalOptions options(milliseconds timeout, milliseconds delay) {
  RehearsalOptions out;
  out.program = PRIVET_PROGRAM;
  out.lines.timeout = timeout;
  out.lines.link.delay = delay;
  return out;
}

bool gone(pid_t id) {
  return ::kill(id, 0) != 0 && errno == ESRCH;
}

struct Ending {
  std::optional<ErrorCode> code;  // none: it came to its end
  std::string message;
  double seconds = 0;
};

// A rehearsal of three parties in which `blow` strikes after a while; no process may be left.
Ending run_with(milliseconds after, milliseconds timeout,
                const std::function<void(std::span<const pid_t>)>& blow,
                const std::atomic<bool>* cancelled = nullptr, const Job& job = rules(3),
                const DataSet& whole = random_baskets(9, 400, 1)) {
  auto setting = options(timeout, milliseconds(40));
  std::vector<pid_t> ids;
  std::jthread striker;
  setting.started = [&](std::span<const pid_t> started) {
    ids.assign(started.begin(), started.end());
    striker = std::jthread([&, after] {
      std::this_thread::sleep_for(after);
      blow(ids);
    });
  };
  Ending out;
  const auto start = Clock::now();
  try {
    (void)rehearse(whole, job, setting, Run(nullptr, cancelled, 1));
  } catch (const Error& error) {
    out.code = error.code();
    out.message = error.what();
  }
  out.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  EXPECT_EQ(ids.size(), 3U);
  for (const auto id : ids) EXPECT_TRUE(gone(id));
  return out;
}

TEST(Rehearsal, EqualsThePlainResult) {
  for (const std::size_t parties : {2U, 3U, 5U}) {
    const auto whole = random_baskets(10, 200, parties);
    std::vector<pid_t> ids;
    auto setting = options(milliseconds(60'000), milliseconds(0));
    setting.started = [&](std::span<const pid_t> started) {
      ids.assign(started.begin(), started.end());
    };
    const auto done = rehearse(whole, rules(parties), setting, privet::Run());
    EXPECT_TRUE(done.identical);
    EXPECT_EQ(done.parties.size(), parties);
    EXPECT_GT(done.rounds, 0U);
    // Of each other party four things; of all others together which candidates are frequent, and
    // their supports. With more than two, two of them are referees, who hold shares for the others.
    EXPECT_EQ(done.ledger.size(), parties * (4 * (parties - 1) + 2) + (parties > 2 ? 2U : 0U));
    for (const auto id : ids) EXPECT_TRUE(gone(id));
  }
}

TEST(Rehearsal, AnHonestMajorityEqualsThePlainResult) {
  const auto setting = options(milliseconds(60'000), milliseconds(0));
  const auto done =
      rehearse(random_baskets(10, 200, 3), replicated_rules(), setting, privet::Run());
  EXPECT_TRUE(done.identical);
  // Nobody answers around a ring, and still every message is waited for.
  for (const auto& party : done.parties) EXPECT_GT(party.rounds, 10U);
}

// A release of three sites: the first is a referee and leads, the last only takes part.
TEST(Rehearsal, AReleaseEndsWithTheSiteThatDiesOrLeaves) {
  std::vector<std::vector<std::string>> rows;
  for (int r = 0; r < 60; ++r) rows.push_back({std::to_string(r % 30), std::to_string(r % 7)});
  const DataSet whole = make_table({"age", "visits"}, rows);
  Job job{.task = "anonymize",
          .split = Split::Horizontal,
          .protocol = "shares",
          .allow_weak = false,
          .parties = 3,
          .parameters = {{"quasi", "age,visits"}, {"k", "3"}}};
  for (const std::size_t site : {0U, 2U}) {
    for (const int signal : {SIGKILL, SIGTERM}) {
      const auto ending = run_with(
          milliseconds(500), milliseconds(5000),
          [&](std::span<const pid_t> ids) { ::kill(ids[site], signal); }, nullptr, job, whole);
      ASSERT_TRUE(ending.code.has_value());
      EXPECT_NE(ending.message.find("party-" + std::to_string(site + 1)), std::string::npos)
          << ending.message;
      EXPECT_LT(ending.seconds, 8);
    }
  }
}

TEST(Rehearsal, APartyOfAnHonestMajorityKilledAtAnyMomentEndsAll) {
  for (const int after : {0, 200, 500}) {
    for (const std::size_t victim : {0U, 1U, 2U}) {
      const auto end = run_with(
          milliseconds(after), milliseconds(30'000),
          [&](std::span<const pid_t> ids) { ::kill(ids[victim], SIGKILL); }, nullptr,
          replicated_rules());
      EXPECT_EQ(end.code, ErrorCode::Peer) << after;
      EXPECT_EQ(end.message, "party-" + std::to_string(victim + 1) +
                                 " ended by signal 9 before it had an answer");
    }
  }
}

TEST(Rehearsal, AStalledPartyOfAnHonestMajorityEndsAllWithinTheTimeout) {
  for (const int after : {0, 300}) {
    const auto end = run_with(
        milliseconds(after), milliseconds(2'000),
        [&](std::span<const pid_t> ids) { ::kill(ids[1], SIGSTOP); }, nullptr, replicated_rules());
    EXPECT_EQ(end.code, ErrorCode::Peer) << after;
    EXPECT_NE(end.message.find("party-2"), std::string::npos) << end.message;
  }
}

TEST(Rehearsal, APartyKilledAtAnyMomentEndsAll) {
  for (const int after : {0, 50, 300, 700}) {
    for (const std::size_t victim : {0U, 2U}) {
      const auto end = run_with(milliseconds(after), milliseconds(30'000),
                                [&](std::span<const pid_t> ids) { ::kill(ids[victim], SIGKILL); });
      EXPECT_EQ(end.code, ErrorCode::Peer) << after;
      EXPECT_EQ(end.message, "party-" + std::to_string(victim + 1) +
                                 " ended by signal 9 before it had an answer");
      EXPECT_LT(end.seconds, 15);
    }
  }
}

TEST(Rehearsal, AStalledPartyEndsAllWithinTheTimeout) {
  for (const int after : {0, 400}) {
    const auto end = run_with(milliseconds(after), milliseconds(2'000),
                              [&](std::span<const pid_t> ids) { ::kill(ids[1], SIGSTOP); });
    EXPECT_EQ(end.code, ErrorCode::Peer) << after;
    EXPECT_NE(end.message.find("party-2"), std::string::npos) << end.message;
    EXPECT_LT(end.seconds, 15);
  }
}

TEST(Rehearsal, AllPartiesStalledEndsToo) {
  const auto end =
      run_with(milliseconds(300), milliseconds(2'000), [&](std::span<const pid_t> ids) {
        for (const auto id : ids) ::kill(id, SIGSTOP);
      });
  EXPECT_EQ(end.code, ErrorCode::Peer);
  EXPECT_LT(end.seconds, 15);
}

// Two stand-ins; how the rehearsal with them ends.
std::string ending_of(const std::string& first, const std::string& second) {
  auto setting = options(milliseconds(2'000), milliseconds(0));
  setting.program = STAND_IN_PARTY;
  setting.arguments = {first, second};
  try {
    (void)rehearse(random_baskets(4, 10, 1), rules(2), setting, privet::Run());
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Rehearsal, PartiesThatWaitForEachOtherAreEnded) {
  EXPECT_EQ(ending_of("waits", "waits"),
            "no party has computed or sent anything for 2000 ms: they wait for each other "
            "(party-1: pretending, party-2: pretending)");
}

TEST(Rehearsal, APartyThatComputesOrSendsHasAllTheTimeItNeeds) {
  EXPECT_NE(ending_of("waits", "computes").find("came to its end"), std::string::npos);
  EXPECT_NE(ending_of("waits", "sends").find("came to its end"), std::string::npos);
}

TEST(Rehearsal, TheUserCanStopIt) {
  std::atomic<bool> cancelled = false;
  const auto end = run_with(
      milliseconds(300), milliseconds(30'000), [&](std::span<const pid_t>) { cancelled = true; },
      &cancelled);
  EXPECT_EQ(end.code, ErrorCode::Interrupted);
  EXPECT_LT(end.seconds, 10);
}

// Does the process handle this signal by now?
bool handles(pid_t id, int signal) {
  std::ifstream status("/proc/" + std::to_string(id) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("SigCgt:")) continue;
    return ((std::stoull(line.substr(7), nullptr, 16) >> (signal - 1)) & 1U) != 0;
  }
  return false;
}

TEST(Rehearsal, APartyThatIsAskedToStopEndsAllWithoutATimeout) {
  const auto end = run_with(milliseconds(0), milliseconds(60'000), [&](std::span<const pid_t> ids) {
    while (!handles(ids[1], SIGTERM) && !gone(ids[1])) std::this_thread::sleep_for(milliseconds(5));
    ::kill(ids[1], SIGTERM);
  });
  EXPECT_EQ(end.code, ErrorCode::Interrupted) << end.message;
  EXPECT_TRUE(end.message.starts_with("party-2: interrupted")) << end.message;
}

TEST(Rehearsal, AProgramThatIsNoPartyIsNoticed) {
  auto setting = options(milliseconds(5'000), milliseconds(0));
  setting.program = "/bin/true";
  try {
    (void)rehearse(random_baskets(4, 10, 1), rules(2), setting, privet::Run());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Peer);
  }
  setting.program = "/no/such/program";
  EXPECT_THROW((void)rehearse(random_baskets(4, 10, 1), rules(2), setting, privet::Run()), Error);
}

}  // namespace
}  // namespace privet::federation
