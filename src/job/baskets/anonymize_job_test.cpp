// SPDX-License-Identifier: Apache-2.0
#include "job/baskets/anonymize_job.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "tests/support/temporary_folder.h"

namespace privet::job {
namespace {

class BasketAnonymizeJob : public ::testing::Test {
 protected:
  BasketAnonymizeJob() {
    std::ofstream(folder_.path("shop.dat")) << "a b\na\na b s\nb a\nc a\n";
    options_ = {
        .input = {.path = folder_.path("shop.dat")},
        .output = folder_.path("out.dat"),
        .request = CoherenceRequest{.wanted = {1.0, 2, 1}, .items = {.private_items = {"s"}}}};
  }
  testing_support::TemporaryFolder folder_;
  privet::Run run_;
  BasketAnonymizeOptions options_;
};

TEST_F(BasketAnonymizeJob, PublishesToTheFileOrHandsTheBytesBack) {
  options_.keep_order = true;
  const auto written = run_basket_anonymize(options_, run_);
  EXPECT_TRUE(written.standard_output.empty());
  std::ifstream in(options_.output);
  const std::string file((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(file, "a b\na\na b s\na b\na\n");  // c is in one basket only
  options_.output = "-";
  const auto handed = run_basket_anonymize(options_, run_);
  EXPECT_EQ(handed.standard_output, file);
  EXPECT_EQ(std::get<SuppressionOutcome>(handed.made).suppressed, std::vector<std::string>{"c"});
}

TEST_F(BasketAnonymizeJob, RefusesToReplaceWhatItReads) {
  options_.output = options_.input.path;
  EXPECT_THROW(static_cast<void>(run_basket_anonymize(options_, run_)), Error);
  EXPECT_EQ(std::filesystem::file_size(options_.input.path), 20U);
}

TEST_F(BasketAnonymizeJob, AReleaseStandsInTheOrderedCommit) {
  // The release comes to its place, the next output cannot: both are gone again.
  const Baskets data = read_basket_input(options_.input, run_);
  const auto kinds = read_item_kinds({.private_items = {"s"}}, data, run_);
  auto made = baskets::anonymize(data, kinds, {.wanted = {1.0, 2, 1}}, options_.output, run_);
  OutputFiles outputs;
  outputs.add(std::move(made.release));
  const auto blocked = folder_.path("blocked");
  outputs.add(blocked, "text");
  std::filesystem::create_directory(blocked);
  EXPECT_THROW(outputs.commit(run_), Error);
  EXPECT_FALSE(std::filesystem::exists(options_.output));
}

}  // namespace
}  // namespace privet::job
