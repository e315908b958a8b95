// SPDX-License-Identifier: Apache-2.0
#include "job/outputs.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "tests/support/temporary_folder.h"

namespace privet::job {
namespace {

namespace fs = std::filesystem;

class OutputsTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path(name); }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ostringstream out;
    out << std::ifstream(path(name)).rdbuf();
    return out.str();
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_.folder()), fs::directory_iterator()));
  }
  static std::string refusal(const RunFiles& files) {
    try {
      files.check();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Usage);
      return error.what();
    }
    return "";
  }

  testing_support::TemporaryFolder folder_;
};

TEST_F(OutputsTest, RefusesToReplaceWhatIsRead) {
  RunFiles files;
  files.reads(path("a.csv"), "the table");
  files.reads("-", "the key");
  files.reads(std::nullopt, "the rules");
  files.writes("-", "the release", "output");
  files.writes(std::nullopt, "the model", "save");
  EXPECT_EQ(refusal(files), "");
  files.writes(path("./a.csv"), "the report", "report");
  EXPECT_EQ(refusal(files), "--report: the report would replace the table; name another file");
}

TEST_F(OutputsTest, RefusesTheSameFileTwice) {
  RunFiles files;
  files.writes("-", "the release", "output");
  files.writes("-", "the report", "report");
  EXPECT_EQ(refusal(files), "--report: the report and the release cannot be the same file");
}

TEST_F(OutputsTest, AllFilesAppearTogether) {
  OutputFiles outputs;
  outputs.add(path("a"), "one");
  outputs.add(std::nullopt, "nothing");
  outputs.add(path("b"), "two", AtomicFile::Access::OwnerOnly);
  outputs.add("-", "three");
  EXPECT_FALSE(fs::exists(path("a")));
  outputs.commit(privet::Run());
  EXPECT_EQ(content("a"), "one");
  EXPECT_EQ(content("b"), "two");
  EXPECT_EQ(outputs.standard_output(), "three");
  EXPECT_EQ(files(), 2U);
}

TEST_F(OutputsTest, AFailurePutsTheOldFilesBack) {
  std::ofstream(path("old")) << "before";
  OutputFiles outputs;
  outputs.add(path("old"), "after");
  outputs.add(path("new"), "after");
  outputs.add(path("blocked"), "after");
  fs::create_directory(path("blocked"));  // a file cannot take the place of a folder
  EXPECT_THROW(outputs.commit(privet::Run()), Error);
  EXPECT_EQ(content("old"), "before");
  EXPECT_FALSE(fs::exists(path("new")));
  EXPECT_EQ(files(), 2U);
}

TEST_F(OutputsTest, ACancelledRunWritesNothing) {
  const std::atomic<bool> cancelled = true;
  OutputFiles outputs;
  outputs.add(path("a"), "one");
  EXPECT_THROW(outputs.commit(privet::Run(nullptr, &cancelled, 1)), Error);
  EXPECT_FALSE(fs::exists(path("a")));
}

}  // namespace
}  // namespace privet::job
