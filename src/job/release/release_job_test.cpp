// SPDX-License-Identifier: Apache-2.0
#include "job/release/release_job.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "base/error.h"
#include "tests/support/temporary_folder.h"

namespace privet::job {
namespace {

class ReleaseJob : public ::testing::Test {
 protected:
  ReleaseJob() {
    std::ofstream(folder_.path("people.csv"))
        << "name,age,ill\nann,20,flu\nbob,25,flu\ncid,40,gout\ndot,45,flu\n";
  }

  [[nodiscard]] std::string path(const std::string& file) const { return folder_.path(file); }

  // A release of the people into out.csv, with a key, a page and rules.
  [[nodiscard]] ReleaseOptions options() const {
    ReleaseOptions out = small_options(path("out.csv"));
    out.report = path("out.html");
    out.save_rules = path("out.json");
    out.pseudonym = {"name"};
    out.key = path("names.key");
    out.page = [](const ReleaseSummary& summary) { return "page of " + summary.method; };
    return out;
  }

  [[nodiscard]] ReleaseOptions small_options(const std::string& output) const {
    ReleaseOptions out{.input = path("people.csv"), .output = output};
    out.table.quasi = {"age"};
    out.table.sensitive = {"ill"};
    out.parameters["k"] = {"2"};
    return out;
  }

  static ReleaseOutcome release(const ReleaseOptions& options) {
    const PassphraseSource passphrase = [](const std::string&, bool, const auto& use) {
      use("correct horse");
    };
    return run_release(options, builtin_catalog(), passphrase, privet::Run());
  }

  [[nodiscard]] std::set<std::string> files() const {
    std::set<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.folder())) {
      out.insert(entry.path().filename());
    }
    return out;
  }

  testing_support::TemporaryFolder folder_;
};

TEST_F(ReleaseJob, WritesKeyReleasePageAndRules) {
  const ReleaseOutcome outcome = release(options());
  EXPECT_EQ(outcome.new_key, path("names.key"));
  EXPECT_EQ(outcome.standard_output, "");
  EXPECT_EQ(outcome.summary.records, 4U);
  EXPECT_EQ(files(),
            (std::set<std::string>{"names.key", "out.csv", "out.html", "out.json", "people.csv"}));
  std::ifstream file(path("out.html"));
  std::string page;
  std::getline(file, page);
  EXPECT_EQ(page, "page of mondrian");
}

TEST_F(ReleaseJob, WritesAllFilesOrNone) {
  ReleaseOptions broken_page = options();
  broken_page.page = [](const ReleaseSummary&) -> std::string {
    throw Error(ErrorCode::Internal, "no page");
  };
  EXPECT_THROW((void)release(broken_page), Error);
  EXPECT_EQ(files(), (std::set<std::string>{"people.csv"}));
  ReleaseOptions no_folder = options();
  no_folder.save_rules = path("none/out.json");
  EXPECT_THROW((void)release(no_folder), Error);
  EXPECT_EQ(files(), (std::set<std::string>{"people.csv"}));
}

TEST_F(ReleaseJob, HandsTheCheckedBytesBackForStandardOutput) {
  ReleaseOptions options = small_options("-");
  options.table.identifier = {"name"};
  const ReleaseOutcome outcome = release(options);
  EXPECT_EQ(outcome.standard_output,
            "age,ill\n[20-25],flu\n[20-25],flu\n[40-45],gout\n[40-45],flu\n");
  EXPECT_FALSE(outcome.new_key.has_value());
  EXPECT_EQ(files(), (std::set<std::string>{"people.csv"}));
}

TEST_F(ReleaseJob, DoesNotReplaceTheTableByTheKey) {
  ReleaseOptions options = small_options(path("out.csv"));
  options.pseudonym = {"name"};
  options.key = path("people.csv");
  try {
    (void)release(options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--key: the key would replace the table; name another file");
  }
}

TEST_F(ReleaseJob, DoesNotReplaceThePassphraseByTheRelease) {
  ReleaseOptions options = small_options(path("secret"));
  options.passphrase_file = path("secret");
  EXPECT_THROW((void)release(options), Error);
  EXPECT_EQ(files(), (std::set<std::string>{"people.csv"}));
}

TEST_F(ReleaseJob, ChecksValuesAsFlagsAre) {
  ReleaseOptions options = small_options("-");
  options.max_suppression = 1.5;
  try {
    (void)release(options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--max-suppression: must be at most 1, not 1.5");
  }
}

TEST_F(ReleaseJob, RulesNeedAFile) {
  ReleaseOptions options = small_options("-");
  options.save_rules = "-";
  const Settings settings = release_settings(options, builtin_catalog());
  EXPECT_THROW((void)release_options(settings), Error);
}

}  // namespace
}  // namespace privet::job
