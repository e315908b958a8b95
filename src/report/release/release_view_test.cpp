// SPDX-License-Identifier: Apache-2.0
#include "report/release/release_view.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/json.h"
#include "base/version.h"

namespace privet {
namespace {

ReleaseSummary example() {
  ReleaseSummary summary{
      .input = "in.csv", .output = "<out>.csv", .method = "mondrian", .records = 10};
  summary.columns = {{"age", "quasi"}};
  summary.quasi = {"age"};
  summary.guarantees = {
      {.model = "k-anonymity", .parameters = {{"k", 5}}, .holds = true, .value = 5}};
  summary.quality = {.discernibility = 50,
                     .average_class_size = 5,
                     .ncp = 0.25,
                     .granularity = 0.75,
                     .ncp_of_attribute = {0.25}};
  summary.sizes_before = {1, 1, 8};
  summary.sizes_after = {5, 5};
  summary.before = measure_risk(summary.sizes_before, 0.2);
  summary.after = measure_risk(summary.sizes_after, 0.2);
  return summary;
}

TEST(ReleaseSummary, JsonHasTheDocumentedShape) {
  const auto json = release_json(example(), {"beware"});
  EXPECT_EQ(json["rows"], 10);
  EXPECT_EQ(json["classes"], 2);
  EXPECT_EQ(json["min_class"], 5);
  EXPECT_EQ(json["guarantees"][0].dump(),
            R"({"model":"k-anonymity","parameters":{"k":5},"holds":true,"value":5.0})");
  EXPECT_EQ(json["quality"]["granularity"], 0.75);
  EXPECT_TRUE(json["seconds"].contains("guard"));
  EXPECT_EQ(json["risk"]["before"]["unique_rows"], 2);
  EXPECT_EQ(json["risk"]["after"]["unique_rows"], 0);
  EXPECT_EQ(json["roles"][0]["column"], "age");
  EXPECT_EQ(json["roles"][0]["role"], "quasi");
  EXPECT_EQ(json["warnings"][0], "beware");
  EXPECT_EQ(json["version"], kVersion);
}

TEST(ReleaseSummary, TextFitsAHundredColumns) {
  std::istringstream lines(release_text(example()));
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), 200U) << line;  // bytes; rules are UTF-8
  EXPECT_NE(release_text(example()).find("k-anonymity (k = 5) holds; the weakest class reaches 5"),
            std::string::npos);
}

TEST(ReleaseSummary, TheSearchAccountsForEveryCombination) {
  SearchAccount account{.metric = "loss", .nodes = 12345, .checked = 1, .bounded = 12340};
  account.tagged = 4000;  // some of them were checked before
  EXPECT_NE(search_text(account).find("Of 12,345 combinations 1 was checked, 12,344 were ruled out "
                                      "by their levels or by a coarser one that suppresses"),
            std::string::npos)
      << search_text(account);
  EXPECT_EQ(search_json(account)["unchecked"], 12344);
  account.exact = false;
  account.nodes = 1e30;  // more than any word counts
  EXPECT_NE(search_text(account).find("Of 1e30 combinations 1 was checked, 1e30 were ruled out or "
                                      "not reached in the time given"),
            std::string::npos)
      << search_text(account);
}

TEST(ReleaseSummary, PageShowsEverythingEscaped) {
  const std::string page = release_page(example());
  EXPECT_NE(page.find("k-anonymity"), std::string::npos);
  EXPECT_EQ(page.find("<out>"), std::string::npos);
  EXPECT_NE(page.find("&lt;out&gt;.csv"), std::string::npos);
}

}  // namespace
}  // namespace privet
