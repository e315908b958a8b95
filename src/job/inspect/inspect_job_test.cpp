// SPDX-License-Identifier: Apache-2.0
#include "job/inspect/inspect_job.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "tests/support/temporary_folder.h"

namespace privet::job {
namespace {

TEST(InspectJob, DraftsAPolicyOnceAndNeverReplacesIt) {
  const testing_support::TemporaryFolder folder;
  const privet::Run run;
  std::ofstream(folder.path("t.csv")) << "age,job\n1,a\n2,b\n3,a\n";
  InspectOptions options{.source = {.path = folder.path("t.csv")}, .policy = "-"};
  const auto shown = run_inspect(options, run);
  EXPECT_EQ(shown.rows, 3U);
  EXPECT_EQ(shown.columns.size(), 2U);
  EXPECT_FALSE(shown.policy);
  EXPECT_NE(shown.standard_output.find("[columns.\"age\"]"), std::string::npos);

  options.policy = folder.path("p.toml");
  const auto written = run_inspect(options, run);
  EXPECT_EQ(written.policy, options.policy);
  EXPECT_EQ(std::filesystem::file_size(*options.policy), shown.standard_output.size());
  std::ofstream(*options.policy) << "mine";
  EXPECT_THROW((void)run_inspect(options, run), Error);
  EXPECT_EQ(std::filesystem::file_size(*options.policy), 4U);
}

}  // namespace
}  // namespace privet::job
