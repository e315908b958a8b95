// SPDX-License-Identifier: Apache-2.0
#include "job/risk/risk_job.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "tests/support/temporary_folder.h"

namespace privet::job {
namespace {

class RiskJob : public ::testing::Test {
 protected:
  RiskJob() { std::ofstream(folder_.path("people.csv")) << "age,ill\n20,flu\n20,flu\n40,gout\n"; }

  [[nodiscard]] RiskOptions options(const std::string& report) const {
    RiskOptions out{.input = folder_.path("people.csv"), .report = report};
    out.table.quasi = {"age"};
    out.parameters["k"] = {"2"};
    out.page = [](const RiskSummary& summary) { return fmt::format("{} rows", summary.rows); };
    return out;
  }

  testing_support::TemporaryFolder folder_;
};

TEST_F(RiskJob, AnswersWithASummaryAndAPage) {
  const RiskOutcome outcome = run_risk(options("-"), builtin_catalog(), privet::Run());
  EXPECT_FALSE(outcome.summary.holds());
  EXPECT_EQ(outcome.summary.prosecutor.unique_records, 1U);
  EXPECT_EQ(outcome.standard_output, "3 rows");
  (void)run_risk(options(folder_.path("r.html")), builtin_catalog(), privet::Run());
  EXPECT_EQ(std::filesystem::file_size(folder_.path("r.html")), 6U);
}

// What the models do not count as known may lead to persons all the same.
TEST_F(RiskJob, JudgesColumnsBesideThoseThatAreKnown) {
  std::ofstream(folder_.path("stays.csv")) << "pid,age,time,ward,ill\n"
                                              "1,20,a,x,flu\n"
                                              "2,20,b,x,flu\n"
                                              "3,40,c,x,gout\n"
                                              "4,40,c,y,flu\n"
                                              "4,40,d,y,flu\n";
  RiskOptions stays = options(folder_.path("s.html"));
  stays.input = folder_.path("stays.csv");
  stays.table.sensitive = {"ill"};
  stays.table.identifier = {"pid"};
  const RiskOutcome records = run_risk(stays, builtin_catalog(), privet::Run());
  ASSERT_TRUE(records.summary.holds());
  ASSERT_EQ(records.summary.beside.size(), 1U);
  EXPECT_NE(records.summary.beside[0].find("(of 5 records): time for 3, ward for 1"),
            std::string::npos)
      << records.summary.beside[0];
  // Nothing is said of a model that does not hold.
  stays.parameters["k"] = {"4"};
  EXPECT_TRUE(run_risk(stays, builtin_catalog(), privet::Run()).summary.beside.empty());
}

TEST_F(RiskJob, DoesNotReplaceTheTableByTheReport) {
  try {
    (void)run_risk(options(folder_.path("people.csv")), builtin_catalog(), privet::Run());
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--report: the report would replace the table; name another file");
  }
}

}  // namespace
}  // namespace privet::job
