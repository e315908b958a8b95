// SPDX-License-Identifier: Apache-2.0
#include "roles/suggest.h"

#include <gtest/gtest.h>

#include "base/sampling.h"
#include "quasi/percent.h"

namespace privet::roles {
namespace {

TEST(Suggest, NamesRolesWithTheirEvidence) {
  Sampler sampler(2);
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 2000; ++i) {
    rows.push_back({"p" + std::to_string(i), std::to_string(i + 1),
                    std::to_string(sampler.below(80)), std::to_string(10000 + sampler.below(900)),
                    sampler.below(2) == 0 ? "f" : "m", "AT", sampler.below(3) == 0 ? "flu" : "none",
                    sampler.below(50) == 0 ? "yes" : "no"});
  }
  const Table table = make_table(
      {"PatientId", "row", "age", "zip", "sex", "country", "diagnosis", "consent"}, rows);
  const privet::Run run;
  const auto suggested = suggest_roles(table, {}, run);
  ASSERT_EQ(suggested.size(), 8U);
  EXPECT_EQ(suggested[0].role, Role::Identifier);
  EXPECT_EQ(suggested[1].role, Role::Identifier);
  EXPECT_EQ(suggested[1].evidence,
            "known to others: its values are running numbers; tells apart: 100% of pairs alone");
  EXPECT_EQ(suggested[2].role, Role::Quasi);
  EXPECT_EQ(suggested[3].role, Role::Quasi);
  EXPECT_EQ(suggested[2].evidence,
            "known to others: its name says age; tells apart: 98% of pairs alone, {age, zip} "
            "99.998%");
  EXPECT_EQ(suggested[3].signals.known_to_others, "its name says postcode");
  EXPECT_EQ(suggested[4].role, Role::Quasi);
  EXPECT_EQ(suggested[4].signals.known_to_others,
            "its name says sex, its values are a coding of sex");
  EXPECT_EQ(suggested[5].role, Role::Plain);
  EXPECT_EQ(suggested[5].evidence, "it has one value");
  EXPECT_EQ(suggested[6].role, Role::Sensitive);
  EXPECT_EQ(suggested[6].signals.kind_of_measurement, "its name says illness or treatment");
  EXPECT_EQ(suggested[7].role, Role::Plain);
}

// Words that are said of anything, and what the values say against them.
TEST(Suggest, GeneralWordsDoNotDecide) {
  Sampler sampler(4);
  std::vector<std::vector<std::string>> rows;
  const auto number = [&](std::uint64_t low, std::uint64_t high) {
    return std::to_string(low + sampler.below(high - low + 1));
  };
  for (int i = 0; i < 400; ++i) {
    rows.push_back({number(1000, 20000), number(1, 12), number(1, 3), number(0, 1), number(0, 6),
                    "text " + number(1, 4),
                    std::to_string(1600000000 + i * 7919 + static_cast<int>(sampler.below(5000)))});
  }
  const auto suggested =
      suggest_roles(make_table({"MonthlyIncome", "month", "Xclass", "two_year_recid", "num_filhos",
                                "reported_involvement", "visit"},
                               rows),
                    {}, privet::Run());
  EXPECT_EQ(suggested[0].role, Role::Sensitive);  // no month is 20,000
  EXPECT_EQ(suggested[1].role, Role::Quasi);
  EXPECT_EQ(suggested[2].role, Role::Undecided);  // which class nobody knows
  EXPECT_EQ(suggested[3].role, Role::Sensitive);  // yes and no are not years
  EXPECT_EQ(suggested[4].role, Role::Quasi);      // a count of children, not a number
  EXPECT_EQ(suggested[5].role, Role::Undecided);  // four answers are no free text
  EXPECT_EQ(suggested[6].role, Role::Undecided);  // seconds since 1970 count nothing
}

// Yes and no under a name that says nothing: a finding among findings, and a question among
// answers about people's lives.
TEST(Suggest, WhatTheTableIsAboutDecidesAboutNamelessColumns) {
  Sampler sampler(5);
  const auto roles_of = [&](const std::vector<std::string>& names) {
    std::vector<std::vector<std::string>> rows;
    for (int i = 0; i < 200; ++i) {
      std::vector<std::string> row;
      for (std::size_t c = 0; c < names.size(); ++c) {
        row.push_back(sampler.below(4) == 0 ? "yes" : "no");
      }
      rows.push_back(row);
    }
    return suggest_roles(make_table(names, rows), {}, privet::Run());
  };
  EXPECT_EQ(roles_of({"nausea", "fever", "tumor", "zorg"})[3].role, Role::Sensitive);
  EXPECT_EQ(roles_of({"married", "employed", "income", "zorg"})[3].role, Role::Undecided);
  EXPECT_EQ(roles_of({"a", "b", "c", "zorg"})[3].role, Role::Undecided);
}

// Numbers that are days, figures of a place, and weights of bodies.
TEST(Suggest, NumbersThatOthersMayKnow) {
  Sampler sampler(6);
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 1000; ++i) {
    const auto place = std::to_string(10 + sampler.below(30));
    rows.push_back(
        {std::to_string(1930 + sampler.below(70)) + "." + std::to_string(100 + sampler.below(900)),
         std::to_string(12000 + sampler.below(2000)), "3." + place + "1",
         std::to_string(40 + sampler.below(70)) + "." + std::to_string(sampler.below(10)),
         std::to_string(sampler.below(100000)) + ".5", "1000" + place});
  }
  const auto suggested =
      suggest_roles(make_table({"zork", "diagnosis", "zurk", "wt", "fnlwgt", "population"}, rows),
                    {}, privet::Run());
  EXPECT_EQ(suggested[0].role, Role::Quasi);      // 1947.312 is a day
  EXPECT_EQ(suggested[1].role, Role::Undecided);  // days since 1970
  EXPECT_EQ(suggested[2].role, Role::Undecided);  // the same for many: of a place
  EXPECT_EQ(suggested[3].role, Role::Undecided);  // of the record or of the body
  EXPECT_EQ(suggested[4].role, Role::Plain);
  EXPECT_EQ(suggested[5].role, Role::Undecided);  // can be looked up
}

TEST(Suggest, AFewNamesUnderANeutralHeaderAreAskedAbout) {
  std::vector<std::vector<std::string>> rows;
  const std::vector<std::string> names{"Schmidt", "Hoffmann", "Neumann", "Weber"};
  for (std::size_t i = 0; i < 60; ++i) {
    rows.push_back({names[i % 7 == 0 ? i / 7 % 4 : 0], std::to_string(i % 7)});
  }
  const auto suggested = suggest_roles(make_table({"f1", "n"}, rows), {}, privet::Run());
  EXPECT_EQ(suggested[0].role, Role::Undecided);
  EXPECT_EQ(suggested[0].signals.known_to_others, "many of its values are names of persons");
}

// What separates little is still what an attacker knows first, and what separates everything may be
// a reading that nobody outside knows.
TEST(Suggest, TellingApartIsNotBeingKnown) {
  Sampler sampler(3);
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 1000; ++i) {
    rows.push_back({"n" + std::to_string(sampler.below(30)),
                    std::to_string(i % 500) + "." + std::to_string(i + 1),
                    sampler.below(20) == 0 ? "f" : "m", sampler.below(20) == 0 ? "x" : "y",
                    std::to_string(sampler.below(400)), std::to_string(sampler.below(400))});
  }
  const auto suggested =
      suggest_roles(make_table({"full name", "reading", "sex", "flag", "glucose", "zorg"}, rows),
                    {}, privet::Run());
  // Names are identifiers although people share them: never sets of names.
  EXPECT_EQ(suggested[0].role, Role::Identifier);
  EXPECT_TRUE(suggested[0].names_or_text);
  EXPECT_EQ(suggested[1].role, Role::Plain);
  EXPECT_EQ(suggested[2].role, Role::Quasi);
  EXPECT_EQ(suggested[3].role, Role::Plain);
  EXPECT_EQ(suggested[4].role, Role::Sensitive);
  // Nothing is known of it, and it tells most pairs apart.
  EXPECT_EQ(suggested[5].role, Role::Undecided);
  EXPECT_TRUE(suggested[5].signals.known_to_others.empty());
  EXPECT_TRUE(suggested[5].signals.tells_apart.starts_with("99"));
}

TEST(Suggest, ADateIsKnownWhateverHappenedOnIt) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 40; ++i) {
    rows.push_back({std::to_string(10 + i % 18) + ".05.19" + std::to_string(50 + i),
                    "z" + std::to_string(i), "20" + std::to_string(10 + i % 9) + "-01-02"});
  }
  const auto suggested =
      suggest_roles(make_table({"birth date", "code", "relapse"}, rows), {}, privet::Run());
  EXPECT_EQ(suggested[0].role, Role::Quasi);
  EXPECT_EQ(suggested[1].role, Role::Identifier);
  EXPECT_EQ(suggested[2].role, Role::Quasi);
}

TEST(Suggest, FreeTextAndNamesAreFoundByTheirValues) {
  std::vector<std::vector<std::string>> rows;
  const std::vector<std::string> given{"Anna", "Peter", "Maria", "John", "Paul", "Eva"};
  const std::vector<std::string> family{"Huber", "Novak", "Weiss", "Bauer", "Kern"};
  for (std::size_t i = 0; i < 60; ++i) {
    rows.push_back({given[i % 6] + " " + family[i % 5],
                    "the patient number " + std::to_string(i) + " was seen again on the ward",
                    "ann" + std::to_string(i) + "@example.org"});
  }
  const auto suggested = suggest_roles(make_table({"v1", "v2", "v3"}, rows), {}, privet::Run());
  for (const auto& column : suggested) EXPECT_EQ(column.role, Role::Identifier) << column.evidence;
  EXPECT_TRUE(suggested[0].names_or_text);
  EXPECT_TRUE(suggested[1].names_or_text);
  EXPECT_FALSE(suggested[2].names_or_text);
}

// X and y are places where their values are, and an outcome otherwise.
TEST(Suggest, XAndYMayBeAPlace) {
  Sampler sampler(5);
  std::vector<std::vector<std::string>> degrees;
  std::vector<std::vector<std::string>> metres;
  std::vector<std::vector<std::string>> points;
  for (int i = 0; i < 200; ++i) {
    const auto draw = [&](std::size_t from, std::size_t below) {
      return std::to_string(from + sampler.below(below));
    };
    degrees.push_back({draw(46, 3) + "." + draw(1000, 8999), draw(9, 7) + "." + draw(1000, 8999)});
    metres.push_back({draw(420000, 200000), draw(5100000, 300000)});
    points.push_back({draw(0, 9) + "." + draw(1, 9), draw(0, 2)});
  }
  for (const auto& rows : {degrees, metres}) {
    const auto suggested = suggest_roles(make_table({"x", "y"}, rows), {}, privet::Run());
    EXPECT_EQ(suggested[0].role, Role::Quasi) << suggested[0].evidence;
    EXPECT_EQ(suggested[1].role, Role::Quasi) << suggested[1].evidence;
  }
  const auto suggested = suggest_roles(make_table({"x", "y"}, points), {}, privet::Run());
  EXPECT_EQ(suggested[1].role, Role::Sensitive);
}

// Two names are names where the column says whose they are; whether somebody is a manager is not.
TEST(Suggest, OfTwoManagersTheNamesAreNames) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 60; ++i) {
    rows.push_back({i % 2 == 0 ? "Huber" : "Auer", i % 3 == 0 ? "yes" : "no",
                    std::to_string(1000 + (i * 7919) % 9000)});
  }
  const auto suggested =
      suggest_roles(make_table({"Manager", "manager", "EmpNo"}, rows), {}, privet::Run());
  EXPECT_EQ(suggested[0].role, Role::Identifier);
  EXPECT_TRUE(suggested[0].names_or_text);
  EXPECT_NE(suggested[1].role, Role::Identifier);
  EXPECT_EQ(suggested[2].role, Role::Identifier);
}

// The number of a bill is nobody's secret to be released as it is.
TEST(Suggest, NumbersOfSensitiveThingsAreNumbers) {
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 100; ++i) {
    const std::string number = std::to_string(100000 + (i * 7919) % 90000);
    rows.push_back({number, number, number, (i % 2 == 0 ? "A" : "B") + number,
                    std::to_string(i % 9), i % 2 == 0 ? "Eva Huber" : "Zoltan Wolf"});
  }
  const auto suggested = suggest_roles(
      make_table({"Steuernr", "treatment_number", "credit_no", "x", "drug_number", "Kundin"}, rows),
      {}, privet::Run());
  for (std::size_t c = 0; c < 4; ++c) {
    EXPECT_EQ(suggested[c].role, Role::Identifier) << suggested[c].evidence;
  }
  EXPECT_NE(suggested[4].role, Role::Identifier);  // how many drugs
  EXPECT_EQ(suggested[5].role, Role::Undecided);
  EXPECT_FALSE(suggested[5].personal.names.empty());
}

TEST(Suggest, SmallAndOddTablesDoNotMislead) {
  const privet::Run run;
  const auto one = suggest_roles(make_table({"a", "age"}, {{"x", "7"}}), {}, run);
  EXPECT_EQ(one[0].role, Role::Plain);
  EXPECT_EQ(one[0].evidence, "there is one record");
  EXPECT_EQ(one[1].role, Role::Quasi);
  const auto none = suggest_roles(make_table({"a"}, {}), {}, run);
  EXPECT_EQ(none[0].role, Role::Plain);
  const auto few = suggest_roles(make_table({"zorg"}, {{"x"}, {"y"}, {"z"}}), {}, run);
  EXPECT_EQ(few[0].role, Role::Plain);
}

TEST(Percent, NeverRoundsUpToAll) {
  using quasi::percent;
  EXPECT_EQ(percent(1.0), "100%");
  EXPECT_EQ(percent(0.999999999), "99.9999999%");
  EXPECT_EQ(percent(0.9999), "99.99%");
  EXPECT_EQ(percent(0.999), "99.9%");
  EXPECT_EQ(percent(0.5), "50%");
  EXPECT_EQ(percent(0.0), "0%");
  EXPECT_EQ(percent(0.99995), "99.995%");
}

}  // namespace
}  // namespace privet::roles
