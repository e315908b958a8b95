// SPDX-License-Identifier: Apache-2.0
#include "job/release/release_job.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/error.h"
#include "base/sampling.h"
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
  options.keep_order = true;
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

// Random small tables of visits: whatever method made the release, every class has k different
// persons, counted from the bytes by the saved order.
TEST_F(ReleaseJob, EveryClassHasKPersons) {
  Sampler sampler(31);
  for (int round = 0; round < 24; ++round) {
    std::vector<std::string> who;
    std::ofstream table(path("visits.csv"));
    table << "who,age,zip\n";
    for (int r = 0; r < 40; ++r) {
      who.push_back("p" + std::to_string(sampler.below(15)));
      table << who.back() << ',' << 20 + sampler.below(9) << ',' << sampler.below(4) << '\n';
    }
    table.close();
    ReleaseOptions wanted;
    wanted.input = path("visits.csv");
    wanted.output = path("visits_out.csv");
    wanted.save_order = path("order");
    wanted.table.quasi = {"age", "zip"};
    wanted.table.person = "who";
    wanted.parameters["k"] = {"3"};
    wanted.method = std::vector<const char*>{"mondrian", "kmember", "local"}[round % 3];
    (void)release(wanted);
    std::ifstream released(path("visits_out.csv"));
    std::ifstream order(path("order"));
    std::map<std::string, std::set<std::string>> persons;
    std::string cells;
    std::string number;
    std::getline(released, cells);
    std::getline(order, number);
    while (std::getline(released, cells) && std::getline(order, number)) {
      if (cells != "*,*") persons[cells].insert(who[std::stoul(number) - 1]);
    }
    for (const auto& [shown, found] : persons) EXPECT_GE(found.size(), 3U) << shown;
    EXPECT_FALSE(persons.empty());
  }
}

}  // namespace
}  // namespace privet::job
