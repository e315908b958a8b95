// SPDX-License-Identifier: Apache-2.0
#include "job/pseudonyms/reverse_job.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "crypto/pseudonym.h"
#include "tests/support/temporary_folder.h"

namespace privet::job {
namespace {

class ReverseJob : public testing::Test {
 protected:
  ReverseJob() {
    const auto key = crypto::PseudonymKey::generate();
    const auto sealed = crypto::seal_pseudonym_key(key, "secret");
    AtomicFile file(options_.key, AtomicFile::Access::OwnerOnly);
    file.write(sealed);
    file.commit();
    std::ofstream(options_.source.path) << "name,age\n" << key.pseudonym("name", "Ann") << ",30\n";
  }
  [[nodiscard]] static PassphraseSource saying(std::string text) {
    return [text = std::move(text)](const std::string&, bool fresh, const auto& use) {
      EXPECT_FALSE(fresh);
      use(text);
    };
  }

  testing_support::TemporaryFolder folder_;
  privet::Run run_;
  ReverseOptions options_{.source = {.path = folder_.path("release.csv")},
                          .columns = {"name"},
                          .key = folder_.path("k.key"),
                          .output = "-"};
};

TEST_F(ReverseJob, GivesTheIdentifiersBack) {
  const auto found = run_reverse(options_, saying("secret"), run_);
  EXPECT_EQ(found.rows, 1U);
  EXPECT_EQ(found.standard_output, "name,age\nAnn,30\n");
  options_.output = folder_.path("named.csv");
  EXPECT_EQ(run_reverse(options_, saying("secret"), run_).output, options_.output);
  EXPECT_EQ(std::filesystem::status(options_.output).permissions() & std::filesystem::perms::all,
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

TEST_F(ReverseJob, ReplacesNothingThatItReads) {
  for (const auto& input : {options_.source.path, options_.key}) {
    options_.output = input;
    EXPECT_THROW((void)run_reverse(options_, saying("secret"), run_), Error) << input;
    EXPECT_GT(std::filesystem::file_size(input), 10U);
  }
}

TEST_F(ReverseJob, LeavesNoFileAfterAWrongPassphrase) {
  options_.output = folder_.path("named.csv");
  EXPECT_THROW((void)run_reverse(options_, saying("guess"), run_), Error);
  EXPECT_FALSE(std::filesystem::exists(options_.output));
}

}  // namespace
}  // namespace privet::job
