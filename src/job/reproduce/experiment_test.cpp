// SPDX-License-Identifier: Apache-2.0
#include "job/reproduce/experiment.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "job/reproduce/reproduce_job.h"

namespace privet::job {
namespace {

constexpr std::string_view kGood = R"(
title = "Table 1"
authors = "They measured."
verdict = "agrees"
agreement = 0.1
[[series]]
name = "ours"
commands = ["quasi measure t.csv --columns '{x}'"]
sweep = [1, 2]
value = "/ratio"
printed = { "1" = 10, "2" = 20.0 }
expected = { "1" = 10.5, "2" = "none" }
tolerance = 0.01
)";

std::string problem_of(std::string text, std::string_view from, std::string_view to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  text.replace(at, from.size(), to);
  try {
    (void)parse_experiment(text, "reproduce/001/table-1.toml");
  } catch (const Error& error) {
    EXPECT_NE(error.place().line, 0U);
    return error.message();
  }
  return "no problem";
}

ReproducedExperiment measured(std::optional<double> first, std::optional<double> second) {
  ReproducedExperiment out;
  out.experiment = parse_experiment(kGood, "reproduce/001/table-1.toml");
  auto& series = out.series.emplace_back();
  series.name = "ours";
  series.points = {{.x = "1", .ours = {.value = first}}, {.x = "2", .ours = {.value = second}}};
  return out;
}

TEST(Experiment, IsReadWithItsName) {
  const auto one = parse_experiment(kGood, "reproduce/001/table-1.toml");
  EXPECT_EQ(one.name, "001/table-1");
  EXPECT_EQ(one.folder, "reproduce/001");
  ASSERT_EQ(one.series.size(), 1U);
  EXPECT_EQ(one.series[0].sweep, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(one.series[0].printed.at("2"), 20.0);
  EXPECT_EQ(one.series[0].expected.at("2"), std::nullopt);
}

TEST(Experiment, MistakesAreNamed) {
  const std::string good(kGood);
  EXPECT_EQ(problem_of(good, "title =", "titel ="), "there is no 'title'");
  EXPECT_EQ(problem_of(good, "tolerance", "tolerence"),
            "unknown key 'tolerence'; did you mean tolerance?");
  EXPECT_EQ(problem_of(good, "\"2\" = 20.0", "\"3\" = 20.0"), "'3' is not a value of x");
  EXPECT_EQ(problem_of(good, "\"/ratio\"", "\"ratio\""), "'ratio' is not a JSON pointer");
  EXPECT_EQ(problem_of(good, "\"agrees\"", "\"maybe\""),
            "the verdict is one of agrees, differs and cannot be repeated");
  EXPECT_EQ(problem_of(good, "tolerance", "status = 2\ntolerance"),
            "status is 0, or 1 for a command that judges");
  EXPECT_EQ(problem_of(good, "'{x}'", "'{x}"),
            "a quote does not end in 'quasi measure t.csv --columns '{x}'");
}

TEST(Experiment, VerdictsOweTheirReasons) {
  const std::string good(kGood);
  EXPECT_EQ(problem_of(good, "\"agrees\"", "\"differs\""),
            "say in because why it differs or cannot be repeated");
  EXPECT_EQ(problem_of(good, "\"agrees\"", "\"cannot be repeated\""),
            "an experiment that cannot be repeated has no series");
  EXPECT_EQ(problem_of(good, "printed = { \"1\" = 10, \"2\" = 20.0 }", ""),
            "it claims to agree, yet there are no printed numbers and no claims to agree with");
}

constexpr std::string_view kClaim = R"(
[[claim]]
says = "it doubles"
series = "ours"
growth = true
at_least = 1.9
at_most = 2.1
)";

TEST(Experiment, MistakesInClaimsAreNamed) {
  const std::string good = std::string(kGood) + std::string(kClaim);
  EXPECT_EQ(parse_experiment(good, "reproduce/001/table-1.toml").claims.size(), 1U);
  EXPECT_EQ(problem_of(good, "series = \"ours\"", "series = \"theirs\""),
            "no series is called 'theirs'");
  EXPECT_EQ(problem_of(good, "growth = true", "growth = true\nagainst = \"ours\""),
            "a claim compares with another series (against) or with its own first point (growth), "
            "not both");
  EXPECT_EQ(problem_of(good, "growth = true", "at = [\"7\"]"), "'7' is not a value of x");
  EXPECT_EQ(problem_of(good, "at_least = 1.9\nat_most = 2.1", ""),
            "a claim needs at_least or at_most");
  EXPECT_EQ(problem_of(good, "growth = true", "holds = false"),
            "it claims to agree, yet one of the text's claims does not hold");
}

TEST(Experiment, MistakesInChainsAreNamed) {
  const std::string good = std::string(kGood) + "[chain]\ntables = \"{x}\"\nrows = \"1000\"\n";
  EXPECT_EQ(parse_experiment(good, "reproduce/001/table-1.toml").chain->rows, "1000");
  EXPECT_EQ(problem_of(good, "\"1000\"", "\"many\""),
            "tables and rows are numbers as texts, or \"{x}\"");
  const std::string other = R"(
title = "Figure 8"
authors = "They measured."
verdict = "differs"
because = "machines differ"
[chain]
tables = "{x}"
rows = "1000"
[[series]]
name = "tree"
commands = ["mine tree {tables} {joins}"]
sweep = ["2"]
value = "seconds"
)";
  EXPECT_EQ(problem_of(other, "\"2\"", "\"two\""), "'two' is not a number of tables or rows");
}

TEST(Judge, ClaimsAreNotTakenOnTrust) {
  const auto with_claim = [](double second, bool holds) {
    auto out = measured(10.5, second);
    out.experiment =
        parse_experiment(std::string(kGood) + std::string(kClaim), "reproduce/001/table-1.toml");
    out.experiment.series[0].expected.clear();
    out.experiment.verdict = Verdict::Differs;
    out.experiment.claims[0].holds = holds;
    judge(out, false);
    return out;
  };
  EXPECT_EQ(with_claim(21, true).status, ReproduceStatus::Done);
  EXPECT_EQ(with_claim(21, false).status, ReproduceStatus::WrongClaim);
  EXPECT_EQ(with_claim(25, true).status, ReproduceStatus::WrongClaim);
  EXPECT_EQ(with_claim(25, false).status, ReproduceStatus::Done);
  EXPECT_NEAR(with_claim(25, false).claims[0].most, 25 / 10.5, 1e-12);
}

TEST(Judge, AClaimComparesSeriesWhereBothHaveANumber) {
  const auto series = [](std::string name, std::optional<double> first, double second) {
    return ReproducedSeries{
        .name = std::move(name),
        .points = {{.x = "1", .ours = {.value = first}}, {.x = "2", .ours = {.value = second}}}};
  };
  const std::vector<ReproducedSeries> both{series("a", std::nullopt, 3), series("b", 1, 4)};
  const auto found = check_claim({.series = "a", .against = "b", .at_most = 0.8}, both);
  EXPECT_EQ(found.points, 1U);
  EXPECT_TRUE(found.holds);
  EXPECT_FALSE(check_claim({.series = "a", .against = "b", .at_most = 0.7}, both).holds);
  const auto nothing =
      check_claim({.series = "a", .against = "b", .at_most = 0.1, .at = {"1"}}, both);
  EXPECT_EQ(nothing.points, 0U);
  EXPECT_TRUE(nothing.as_claimed());
}

TEST(Experiment, WordsAreSplitAsAShellDoes) {
  EXPECT_EQ(split_words("a 'b c'  d\"e f\" ''"),
            (std::vector<std::string>{"a", "b c", "de f", ""}));
}

TEST(Judge, NumbersThatAreNotExpectedAreSaid) {
  auto right = measured(10.55, std::nullopt);
  right.experiment.series[0].printed.erase("2");
  judge(right, false);
  EXPECT_EQ(right.status, ReproduceStatus::Done);
  EXPECT_NEAR(right.largest_gap, 0.55 / 10.55, 1e-12);

  auto wrong = measured(10.7, std::nullopt);
  judge(wrong, false);
  EXPECT_EQ(wrong.status, ReproduceStatus::Unexpected);
  auto there = measured(10.5, 3.0);  // where none was expected
  judge(there, false);
  EXPECT_EQ(there.status, ReproduceStatus::Unexpected);
}

TEST(Judge, AgreementIsNotTakenOnTrust) {
  auto one = measured(10.5, std::nullopt);  // 20 was printed where we have nothing
  judge(one, false);
  EXPECT_EQ(one.status, ReproduceStatus::WrongClaim);
  EXPECT_EQ(one.largest_gap, 1.0);
}

TEST(Judge, GrowthIsTheSlopeOfTheLogarithms) {
  auto one = measured(7.0, 28.0);
  one.experiment.growth = true;
  one.experiment.series[0].expected.clear();
  one.experiment.agreement = 1.01;  // printed 10, 20: slope 1; ours 2
  judge(one, false);
  EXPECT_EQ(one.status, ReproduceStatus::Done);
  EXPECT_NEAR(one.series[0].our_slope, 2, 1e-12);
  EXPECT_NEAR(one.series[0].printed_slope, 1, 1e-12);
  one.experiment.agreement = 0.99;
  judge(one, false);
  EXPECT_EQ(one.status, ReproduceStatus::WrongClaim);
}

TEST(RunPoints, ValuesAreFoundCountedAndDivided) {
  ExperimentSeries series{.value = "/a/b", .scale = 2};
  EXPECT_EQ(value_in(series, R"({"a":{"b":3}})", 0), 6);
  series.per = "/c";
  EXPECT_EQ(value_in(series, R"({"a":{"b":3},"c":4})", 0), 1.5);
  EXPECT_EQ(value_in({.value = "/holds"}, R"({"holds":true})", 0), 1);
  EXPECT_EQ(value_in({.count = "/list"}, R"({"list":["x","y"]})", 0), 2);
  EXPECT_EQ(value_in({.value = "seconds"}, "", 0.5), 0.5);
  EXPECT_THROW((void)value_in({.value = "/nothing"}, "{}", 0), Error);
}

}  // namespace
}  // namespace privet::job
