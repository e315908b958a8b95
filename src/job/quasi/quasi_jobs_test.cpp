// SPDX-License-Identifier: Apache-2.0
// Jobs about quasi-identifiers as another program runs them: options in, outcome out.
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "job/quasi/find_job.h"
#include "job/quasi/mask_job.h"
#include "job/quasi/measure_job.h"
#include "tests/support/temporary_folder.h"

namespace privet::job {
namespace {

using Names = std::vector<std::string>;

// The table of the paper's introduction.
class QuasiJobs : public testing::Test {
 protected:
  QuasiJobs() {
    std::ofstream(folder_.path("people.csv"))
        << "age,sex,state\n20,Female,CA\n30,Female,CA\n40,Female,TX\n20,Male,NY\n40,Male,CA\n";
  }
  [[nodiscard]] QuasiSource people(Names columns = {}) const {
    return {{.path = folder_.path("people.csv")}, std::move(columns)};
  }

  testing_support::TemporaryFolder folder_;
  privet::Run run_;
};

TEST_F(QuasiJobs, MeasuresTheColumnsNamedOrEverySetOfThem) {
  const auto age = run_quasi_measure({.source = people({"age"})}, run_);
  ASSERT_EQ(age.sets.size(), 1U);
  EXPECT_EQ(age.rows, 5U);
  EXPECT_DOUBLE_EQ(age.sets[0].ratios.distinct(), 0.6);
  EXPECT_DOUBLE_EQ(age.sets[0].ratios.separation(), 0.8);
  EXPECT_EQ(run_quasi_measure({.source = people(), .subsets = true}, run_).sets.size(), 7U);
  EXPECT_EQ(
      run_quasi_measure({.source = people(), .subsets = true, .max_size = 1}, run_).sets.size(),
      3U);
}

TEST_F(QuasiJobs, FindsTheCheapestKey) {
  const QuasiFindOptions cheap{.source = people(), .sets = {}};
  EXPECT_EQ(run_quasi_find(cheap, run_).sets[0].columns.size(), 2U);
  QuasiFindOptions dear{.source = people(), .sets = {}, .costs = {{"sex", 9}}};
  dear.find.exhaustive = true;
  const auto found = run_quasi_find(dear, run_);
  EXPECT_TRUE(found.reached);
  EXPECT_TRUE(found.costs);
  EXPECT_EQ(found.sets[0].columns, (Names{"age", "state"}));
  EXPECT_EQ(found.sets[0].cost, 2.0);
}

TEST_F(QuasiJobs, AllSetsComeCheapestFirst) {
  const auto found = run_quasi_find(
      {.source = people(), .all = true, .sets = {.epsilon = 0.1}, .costs = {{"age", 5}}}, run_);
  ASSERT_GT(found.sets.size(), 1U);
  EXPECT_EQ(found.sets[0].columns, (Names{"sex", "state"}));
  for (std::size_t i = 1; i < found.sets.size(); ++i) {
    EXPECT_LE(found.sets[i - 1].cost, found.sets[i].cost);
  }
}

TEST_F(QuasiJobs, MasksWhatTellsTooManyRowsApart) {
  const auto found = run_quasi_mask({.source = people(), .mask = {.beta = 0.8}}, run_);
  EXPECT_EQ(found.publish.size() + found.withhold.size(), 3U);
  ASSERT_TRUE(found.ratios);
  EXPECT_LE(found.ratios->separation(), 0.8);
  EXPECT_FALSE(found.utility);
}

TEST_F(QuasiJobs, RefusesColumnsThatAreNotThereOrAppearTwice) {
  const auto message = [&](const QuasiFindOptions& options) {
    try {
      (void)run_quasi_find(options, run_);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message({.source = people({"agee"}), .sets = {}}),
            "--columns: there is no column 'agee'; did you mean 'age'?");
  EXPECT_EQ(message({.source = people({"age", "age"}), .sets = {}}),
            "--columns: column 'age' appears twice");
  EXPECT_EQ(message({.source = people(), .sets = {}, .costs = {{"town", 2}}}),
            "--cost: there is no column 'town'");
}

}  // namespace
}  // namespace privet::job
