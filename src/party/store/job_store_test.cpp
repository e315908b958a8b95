// SPDX-License-Identifier: Apache-2.0
#include "party/store/job_store.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <array>

#include "base/error.h"
#include "base/run.h"
#include "data/sqlite/sqlite_database_internal.h"
#include "party/words.h"
#include "tests/support/temporary_folder.h"

namespace privet::party {
namespace {

JobRow row(std::string id, JobState state = JobState::Approved) {
  JobRow out;
  out.id = std::move(id);
  out.coordinator = "b";
  out.document = "{}";
  out.state = state;
  out.created = out.changed = seconds_now();
  out.table = "t";
  out.decision = "{}";
  out.decisions = "{}";
  return out;
}

struct Scene {
  testing_support::TemporaryFolder folder;
  std::string path = folder.path("party.sqlite");
};

TEST(JobStore, JobsSurviveTheDaemon) {
  Scene scene;
  constexpr std::array kFrom{JobState::Approved};
  {
    JobStore store(scene.path);
    EXPECT_TRUE(store.add(row("1")));
    EXPECT_FALSE(store.add(row("1")));
    EXPECT_TRUE(store.change("1", kFrom, JobState::Running, {{"run", "r"}, {"reason", "it's"}}));
    store.keep_head({7, "h"});
  }
  JobStore store(scene.path);
  const auto found = store.find("1");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->state, JobState::Running);
  EXPECT_EQ(found->reason, "it's");
  EXPECT_EQ(store.find_run("r")->id, "1");
  EXPECT_FALSE(store.find_run("").has_value());
  EXPECT_EQ(store.head(), (AuditHead{7, "h"}));
  EXPECT_EQ(store.head(), kept_head(scene.path));
}

TEST(JobStore, AChangeOfStateHappensOnce) {
  Scene scene;
  JobStore store(scene.path);
  ASSERT_TRUE(store.add(row("1")));
  constexpr std::array kFrom{JobState::Approved};
  EXPECT_TRUE(store.change("1", kFrom, JobState::Failed, {}));
  EXPECT_FALSE(store.change("1", kFrom, JobState::Done, {}));
  EXPECT_EQ(store.find("1")->state, JobState::Failed);
  EXPECT_EQ(store.list(true, 10).size(), 1U);
  EXPECT_EQ(store.count_open("b"), 1U);
  EXPECT_EQ(store.count_open("c"), 0U);
  store.close("1");
  EXPECT_EQ(store.count_open("b"), 0U);
  EXPECT_TRUE(store.list(true, 10).empty());
  EXPECT_EQ(store.list(false, 10).size(), 1U);
}

TEST(JobStore, AnInvitationIsUsedOnceAndInTime) {
  Scene scene;
  JobStore store(scene.path);
  store.add_invitation("n", 100);
  EXPECT_TRUE(store.invites(100));
  EXPECT_FALSE(store.invites(101));
  EXPECT_FALSE(store.use_invitation("n", 101));
  EXPECT_TRUE(store.use_invitation("n", 100));
  EXPECT_FALSE(store.use_invitation("n", 100));
}

TEST(JobStore, DisclosuresAddUpByTableAndPeer) {
  Scene scene;
  JobStore store(scene.path);
  store.add_opened("1", "t", "b", "x", 5);
  store.add_opened("2", "t", "b", "y", 7);
  store.add_opened("2", "t", "c", "y", 1);
  store.add_opened("2", "u", "b", "y", 100);
  EXPECT_EQ(store.opened("t"), (std::map<std::string, std::uint64_t>{{"b", 12}, {"c", 1}}));
}

TEST(JobStore, CountsTheJobsOfADayExceptThoseThatWereRejectedUnsigned) {
  Scene scene;
  JobStore store(scene.path);
  ASSERT_TRUE(store.add(row("1")));
  ASSERT_TRUE(store.add(row("2", JobState::Rejected)));
  ASSERT_TRUE(store.add(row("3", JobState::Done)));
  EXPECT_EQ(store.jobs_since("b", seconds_now() - 10, ""), 2U);
  EXPECT_EQ(store.jobs_since("b", seconds_now() - 10, "3"), 1U);
  EXPECT_EQ(store.jobs_since("c", seconds_now() - 10, ""), 0U);
  EXPECT_EQ(store.jobs_since("b", seconds_now() + 10, ""), 0U);
  // What was signed counts however a peer says that it ended, from the time of signing.
  store.set("2", {{"signed", std::to_string(seconds_now() + 60)}});
  EXPECT_EQ(store.jobs_since("b", seconds_now() - 10, ""), 3U);
  EXPECT_EQ(store.jobs_since("b", seconds_now() + 10, ""), 1U);
}

TEST(JobStore, AStoreOfAnEarlierVersionGetsTheNewColumns) {
  Scene scene;
  {
    const JobStore store(scene.path);
  }
  {
    const privet::Run run;
    const detail::SqliteDatabase old(scene.path, SQLITE_OPEN_READWRITE, ErrorCode::Output, run);
    old.execute("ALTER TABLE job DROP COLUMN person; ALTER TABLE job DROP COLUMN signed");
  }
  JobStore store(scene.path);
  ASSERT_TRUE(store.add(row("1")));
  store.set("1", {{"person", "yes"}});
  EXPECT_EQ(store.find("1")->person, "yes");
}

}  // namespace
}  // namespace privet::party
