// SPDX-License-Identifier: Apache-2.0
// Models on the random kernel over rows at several parties: those of the plain algorithm on the
// same kernel, and what is disclosed.
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "tests/support/row_parties.h"

namespace privet::federation {
namespace {

using testing_support::expect_plain_over_rows;
using testing_support::Line;
using testing_support::rows_job;

Table random_patients(std::size_t rows, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    const double age = 60 + 9 * sampler.normal();
    const double dose = 30 + 5 * sampler.normal();
    const bool old = age + dose + 8 * sampler.normal() > 90;
    cells.push_back({std::to_string(age), std::to_string(dose), sampler.below(2) == 0 ? "f" : "m",
                     std::to_string(1 + sampler.below(400)), old ? "1" : "0"});
  }
  return make_table({"age", "dose", "sex", "days", "state"}, cells);
}

Job on_kernel(std::string task, std::size_t parties,
              std::vector<std::pair<std::string, std::string>> parameters) {
  auto out = rows_job(std::move(task), parties, std::move(parameters));
  out.protocol = "random-kernel";
  out.allow_weak = true;
  out.parameters.emplace_back("kernel-rows", "3");
  out.parameters.emplace_back("seed", "7");
  return out;
}
Job svm_on_kernel(std::size_t parties) {
  return on_kernel("mine svm", parties, {{"class", "state"}});
}
Job cox_on_kernel(std::size_t parties) {
  auto out = on_kernel("mine cox", parties, {{"time", "days"}, {"event", "state"}});
  out.parameters[2].second = "2";
  return out;
}

TEST(KernelRows, TheModelIsThePlainOneOnTheSameKernel) {
  for (std::size_t parties = 2; parties <= 5; ++parties) {
    const auto table = random_patients(90, parties);
    const RowDivision division{.deal = Deal::Random, .seed = parties};
    const auto line = parties == 3 ? Line::Tls : Line::Memory;
    for (const auto& job : {svm_on_kernel(parties), cox_on_kernel(parties)}) {
      SCOPED_TRACE(job.task + " of " + std::to_string(parties));
      const auto runs = expect_plain_over_rows(table, job, division, line);
      EXPECT_LE(runs[0].rounds, 60U * parties);
    }
  }
  for (const auto& job : {svm_on_kernel(2), cox_on_kernel(3)}) {
    testing_support::expect_forecast_needed(random_patients(40, 1), job, {});
  }
}

// Another seed, another kernel: the test above compares what depends on it.
TEST(KernelRows, TheSeedMatters) {
  const auto table = random_patients(60, 2);
  auto other = svm_on_kernel(2);
  const auto one = expect_plain_over_rows(table, other, {});
  other.parameters.back().second = "8";
  const auto two = expect_plain_over_rows(table, other, {});
  EXPECT_NE(one[0].answer.json, two[0].answer.json);
}

TEST(KernelRows, NeedsToBeAllowedAndFewerRowsThanColumns) {
  const auto table = random_patients(30, 3);
  const auto refused = [&](Job job) -> std::string {
    try {
      check_job(find_task(job.task, job.split), job);
      const auto parts = testing_support::coded(split_rows(table, job.parties, {}), job);
      place_job(job, parts);
      (void)testing_support::run_parts(parts, job);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  auto job = svm_on_kernel(2);
  job.allow_weak = false;
  EXPECT_NE(refused(job).find("--allow-weak"), std::string::npos);
  job = cox_on_kernel(2);
  job.parameters[2].second = "3";  // age, dose and one of the two sexes
  EXPECT_NE(refused(job).find("must be below the number of columns, 3"), std::string::npos);
  job.parameters.erase(job.parameters.begin() + 2);
  EXPECT_EQ(refused(job), "--kernel-rows: is missing: --protocol random-kernel needs it");
  job = rows_job("mine svm", 2, {{"class", "state"}, {"kernel-rows", "2"}});
  EXPECT_EQ(refused(job), "--kernel-rows: is for --protocol random-kernel");
}

}  // namespace
}  // namespace privet::federation
