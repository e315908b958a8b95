// SPDX-License-Identifier: Apache-2.0
#include "report/release/release_view.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/json.h"
#include "base/version.h"
#include "report/release/class_sizes.h"

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

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

ReleaseSummary whole_example() {
  ReleaseSummary summary = example();
  summary.columns = {{.name = "age",
                      .role = "quasi",
                      .treatment = "generalized",
                      .distinct = 8,
                      .shown = 2,
                      .examples = {{"31", "[30-35]"}}},
                     {.name = "pay",
                      .role = "plain",
                      .treatment = "released unchanged",
                      .distinct = 10,
                      .shown = 10,
                      .examples = {{"1", "1"}}}};
  summary.example_records = {1};
  summary.least_class = 5;
  SensitiveRisk& risk = summary.sensitive.emplace_back();
  risk.column = "ill";
  risk.homogeneous_classes = 1;
  risk.homogeneous_records = 5;
  summary.made_at = "2026-01-02 03:04 UTC";
  summary.command = "privet anonymize in.csv --k 5";
  summary.policy = "secret/p.toml";
  summary.sha256 = "0123abcd";
  return summary;
}

TEST(ReleasePage, BeginsWithTheVerdict) {
  const std::string page = release_page(whole_example());
  const auto verdict = page.find("<div class=\"verdict warn\"");
  ASSERT_NE(verdict, std::string::npos) << "a class in which all have one value is not green";
  EXPECT_LT(verdict, page.find("<div class=\"cards\">"));
  EXPECT_TRUE(has(page,
                  "k-anonymity (k = 5) over age holds for all 10 released records: against "
                  "somebody who knows that a person is in the table"));
  EXPECT_TRUE(has(page, "pay is released unchanged: somebody who knows it may pick people out."));
  EXPECT_TRUE(has(page, "in 1 class with 5 records every record has the same value"));
  ReleaseSummary failed = whole_example();
  failed.guarantees[0].holds = false;
  EXPECT_TRUE(has(release_page(failed), "<div class=\"verdict bad\""));
}

TEST(ReleasePage, IsGreenOnlyWhereNothingElseGivesPeopleAway) {
  ReleaseSummary summary = whole_example();
  summary.sensitive[0].homogeneous_classes = 0;
  EXPECT_TRUE(has(release_page(summary), "<div class=\"verdict good\""));
  summary.unchanged = {{.name = "pay", .role = "plain", .records = 10, .with_quasi = 4}};
  for (const auto& page : {release_page(summary), release_summary_page(summary)}) {
    EXPECT_TRUE(has(page, "<div class=\"verdict warn\""));
    EXPECT_TRUE(has(page, "may pick people out; with it 4 of 10 released records are unique."));
  }
}

TEST(ReleasePage, SaysWhereItComesFromAndWhatBecameOfEachColumn) {
  const std::string page = release_page(whole_example());
  for (const auto* part : {"2026-01-02 03:04 UTC", "privet anonymize in.csv --k 5", "secret/p.toml",
                           "0123abcd", kVersion.data(), "What the classes give away", "[30-35]",
                           "80.0%", "generalized", "class=\"signature\""}) {
    EXPECT_TRUE(has(page, part)) << part;
  }
  EXPECT_FALSE(has(page, "<details>"));  // the roles are not folded away
  ReleaseSummary none = whole_example();
  none.sensitive.clear();
  EXPECT_TRUE(has(release_page(none), "No column was named as sensitive"));
}

TEST(ReleasePage, TheOneForOutsidersHasNoPathsAndNoOriginalValues) {
  const std::string page = release_summary_page(whole_example());
  const auto body = page.find("<body>");
  const std::string shown = page.substr(body, page.find("<script>") - body);
  for (const auto* part : {"in.csv", "&lt;out&gt;", "secret", "31", "[30-35]", "--k"}) {
    EXPECT_FALSE(has(shown, part)) << part;
  }
  for (const auto* part : {"verdict warn", "0123abcd", "class=\"signature\"", "Not covered"}) {
    EXPECT_TRUE(has(page, part)) << part;
  }
}

TEST(ClassSizes, TheBinsAreTheSameEverywhereAndCutAtK) {
  using Bins = std::vector<std::size_t>;
  EXPECT_EQ(size_bins(1, 1), (Bins{1, 2, 3, 4, 5}));
  EXPECT_EQ(size_bins(50, 1), (Bins{1, 2, 3, 4, 5, 10, 20, 40}));
  EXPECT_EQ(size_bins(50, 10), (Bins{1, 2, 3, 4, 5, 10, 20, 40}));
  EXPECT_EQ(size_bins(50, 7), (Bins{1, 2, 3, 4, 5, 7, 10, 20, 40}));
  EXPECT_EQ(size_bins(50, 45), (Bins{1, 2, 3, 4, 5, 10, 20, 40, 45}));
  const std::vector<std::uint32_t> sizes{3, 8, 50};
  EXPECT_TRUE(has(class_sizes_figure({{"after", sizes}}, 7).svg.markup, ">k = 7<"));
  EXPECT_FALSE(has(class_sizes_figure({{"after", sizes}}, 1).svg.markup, "k ="));
}

TEST(ReleaseSummary, PageShowsEverythingEscaped) {
  const std::string page = release_page(example());
  EXPECT_NE(page.find("k-anonymity"), std::string::npos);
  EXPECT_EQ(page.find("<out>"), std::string::npos);
  EXPECT_NE(page.find("&lt;out&gt;.csv"), std::string::npos);
}

}  // namespace
}  // namespace privet
