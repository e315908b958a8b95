// SPDX-License-Identifier: Apache-2.0
#include "base/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/os_random.h"

namespace privet {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("privet_atomic_" + std::to_string(os_random_u64()));
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  static std::string content(const std::string& file) {
    std::ostringstream out;
    out << std::ifstream(file).rdbuf();
    return out.str();
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

TEST_F(AtomicFileTest, ReplacesOnCommitOnly) {
  std::ofstream(path("a")) << "old";
  {
    AtomicFile file(path("a"));
    file.write("new");
    EXPECT_EQ(content(path("a")), "old");
    EXPECT_EQ(content(file.staged_path()), "new");
    file.commit();
  }
  EXPECT_EQ(content(path("a")), "new");
  EXPECT_EQ(files(), 1U);
}

TEST_F(AtomicFileTest, LeavesNothingWithoutCommit) {
  std::ofstream(path("a")) << "old";
  {
    AtomicFile(path("a")).write("new");
  }
  EXPECT_EQ(content(path("a")), "old");
  EXPECT_EQ(files(), 1U);
}

TEST_F(AtomicFileTest, FollowsLinks) {
  std::ofstream(path("target")) << "old";
  fs::create_symlink("target", path("link"));
  AtomicFile file(path("link"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content(path("target")), "new");
}

TEST_F(AtomicFileTest, KeepsTheModeAndHonoursOwnerOnly) {
  std::ofstream(path("a")) << "old";
  fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
  AtomicFile again(path("a"));
  again.commit();
  AtomicFile secret(path("key"), AtomicFile::Access::OwnerOnly);
  secret.commit();
  for (const auto* name : {"a", "key"}) {
    struct stat info{};
    ASSERT_EQ(::stat(path(name).c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0600U) << name;
  }
}

TEST_F(AtomicFileTest, WritesDevicesDirectly) {
  AtomicFile file("/dev/null");
  file.write("x");
  file.commit();
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(AtomicFileTest, SaysWhyItCannotWrite) {
  try {
    AtomicFile file(path("no/such/folder"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Output);
    EXPECT_NE(std::string(error.what()).find("No such file or directory"), std::string::npos);
  }
  EXPECT_THROW(AtomicFile{folder_.string()}, Error);
}

TEST_F(AtomicFileTest, FollowsLinksToNothingAndRefusesCircles) {
  fs::create_symlink("later", path("link"));
  EXPECT_EQ(written_path(path("link")), path("later"));
  fs::create_symlink("b", path("a"));
  fs::create_symlink("a", path("b"));
  EXPECT_THROW(AtomicFile{path("a")}, Error);
}

TEST_F(AtomicFileTest, TakesTheLongestNames) {
  AtomicFile file(path(std::string(255, 'x')));
  file.commit();
  EXPECT_TRUE(fs::exists(path(std::string(255, 'x'))));
}

}  // namespace
}  // namespace privet
