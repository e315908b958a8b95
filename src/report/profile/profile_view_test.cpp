// SPDX-License-Identifier: Apache-2.0
#include "report/profile/profile_view.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "profile/build_profile.h"
#include "report/profile/profile_choice.h"
#include "tests/support/example19.h"
#include "tests/support/well_formed.h"

namespace privet {
namespace {

profile::Profile example19() {
  auto out = profile::build_profile(
      profile::corpus_of_terms(testing_support::example19_documents()), {2, 0.6}, privet::Run());
  out.language = "none";
  return out;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(ProfileView, TextShowsSupportsAndWhatIsHidden) {
  const auto profile = example19();
  const auto exposure = profile::expose(profile, 0.3);
  const std::string text = profile_text({profile, exposure});
  EXPECT_TRUE(has(text, "research"));
  EXPECT_TRUE(has(text, "5.0 · 50.0%"));
  EXPECT_TRUE(has(text, "1.5 · 15.0% · hidden"));
  EXPECT_TRUE(has(text, "0.523"));
  EXPECT_TRUE(has(text, "expRatio 84.8%, 3 of 6 nodes exposed (entropy 0.580 of 0.684)")) << text;
}

TEST(ProfileView, LargeProfilesAreCutAtTheirLargestNodes) {
  const auto profile = example19();
  const auto exposure = profile::expose(profile, 0);
  const auto chosen = largest_nodes(profile, 3);
  EXPECT_EQ(std::count(chosen.begin(), chosen.end(), 1), 3);
  const std::string text = profile_text({profile, exposure, 3});
  EXPECT_TRUE(has(text, "2 smaller ones")) << text;
}

TEST(ProfileView, DialGoesFromAllToNothing) {
  const auto profile = example19();
  const auto values = dial_values(profile, 0.35);
  EXPECT_EQ(values.front(), 0);
  EXPECT_TRUE(std::find(values.begin(), values.end(), 0.35) != values.end());
  EXPECT_EQ(profile::expose(profile, values.back()).terms, 0U);
}

// One leaf below a node is hidden: the leaf in its place is as large, and nothing is lost by
// expRatio.
TEST(ProfileView, SaysWhyTheRatioIsWholeAlthoughALeafIsHidden) {
  profile::Profile profile;
  profile.language = "none";
  profile.terms = {{"a", "a"}, {"b", "b"}};
  profile.nodes = {{.parent = 0, .end = 3, .terms = {}, .support = 10},
                   {.parent = 0, .end = 2, .terms = {0}, .support = 6},
                   {.parent = 0, .end = 3, .terms = {1}, .support = 4}};
  const auto hidden = profile::nodes_named(profile, "b");
  const auto some = profile::expose(profile, 0, hidden);
  EXPECT_EQ(some.terms, 1U);
  EXPECT_DOUBLE_EQ(some.ratio(), 1);
  EXPECT_TRUE(has(hidden_note(some), "100% does not mean that all names are exposed"));
  EXPECT_EQ(hidden_note(profile::expose(profile, 0)), "");
}

TEST(ProfileView, PageIsWellFormedAndSelfContained) {
  auto profile = example19();
  profile.terms[0].shown = "<script>alert(1)</script>";
  const auto hidden = profile::nodes_named(profile, "sports");
  const auto exposure = profile::expose(profile, 0.1, hidden);
  const std::string page = profile_page({profile, exposure}, "me & my.profile");
  EXPECT_EQ(testing_support::fault_of_page(page), "");
  EXPECT_FALSE(has(page, "<script>alert"));
  EXPECT_FALSE(has(page, " src="));
  EXPECT_TRUE(has(page, "<input type=\"range\""));
  // What was hidden by hand stays hidden at every step.
  EXPECT_TRUE(has(page, "class=\"off\" data-value=\"-1\"><span class=\"label\">sports"));
  EXPECT_EQ(testing_support::fault_of_svg(profile_drawing({profile, exposure}).markup), "");
}

}  // namespace
}  // namespace privet
