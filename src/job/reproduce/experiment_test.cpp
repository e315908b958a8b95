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
            "it claims to agree, yet no series has printed numbers to agree with");
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
