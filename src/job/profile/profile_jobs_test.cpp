// SPDX-License-Identifier: Apache-2.0
// Jobs about profiles as another program runs them: options in, outcome out, files all or none.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "job/profile/build_job.h"
#include "job/profile/expose_job.h"
#include "job/profile/rerank_job.h"
#include "job/profile/show_job.h"
#include "tests/support/temporary_folder.h"

namespace privet::job {
namespace {

class ProfileJobs : public testing::Test {
 protected:
  ProfileJobs() {
    std::filesystem::create_directory(folder_.path("notes"));
    for (int i = 0; i < 6; ++i) {
      std::ofstream(folder_.path("notes/" + std::to_string(i) + ".txt"))
          << (i % 2 == 0 ? "soccer match" : "garden flowers");
    }
    build_.sources.paths = {folder_.path("notes")};
    build_.output = folder_.path("me.profile");
    build_.build.minsup = 2;
  }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ostringstream out;
    out << std::ifstream(folder_.path(name)).rdbuf();
    return out.str();
  }
  [[nodiscard]] static PassphraseSource saying(std::string text) {
    return [text = std::move(text)](const std::string&, bool, const auto& use) { use(text); };
  }

  testing_support::TemporaryFolder folder_;
  privet::Run run_;
  ProfileBuildOptions build_;
};

TEST_F(ProfileJobs, ALockedProfileOpensWithItsPassphraseOnly) {
  build_.lock = true;
  const auto built = run_profile_build(build_, saying("secret"), run_);
  EXPECT_TRUE(built.locked);
  EXPECT_EQ(built.counts.documents, 6U);
  EXPECT_GT(built.nodes, 0U);
  const ProfileExposeOptions expose{
      .profile = build_.output, .exposure = {}, .output = folder_.path("me.exposed")};
  EXPECT_THROW((void)run_profile_expose(expose, saying("guess"), run_), Error);
  EXPECT_FALSE(std::filesystem::exists(expose.output));
  EXPECT_GT(run_profile_expose(expose, saying("secret"), run_).terms, 0U);
}

TEST_F(ProfileJobs, ShowWritesBothFilesOrNone) {
  (void)run_profile_build(build_, saying(""), run_);
  ProfileShowOptions show{.profile = build_.output,
                          .exposure = {},
                          .svg = folder_.path("me.svg"),
                          .report = folder_.path("none/me.html")};
  show.drawing = [](const ProfileShowOutcome&) { return "drawing"; };
  show.page = [](const ProfileShowOutcome& found) { return found.name; };
  EXPECT_THROW((void)run_profile_show(show, saying(""), run_), Error);
  EXPECT_FALSE(std::filesystem::exists(*show.svg));
  show.report = folder_.path("me.html");
  (void)run_profile_show(show, saying(""), run_);
  EXPECT_EQ(content("me.svg"), "drawing");
  EXPECT_EQ(content("me.html"), build_.output);
  show.report = build_.output;
  EXPECT_THROW((void)run_profile_show(show, saying(""), run_), Error);
}

TEST_F(ProfileJobs, RerankPutsTheProfilesTermsFirst) {
  (void)run_profile_build(build_, saying(""), run_);
  (void)run_profile_expose(
      {.profile = build_.output, .exposure = {}, .output = folder_.path("me.exposed")}, saying(""),
      run_);
  std::ofstream(folder_.path("r.json")) << R"([{"title": "tax law"}, {"title": "soccer match"}])";
  RerankOptions options{.results = folder_.path("r.json"),
                        .exposed = folder_.path("me.exposed"),
                        .rank = {.alpha = 1},
                        .output = folder_.path("out.json")};
  options.json = [](const RerankOutcome& found) { return found.results[0].title; };
  const auto found = run_rerank(options, run_);
  ASSERT_EQ(found.ranking.size(), 2U);
  EXPECT_EQ(found.results[found.ranking[0].result].title, "soccer match");
  EXPECT_EQ(content("out.json"), "tax law");
}

}  // namespace
}  // namespace privet::job
