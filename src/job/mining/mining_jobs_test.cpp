// SPDX-License-Identifier: Apache-2.0
// Mining jobs as another program runs them: options in, outcome out, files all or none.
#include "job/mining/mining_jobs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "job/mining/itemsets_job.h"
#include "job/mining/kmeans_job.h"
#include "job/mining/predict_job.h"
#include "job/mining/tree_job.h"
#include "tests/support/temporary_folder.h"

namespace privet::job {
namespace {

class MiningJobs : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path(name)) << text;
    return folder_.path(name);
  }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ostringstream out;
    out << std::ifstream(folder_.path(name)).rdbuf();
    return out.str();
  }
  MineTreeOptions tree_options() {
    MineTreeOptions out{.input = {.table = {.path = write("t.csv", "x,y\n1,a\n2,a\n8,b\n9,b\n")}},
                        .class_name = "y"};
    out.page = [](const MineTreeOutcome& found) { return found.model.class_name; };
    return out;
  }

  testing_support::TemporaryFolder folder_;
  privet::Run run_;
};

TEST_F(MiningJobs, ATreeIsLearnedMeasuredAndSavedWithItsPage) {
  auto options = tree_options();
  options.tree = mining::c45_options();
  options.predict = TableSource{.path = write("new.csv", "x\n3\n7\n")};
  options.files = {.save = folder_.path("m.json"), .report = folder_.path("m.html")};
  const auto found = run_mine_tree(options, run_);
  EXPECT_EQ(found.model.leaves(), 2U);
  EXPECT_EQ(found.quality.confusion.accuracy(), 1.0);
  EXPECT_EQ(found.from.rows, 4U);
  ASSERT_TRUE(found.predictions);
  EXPECT_EQ(*found.predictions, (std::vector<std::optional<std::string>>{"a", "b"}));
  EXPECT_EQ(content("m.html"), "y");

  const auto answers = run_mine_predict(
      {.model = folder_.path("m.json"), .table = options.input.table, .output = "-"}, run_);
  EXPECT_EQ(answers.accuracy, 1.0);
  EXPECT_EQ(answers.standard_output, "x,y,predicted y\n1,a,a\n2,a,a\n8,b,b\n9,b,b\n");
}

TEST_F(MiningJobs, NeitherFileAppearsIfOneCannotBeWritten) {
  auto options = tree_options();
  options.files = {.save = folder_.path("m.json"), .report = folder_.path("none/m.html")};
  EXPECT_THROW((void)run_mine_tree(options, run_), Error);
  EXPECT_FALSE(std::filesystem::exists(folder_.path("m.json")));
}

TEST_F(MiningJobs, NothingIsReadIfAnInputWouldBeReplaced) {
  auto options = tree_options();
  options.input.table.path = folder_.path("absent.csv");
  options.files.save = options.input.table.path;
  try {
    (void)run_mine_tree(options, run_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--save: the model would replace the table; name another file");
  }
}

TEST_F(MiningJobs, TheFirstCentersCanComeFromAFile) {
  const std::string file = write("p.csv", "x\n1\n2\n8\n9\n");
  MineKMeansOptions options{.input = {.table = {.path = file}},
                            .centers = TableSource{.path = write("c.csv", "x\n8\n1\n")}};
  const auto found = run_mine_kmeans(options, run_);
  EXPECT_EQ(found.clustering.assignment, (std::vector<std::uint32_t>{1, 1, 0, 0}));
  options.k = 3;
  EXPECT_THROW((void)run_mine_kmeans(options, run_), Error);
}

TEST_F(MiningJobs, ItemsetsComeByDescendingSupport) {
  const auto found = run_mine_itemsets(
      {.input = {.path = write("b.dat", "1 2\n2\n2 3\n")}, .min_support = {0.3}, .max_size = 1},
      run_);
  EXPECT_EQ(found.min_support, 1U);
  ASSERT_EQ(found.itemsets.size(), 3U);
  EXPECT_EQ(found.itemsets.support(0), 3U);
}

TEST(MiningParameters, EveryOptionWithAValueShowsItsPlaceholder) {
  for (const auto& job : mining_jobs()) {
    for (const auto& parameter : job.parameters()) {
      EXPECT_EQ(parameter.placeholder.empty(), parameter.kind == ParameterKind::Flag)
          << job.name << " --" << parameter.name;
      EXPECT_TRUE(parameter.summary.ends_with('.')) << job.name << " --" << parameter.name;
    }
  }
}

}  // namespace
}  // namespace privet::job
