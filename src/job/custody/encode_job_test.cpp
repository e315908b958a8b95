// SPDX-License-Identifier: Apache-2.0
#include "job/custody/encode_job.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "job/custody/decode_values_job.h"
#include "tests/support/temporary_folder.h"

namespace privet::job {
namespace {

class CustodyEncodeJob : public ::testing::Test {
 protected:
  CustodyEncodeJob() {
    std::ofstream(folder_.path("t.csv")) << "age,class\n20,no\n25,no\n30,yes\n35,yes\n";
    options_ = {.table = {.path = folder_.path("t.csv")},
                .class_column = "class",
                .output = folder_.path("o.csv"),
                .key = {folder_.path("k")}};
  }
  CustodyEncodeOutcome encode() { return run_custody_encode(options_, passphrase_, run_); }

  testing_support::TemporaryFolder folder_;
  privet::Run run_;
  CustodyEncodeOptions options_;
  PassphraseSource passphrase_ = [](const std::string&, bool, const auto& use) {
    use("secret words");
  };
};

TEST_F(CustodyEncodeJob, MakesAKeyThatOnlyItsOwnerReads) {
  options_.keep_order = true;
  const auto outcome = encode();
  EXPECT_EQ(outcome.rows, 4U);
  struct stat info{};
  ASSERT_EQ(::stat(options_.key.key.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  const auto decoded = run_custody_decode_values({.table = {.path = options_.output},
                                                  .columns = {"age", "class"},
                                                  .original = options_.table,
                                                  .key = options_.key},
                                                 passphrase_, run_);
  EXPECT_EQ(decoded.standard_output, "age,class\n20,no\n25,no\n30,yes\n35,yes\n");
}

TEST_F(CustodyEncodeJob, LeavesNoKeyWithoutATable) {
  // The table's place is taken by a folder, which is seen when the table is to be put there.
  std::filesystem::create_directory(options_.output);
  EXPECT_THROW(static_cast<void>(encode()), Error);
  EXPECT_FALSE(std::filesystem::exists(options_.key.key));
}

TEST_F(CustodyEncodeJob, NeverReplacesAKey) {
  std::ofstream(options_.key.key) << "old";
  EXPECT_THROW(static_cast<void>(encode()), Error);
  EXPECT_EQ(std::filesystem::file_size(options_.key.key), 3U);
  EXPECT_FALSE(std::filesystem::exists(options_.output));
}

}  // namespace
}  // namespace privet::job
