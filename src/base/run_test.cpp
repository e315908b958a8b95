// SPDX-License-Identifier: Apache-2.0
#include "base/run.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/thread_pool.h"

namespace privet {
namespace {

class Notes : public Observer {
 public:
  void progress(std::string_view stage, double fraction) override {
    lines.push_back(std::string(stage) + " " + std::to_string(fraction).substr(0, 4));
  }
  void warn(std::string_view message) override { lines.push_back("! " + std::string(message)); }
  std::vector<std::string> lines;
};

TEST(Run, CancelThrowsInterrupted) {
  const std::atomic<bool> cancelled{true};
  const privet::Run run(nullptr, &cancelled, 1);  // testing::Test has a Run of its own
  try {
    run.progress("work");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Interrupted);
  }
}

TEST(Run, TellsItsObserverUntilCancelled) {
  Notes notes;
  std::atomic<bool> cancelled{false};
  const privet::Run run(&notes, &cancelled, 3);
  EXPECT_EQ(run.pool().size(), 3U);
  run.check_cancelled();
  run.progress("read", 0.25);
  run.warn("odd");
  run.progress("search");
  cancelled = true;
  EXPECT_THROW(run.check_cancelled(), Error);
  EXPECT_THROW(run.progress("write", 1.0), Error);
  EXPECT_EQ(notes.lines, (std::vector<std::string>{"read 0.25", "! odd", "search -1.0"}));
}

TEST(Run, IsQuietWithoutObserver) {
  const privet::Run run;
  run.progress("read", 0.5);
  run.warn("odd");
  run.check_cancelled();
  EXPECT_GE(run.pool().size(), 1U);
}

}  // namespace
}  // namespace privet
