// SPDX-License-Identifier: Apache-2.0
// Daemons that are killed, cut off, flooded or asked too much: nothing hangs, no half result, and
// the next job runs.
#include <gtest/gtest.h>
#include <algorithm>

#include <array>
#include <filesystem>
#include <random>
#include <thread>

#include "base/error.h"
#include "net/identity.h"
#include "net/tcp.h"
#include "net/tls.h"
#include "party/store/job_store.h"
#include "tests/system/daemons.h"
#include "tests/system/tables.h"

namespace privet {
namespace {

using testing_support::Daemons;
using testing_support::People;
using Clock = std::chrono::steady_clock;

constexpr std::string_view kTree =
    "task = \"mine tree\"\nparties = [\"a\", \"b\", \"c\"]\ntable = \"t\"\nclass_party = \"c\"\n"
    "[parameters]\nclass = \"ill\"\n";
constexpr std::string_view kRules =
    "task = \"mine rules\"\nparties = [\"a\", \"b\", \"c\"]\ntable = \"t\"\n[parameters]\n"
    "min-support = 0.5\nmax-size = 2\n";

struct Scene {
  People people{60};
  Daemons daemons{{"a", "b", "c"}};

  Scene() {
    const std::vector<std::vector<std::size_t>> columns{{1}, {2}, {3, 6}};
    for (std::size_t p = 0; p < 3; ++p) {
      const auto name = daemons.names()[p];
      daemons.add_csv(name, "t", people.csv(columns[p], 0, people.rows.size()));
      // A party that is gone is noticed soon.
      const auto path = daemons.folder(name).config();
      auto text = testing_support::read_text(path);
      const std::string from = "silence_seconds = 30";
      text.replace(text.find(from), from.size(), "silence_seconds = 4");
      testing_support::write_file(path, text);
    }
    daemons.start_all();
    daemons.meet_all();
  }
};

// Where the victim is with the job when it is killed.
std::string phase_at(const Daemons& daemons, const std::string& victim, const std::string& id) {
  try {
    const auto job = daemons.ask(victim, {{"do", "show"}, {"id", id}});
    const auto* stage = job.find("stage");
    return job.at("state").text() + (stage == nullptr ? "" : ", " + stage->text());
  } catch (const Error&) {
    return "not proposed yet";
  }
}

TEST(PartyFaults, KilledAtRandomPointsAllPartiesEndAlikeAndTheNextJobRuns) {
  Scene scene;
  std::mt19937 draw(11);
  const char* const given = std::getenv("PRIVET_KILLS");
  const int kills = given == nullptr ? 50 : std::atoi(given);
  std::map<std::string, int> ends;
  std::map<std::string, int> phases;
  for (int round = 0; round < kills; ++round) {
    const auto id = scene.daemons.submit("a", std::string(kTree));
    std::this_thread::sleep_for(std::chrono::milliseconds(draw() % 1200));
    const auto victim = scene.daemons.names()[draw() % 3];
    ++phases[phase_at(scene.daemons, victim, id)];
    scene.daemons.kill(victim);
    // Those who are left come to an end, or wait for the dead one to say whether it is done.
    std::this_thread::sleep_for(std::chrono::milliseconds(draw() % 300));
    scene.daemons.start(victim);
    const auto begin = Clock::now();
    std::vector<std::string> states;
    for (const auto& name : scene.daemons.names()) {
      const auto job = scene.daemons.wait(name, id, std::chrono::seconds(60));
      states.push_back(job.at("state").text());
      if (states.back() == "failed") {
        EXPECT_FALSE(job.at("reason").text().empty());
        // Never half a result.
        EXPECT_THROW((void)scene.daemons.ask(name, {{"do", "result"}, {"id", id}}), Error);
      }
    }
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(60)) << round;
    EXPECT_TRUE(states[0] == "done" || states[0] == "failed") << round << " " << states[0];
    EXPECT_EQ(states[0], states[1]) << round;
    EXPECT_EQ(states[0], states[2]) << round;
    ++ends[states[0]];
  }
  for (const auto& [state, count] : ends) std::cout << count << " " << state << "\n";
  for (const auto& [phase, count] : phases) std::cout << count << " killed in: " << phase << "\n";
  const auto id = scene.daemons.submit("b", std::string(kTree));
  for (const auto& name : scene.daemons.names()) {
    EXPECT_EQ(scene.daemons.wait(name, id).at("state").text(), "done");
    EXPECT_EQ(
        scene.daemons.run({"party", "audit", "verify", "--folder", scene.daemons.folder(name).root})
            .status,
        0);
  }
}

TEST(PartyFaults, APartyThatStandsStillEndsTheJob) {
  Scene scene;
  const auto id = scene.daemons.submit("a", std::string(kTree));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  ::kill(scene.daemons.process("b"), SIGSTOP);
  const auto begin = Clock::now();
  const auto job = scene.daemons.wait("a", id, std::chrono::seconds(60));
  ::kill(scene.daemons.process("b"), SIGCONT);
  // It may have been done by then.
  if (job.at("state").text() != "done") {
    EXPECT_EQ(job.at("state").text(), "failed");
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(40));
  }
  for (const auto& name : scene.daemons.names()) {
    EXPECT_EQ(scene.daemons.wait(name, id).at("state").text(), job.at("state").text());
  }
}

TEST(PartyFaults, ACancelledJobEndsAtAllPartiesAndADaemonStopsGracefully) {
  Scene scene;
  const auto id = scene.daemons.submit("a", std::string(kTree));
  while (scene.daemons.state("a", id) == "approved") {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  bool cancelled = true;
  try {
    (void)scene.daemons.ask("c", {{"do", "cancel"}, {"id", id}, {"reason", "a mistake"}});
  } catch (const Error&) {
    cancelled = false;  // it was done
  }
  for (const auto& name : scene.daemons.names()) {
    const auto job = scene.daemons.wait(name, id);
    if (!cancelled) continue;
    EXPECT_TRUE(job.at("state").text() == "cancelled" || job.at("state").text() == "done");
  }
  const auto next = scene.daemons.submit("a", std::string(kTree));
  while (scene.daemons.state("a", next) == "approved") {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(scene.daemons.stop("b"), 0);
  const auto there = scene.daemons.wait("a", next, std::chrono::seconds(30));
  EXPECT_TRUE(there.at("state").text() == "failed" || there.at("state").text() == "done");
  scene.daemons.start("b");
  EXPECT_EQ(scene.daemons.wait("b", next).at("state").text(), there.at("state").text());
}

// Callers of every bad kind.
class Flood {
 public:
  explicit Flood(std::uint16_t port) : port_(port) {}
  void call(int kind) {
    net::ChannelOptions options;
    options.timeout = std::chrono::seconds(5);
    auto carrier = net::connect_tcp("127.0.0.1", port_, options);
    std::vector<std::byte> noise(200);
    for (auto& byte : noise) byte = static_cast<std::byte>(draw_());
    if (kind == 0) (void)carrier->write_some(noise);     // random bytes, and away
    if (kind == 1) held_.push_back(std::move(carrier));  // says nothing
    if (kind == 2) {                                     // the beginning of a handshake
      const std::vector<std::byte> hello{std::byte{0x16}, std::byte{3}, std::byte{1}, std::byte{2}};
      (void)carrier->write_some(hello);
      held_.push_back(std::move(carrier));
    }
    if (kind == 3) {  // a whole handshake with a certificate that nobody knows
      options.timeout = std::chrono::milliseconds(300);
      try {
        (void)net::connect_tls(std::move(carrier), net::make_identity("b", std::chrono::hours(1)),
                               {"a", {}, std::string(64, '0')}, options);
      } catch (const Error&) {
      }
    }
    if (held_.size() > 100) held_.erase(held_.begin());
  }

 private:
  std::uint16_t port_;
  std::mt19937 draw_{3};
  std::vector<std::unique_ptr<net::TcpStream>> held_;
};

TEST(PartyFaults, AThousandBadCallersDoNotDisturbAJob) {
  Scene scene;
  const auto warm = scene.daemons.submit("a", std::string(kTree));
  ASSERT_EQ(scene.daemons.wait("a", warm).at("state").text(), "done");
  ASSERT_EQ(scene.daemons.wait("b", warm).at("state").text(), "done");
  const auto descriptors = scene.daemons.descriptors("a");
  std::vector<std::string> jobs;
  {
    Flood flood(scene.daemons.port("a"));
    for (int i = 0; i < 200; ++i) flood.call(i % 4);
    const auto memory = scene.daemons.memory("a");
    jobs.push_back(scene.daemons.submit("b", std::string(kTree)));
    for (int i = 200; i < 1000; ++i) {
      flood.call(i % 4);
      if (i % 300 == 0) jobs.push_back(scene.daemons.submit("b", std::string(kTree)));
    }
    for (const auto& id : jobs) {
      const auto job = scene.daemons.wait("b", id);
      EXPECT_EQ(job.at("state").text(), "done") << job.dump(1);
    }
    // Flat, except for what the allocator keeps.
    EXPECT_LT(scene.daemons.memory("a"), memory + 32 * 1024);
  }
  const auto deadline = Clock::now() + std::chrono::seconds(20);
  while (scene.daemons.descriptors("a") > descriptors + 4 && Clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  EXPECT_LE(scene.daemons.descriptors("a"), descriptors + 4);
}

TEST(PartyFaults, ManyQueuedJobsAllRunAndNothingGrows) {
  Scene scene;
  const char* const given = std::getenv("PRIVET_QUEUE");
  const int most = given == nullptr ? 200 : std::atoi(given);
  std::vector<std::string> jobs;
  for (int i = 0; i < 10; ++i) jobs.push_back(scene.daemons.submit("a", std::string(kRules)));
  for (const auto& id : jobs) ASSERT_EQ(scene.daemons.wait("a", id).at("state").text(), "done");
  const auto memory = scene.daemons.memory("a");
  const auto descriptors = scene.daemons.descriptors("a");
  jobs.clear();
  // From all sides at once: two jobs run at a time, and nobody waits for ever.
  for (int i = 0; i < most; ++i) {
    jobs.push_back(scene.daemons.submit(scene.daemons.names()[static_cast<std::size_t>(i) % 3],
                                        std::string(kRules)));
  }
  for (const auto& id : jobs) {
    for (const auto& name : scene.daemons.names()) {
      const auto job = scene.daemons.wait(name, id, std::chrono::seconds(500));
      ASSERT_EQ(job.at("state").text(), "done") << name << " " << job.dump();
    }
  }
  std::cout << "memory " << memory << " kB before, " << scene.daemons.memory("a") << " kB after\n";
  EXPECT_LT(scene.daemons.memory("a"), memory + 10 * 1024);
  EXPECT_LE(scene.daemons.descriptors("a"), descriptors + 4);
}

// One after the other, for as long as PRIVET_SOAK says: 500 by hand.
TEST(PartyFaults, JobsInARowLeaveNothingBehind) {
  Scene scene;
  const char* const given = std::getenv("PRIVET_SOAK");
  const int most = given == nullptr ? 40 : std::atoi(given);
  const auto run = [&] {
    const auto id = scene.daemons.submit("a", std::string(kRules));
    for (const auto& name : scene.daemons.names()) {
      const auto job = scene.daemons.wait(name, id);
      ASSERT_EQ(job.at("state").text(), "done") << name << " " << job.dump();
    }
  };
  const auto files = [&](const std::string& name) {
    const std::filesystem::directory_iterator all(scene.daemons.folder(name).root);
    return std::distance(begin(all), end(all));
  };
  // By then the allocator and the store's cache have what they keep.
  for (int i = 0; i < std::max(15, most / 2); ++i) run();
  std::map<std::string, std::array<std::size_t, 3>> before;
  for (const auto& name : scene.daemons.names()) {
    before[name] = {scene.daemons.memory(name), scene.daemons.descriptors(name),
                    static_cast<std::size_t>(files(name))};
  }
  for (int i = 0; i < most / 2; ++i) run();
  for (const auto& name : scene.daemons.names()) {
    const auto& [memory, descriptors, kept] = before[name];
    std::cout << name << ": memory " << memory << " kB, then " << scene.daemons.memory(name)
              << " kB; descriptors " << descriptors << ", then " << scene.daemons.descriptors(name)
              << "\n";
    EXPECT_LT(scene.daemons.memory(name), memory + 4 * 1024);
    EXPECT_LE(scene.daemons.descriptors(name), descriptors + 6);
    EXPECT_EQ(static_cast<std::size_t>(files(name)), kept);
  }
}

}  // namespace
}  // namespace privet
