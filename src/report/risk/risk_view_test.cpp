// SPDX-License-Identifier: Apache-2.0
#include "report/risk/risk_view.h"

#include <gtest/gtest.h>

#include "base/json.h"

namespace privet {
namespace {

RiskSummary example() {
  RiskSummary out;
  out.input = "a<b>.csv";
  out.quasi = {"age", "zip"};
  out.rows = 5;
  out.suppressed = 1;
  out.class_sizes = {1, 3};
  out.prosecutor = measure_risk(out.class_sizes, 0.5);
  out.journalist = JournalistRisk{.people = 9, .smallest_class = 3, .highest = 1.0 / 3};
  SensitiveSummary& column = out.sensitive.emplace_back();
  column.risk.column = "ill";
  column.risk.homogeneous_classes = 1;
  column.risk.gain.factor = 2;
  column.risk.gain.share = 0.5;
  column.value = "<flu>";
  column.gained_class = {{"age", "[20-25]"}, {"zip", "a"}};
  out.linkage = LinkageSummary{.file = "v.csv", .columns = {"age"}, .rows = 4, .one_class = 2};
  Verdict verdict;
  verdict.model = "k-anonymity";
  verdict.parameters = {{"k", 2}};
  verdict.holds = false;
  verdict.value = 1;
  verdict.violating_classes = 1;
  verdict.violating_records = 1;
  out.guarantees = {verdict};
  out.violations = {
      {.model = "k-anonymity", .size = 1, .value = 1, .rows = {3}, .shown = {{"age", "9"}}}};
  return out;
}

TEST(RiskSummary, SaysTheSameInThreeForms) {
  const RiskSummary summary = example();
  const Json json = risk_json(summary);
  EXPECT_EQ(json["rows"], 5);
  EXPECT_EQ(json["suppressed"], 1);
  EXPECT_EQ(json["min_class"], 1);
  EXPECT_EQ(json["journalist"]["people"], 9);
  EXPECT_EQ(json["sensitive"][0]["largest_gain"]["class"]["age"], "[20-25]");
  EXPECT_EQ(json["linkage"]["one_class"], 2);
  EXPECT_EQ(json["violations"][0]["rows"], (std::vector<int>{3}));
  const std::string text = risk_text(summary);
  for (const auto* part : {"records suppressed", "the population's register", "<flu>: 50.0%",
                           "that lead to one class", "does not hold for 1 class with 1 record"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  const std::string page = risk_page(summary);
  EXPECT_NE(page.find("journalist"), std::string::npos);
  EXPECT_NE(page.find("&lt;flu&gt;"), std::string::npos);
  EXPECT_EQ(page.find("<flu>"), std::string::npos);
}

TEST(RiskPage, BeginsWithTheVerdictAndARedCard) {
  RiskSummary summary = example();
  const std::string page = risk_page(summary);
  const auto verdict = page.find("<div class=\"verdict bad\"");
  ASSERT_NE(verdict, std::string::npos);
  EXPECT_NE(page.find("k-anonymity (k = 2) does not hold for 1 record in 1 class"),
            std::string::npos);
  const auto card = page.find("<div class=\"card bad\">");
  ASSERT_NE(card, std::string::npos);
  EXPECT_LT(verdict, card);
  EXPECT_LT(card, page.find("<div class=\"card", card + 1));  // it is the first
  EXPECT_EQ(page.find("<div class=\"card good\">"), std::string::npos);
  EXPECT_LT(card, page.find("<section"));
  summary.guarantees[0].holds = true;
  summary.prosecutor.highest = 0.1;
  // A class in which all have the same value is not green, whatever holds.
  EXPECT_NE(risk_page(summary).find("<div class=\"verdict warn\""), std::string::npos);
  summary.sensitive[0].risk.homogeneous_classes = 0;
  const std::string fine = risk_page(summary);
  EXPECT_NE(fine.find("<div class=\"verdict good\""), std::string::npos);
  EXPECT_EQ(fine.find("<div class=\"card bad\">"), std::string::npos);
  EXPECT_NE(fine.find("Not covered"), std::string::npos);
}

// What gives people away although every model holds: never green.
TEST(RiskPage, IsNotGreenWhereSomethingElseLeadsToPersons) {
  RiskSummary fine = example();
  fine.guarantees[0].holds = true;
  fine.class_sizes = {5, 5};
  fine.prosecutor = measure_risk(fine.class_sizes, 0.5);
  fine.sensitive.clear();
  const auto green = [](const RiskSummary& summary) {
    const std::string page = risk_page(summary);
    return page.find("<div class=\"verdict good\"") != std::string::npos ||
           page.find("<div class=\"card good\"") != std::string::npos;
  };
  ASSERT_TRUE(green(fine));
  const auto says = [&](const RiskSummary& summary, const std::string& text) {
    return !green(summary) && risk_page(summary).find(text) != std::string::npos;
  };
  RiskSummary linked = fine;
  linked.linkage->one_record = 1;
  EXPECT_TRUE(says(linked, "1 row of v.csv leads to one record."));
  linked.linkage->one_record = 0;
  linked.linkage->undecided = true;
  EXPECT_TRUE(says(linked, "No record matches anybody in v.csv"));
  RiskSummary persons = fine;
  persons.beside = {"column pid links the records of a person"};
  EXPECT_TRUE(says(persons, "Column pid links the records of a person"));
  RiskSummary sorted = fine;
  sorted.order = {{.column = "age", .sorted = true, .below = 3}};
  EXPECT_TRUE(says(sorted, "The order of the records goes with age: it leaves 3 records"));
  RiskSummary average = fine;
  average.guarantees[0].overall = true;
  average.prosecutor.unique_records = 1;
  EXPECT_TRUE(says(average, "is about all records together, not about each: 1 record is unique."));
  // A promise that an earlier release breaks is not one of boundaries.
  RiskSummary earlier = fine;
  earlier.earlier = EarlierSummary{.file = "old.csv", .k = 5, .below_k = 2};
  EXPECT_TRUE(says(earlier, "Together with old.csv the promise does not hold"));
  EXPECT_EQ(risk_page(earlier).find("boundaries"), std::string::npos);
}

TEST(RiskSummary, LeavesOutWhatWasNotAsked) {
  RiskSummary summary;
  summary.quasi = {"age"};
  const Json json = risk_json(summary);
  for (const auto* key : {"journalist", "linkage", "guarantees", "violations"}) {
    EXPECT_FALSE(json.contains(key)) << key;
  }
  EXPECT_EQ(risk_text(summary).find("register"), std::string::npos);
}

}  // namespace
}  // namespace privet
