// SPDX-License-Identifier: Apache-2.0
#include "report/profile/search_page.h"

#include <gtest/gtest.h>

#include "tests/support/well_formed.h"

namespace privet {
namespace {

using testing_support::fault_of_page;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

profile::SearchAnswer evil() {
  const std::string text = "<script>alert(1)</script> \"' & \xff \x1b[31m";
  profile::SearchAnswer out;
  out.engine = text;
  out.query = text;
  out.alpha = 0.6;
  out.results = {{text, "javascript:alert(1)", text}, {text, "https://x.example/\"><b>", text}};
  out.ranking = {{1, 2, 0.5, 1, 1.4}, {0, 1, 0.1, 2, 1.6}};
  return out;
}

TEST(SearchPage, EscapesEverythingFromOutside) {
  const std::string page = search_page(evil());
  EXPECT_EQ(fault_of_page(page), "");
  EXPECT_FALSE(has(page, "<script"));
  EXPECT_FALSE(has(page, "href=\"javascript"));
  EXPECT_TRUE(has(page, "href=\"https://x.example/&quot;&gt;&lt;b&gt;\""));
  EXPECT_TRUE(has(page, "engine 2 · profile 1 · up 1"));
}

TEST(SearchPage, FirstPageFaultsAndNothingFound) {
  profile::SearchAnswer answer;
  EXPECT_EQ(fault_of_page(search_page(answer)), "");
  answer.query = "x";
  EXPECT_TRUE(has(search_page(answer), "The engine found nothing"));
  answer.fault = "the engine <b>died</b>";
  const std::string page = search_page(answer);
  EXPECT_EQ(fault_of_page(page), "");
  EXPECT_TRUE(has(page, "the engine &lt;b&gt;died"));
  EXPECT_TRUE(has(search_page_style(), ".results"));
}

}  // namespace
}  // namespace privet
