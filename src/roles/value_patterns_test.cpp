// SPDX-License-Identifier: Apache-2.0
#include "roles/value_patterns.h"

#include <gtest/gtest.h>

#include "roles/personal_values.h"
#include "roles/text_patterns.h"

namespace privet::roles {
namespace {

TEST(TextPatterns, FormsAreRecognised) {
  for (const auto* date : {"17.05.1951", "05/17/1951", "2023-04-20T20:16:00", "20-Apr-2023",
                           "2023-04-20", "19510517", "930101", "931107 00:00:00", "1.2.1999"}) {
    EXPECT_TRUE(is_date(date)) << date;
  }
  for (const auto* other : {"17.55.1951", "12.5", "2023", "99999999", "1-2", "20:15", "abc"}) {
    EXPECT_FALSE(is_date(other)) << other;
  }
  EXPECT_TRUE(is_time_of_day("20:15"));
  EXPECT_FALSE(is_time_of_day("2015"));
  EXPECT_TRUE(is_mail("ann@example.org"));
  EXPECT_FALSE(is_mail("ann at example"));
  EXPECT_TRUE(is_phone("+43 1 234 5678"));
  EXPECT_TRUE(is_phone("555-123-4567"));
  EXPECT_FALSE(is_phone("1234567"));
  EXPECT_FALSE(is_phone("2023-04-20"));
  EXPECT_TRUE(is_postcode("1234 AB"));
  EXPECT_TRUE(is_postcode("SW1A 1AA"));
  EXPECT_TRUE(is_postcode("01067"));
  EXPECT_FALSE(is_postcode("12345"));
  EXPECT_TRUE(is_coordinate_pair("48.2082, 16.3738"));
  EXPECT_FALSE(is_coordinate_pair("480.2082, 16.3738"));
  EXPECT_FALSE(is_coordinate_pair("48.2082,"));
}

TEST(TextPatterns, PersonsAreWrittenInSeveralWays) {
  for (const auto* name : {"M\xC3\xBCller", "Mueller", "SCHMIDT", "dos Santos",
                           "Garc\xC3\xAD"
                           "a"}) {
    EXPECT_TRUE(has_family_name(name)) << name;
  }
  for (const auto* other : {"Koch", "farmer", "Vienna", "flu", ""}) {
    EXPECT_FALSE(has_family_name(other)) << other;
  }
  EXPECT_TRUE(has_given_name("J\xC3\xBCrgen"));
  EXPECT_TRUE(addresses_a_person("Frau Keller"));
  EXPECT_TRUE(addresses_a_person("Dr. A. Keller"));
  EXPECT_FALSE(addresses_a_person("frau"));
  EXPECT_TRUE(has_initial("A. Keller"));
  EXPECT_TRUE(has_initial("Keller, A."));
  EXPECT_FALSE(has_initial("E. coli"));
  EXPECT_FALSE(has_initial("vitamin d"));
  EXPECT_TRUE(is_sentence("He fell on the stairs."));
  EXPECT_FALSE(is_sentence("Some college, no degree"));
  EXPECT_FALSE(is_sentence("Upper secondary education (level 3)"));
}

TEST(TextPatterns, QuantitiesHaveUnits) {
  for (const auto* text : {"5.4 mg/dl", "120 mmHg", "5,4mmol/L", "<0.5 \xC2\xB5g/l", "72 bpm"}) {
    EXPECT_TRUE(is_quantity(text)) << text;
  }
  for (const auto* text : {"5.4", "mg/dl", "5 houses", "1951", "", "-"}) {
    EXPECT_FALSE(is_quantity(text)) << text;
  }
}

TEST(TextPatterns, YearsWithAPointAreNoMeasurements) {
  EXPECT_TRUE(is_year_with_point("1951.0"));
  EXPECT_FALSE(is_year_with_point("1951.5"));
  EXPECT_FALSE(is_year_with_point("63.0"));
  std::vector<std::string> years;
  for (int i = 0; i < 60; ++i) years.push_back(std::to_string(1930 + i * 7 % 20) + ".0");
  EXPECT_FALSE(look_at_values(make_column("x", years)).pattern.has_value());
}

TEST(ValuePatterns, TwoColumnsMayBeCoordinates) {
  std::vector<std::string> north;
  std::vector<std::string> east;
  std::vector<std::string> dose;
  for (int i = 0; i < 60; ++i) {
    north.push_back(std::to_string(47 + i % 3) + "." + std::to_string(12345 + 137 * i));
    east.push_back(std::to_string(8 + i % 5) + "." + std::to_string(54321 - 93 * i));
    dose.push_back("0." + std::to_string(12345 + 137 * i));
  }
  const auto is_place = [](const std::vector<std::string>& a, const std::vector<std::string>& b) {
    const Column x = make_column("x", a);
    const Column y = make_column("y", b);
    return are_coordinates(x, look_at_values(x), y, look_at_values(y));
  };
  EXPECT_TRUE(is_place(north, east));
  EXPECT_TRUE(is_place(east, north));
  EXPECT_FALSE(is_place(north, dose));
}

// Under a name that says nothing, and each several times.
TEST(PersonalValues, NamesTextsAndNumbersOfPersons) {
  const auto look = [](const std::vector<std::string>& values, int times) {
    std::vector<std::string> all;
    for (int t = 0; t < times; ++t) all.insert(all.end(), values.begin(), values.end());
    const Column column = make_column("x", all);
    return look_for_persons(column, look_at_values(column));
  };
  EXPECT_FALSE(look({"Anna Huber", "Peter Novak", "Maria Rossi", "Z. Q."}, 9).names.empty());
  EXPECT_FALSE(look({"called ann@example.org", "no answer", "moved"}, 9).names.empty());
  std::vector<std::string> texts;
  std::vector<std::string> codes;
  std::vector<std::string> numbers;
  std::vector<std::string> wards;
  for (int i = 0; i < 30; ++i) {
    texts.push_back("fell on the stairs of house " + std::to_string(i));
    codes.push_back("PAT-" + std::to_string(1000 + 7 * i));
    numbers.push_back(std::to_string(70001 + 2 * i));
    wards.push_back("ward " + std::string(static_cast<std::size_t>(i % 5 + 1), 'a'));
  }
  EXPECT_FALSE(look(texts, 4).texts.empty());
  EXPECT_FALSE(look(codes, 4).numbers.empty());
  EXPECT_FALSE(look(numbers, 4).numbers.empty());
  std::vector<std::string> sparse;
  std::vector<std::string> hashed;
  std::vector<std::string> wages;
  for (unsigned i = 0; i < 30; ++i) {
    sparse.push_back(std::to_string(100003 + i * 27011 % 899000));
    wages.push_back(std::to_string(20000 + i * 270 % 79990 / 10 * 10));
    std::string hash;
    for (unsigned c = 0, x = 977 * i + 5; c < 10; ++c, x = x * 1103515245U + 12345U) {
      hash += "0123456789abcdef"[x >> 16U & 15U];
    }
    hashed.push_back(hash);
  }
  EXPECT_FALSE(look(sparse, 4).numbers.empty());
  EXPECT_FALSE(look(hashed, 4).numbers.empty());
  EXPECT_TRUE(look(wages, 4).numbers.empty());
  EXPECT_TRUE(look(wards, 4).numbers.empty());
  EXPECT_TRUE(look(wards, 4).any().empty());
}

TEST(TextPatterns, CheckDigitsCount) {
  EXPECT_TRUE(is_iban("GB82 WEST 1234 5698 7654 32"));
  EXPECT_TRUE(is_iban("DE89370400440532013000"));
  EXPECT_FALSE(is_iban("DE89370400440532013001"));
  EXPECT_TRUE(is_loinc("2345-7"));
  EXPECT_TRUE(is_loinc("718-7"));
  EXPECT_FALSE(is_loinc("2345-6"));
}

// P00012 has the letters of a code of an illness, and is a patient's number.
TEST(ValuePatterns, NumbersBehindALetterAreNoIllnesses) {
  std::vector<std::string> patients;
  std::vector<std::string> illnesses;
  for (int i = 10; i < 70; ++i) {
    patients.push_back("P000" + std::to_string(i));
    illnesses.push_back(std::string(1, static_cast<char>('A' + i % 20)) + std::to_string(i) + ".1");
  }
  EXPECT_NE(look_at_values(make_column("x1", patients)).pattern, Pattern::Diagnosis);
  EXPECT_EQ(look_at_values(make_column("x1", illnesses)).pattern, Pattern::Diagnosis);
}

TEST(TextPatterns, CodesOfLists) {
  EXPECT_TRUE(is_icd("E11.9"));
  EXPECT_TRUE(is_icd("I10"));
  EXPECT_FALSE(is_icd("flu"));
  EXPECT_TRUE(is_atc("C09AA05"));
  EXPECT_FALSE(is_atc("E09AA05"));
  EXPECT_TRUE(is_isco("2211"));
  EXPECT_FALSE(is_isco("1511"));
  EXPECT_TRUE(is_country_code("AT"));
  EXPECT_TRUE(is_country_code("AUT"));
  EXPECT_FALSE(is_country_code("ZZ"));
  EXPECT_TRUE(is_us_state("TX"));
  EXPECT_EQ(sex_of("weiblich"), 0);
  EXPECT_EQ(sex_of("M"), 1);
  EXPECT_EQ(sex_of("t"), -1);
  EXPECT_EQ(yes_or_no("nein"), 0);
  EXPECT_TRUE(has_given_name("Anna Kowalska"));
  EXPECT_FALSE(has_given_name("Handlers-cleaners"));
}

Column column(const std::vector<std::string>& some, std::size_t times) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < times; ++i) texts.insert(texts.end(), some.begin(), some.end());
  return make_column("x", texts);
}

TEST(ValuePatterns, OfColumns) {
  EXPECT_EQ(look_at_values(column({"m", "f", "u"}, 9)).pattern, Pattern::Sex);
  EXPECT_EQ(look_at_values(column({"f", "t"}, 9)).pattern, Pattern::YesNo);
  EXPECT_EQ(look_at_values(column({"1.25", "3.5", "2"}, 9)).pattern, Pattern::Decimals);
  EXPECT_EQ(look_at_values(column({"27,4", "3,5", "2,1"}, 9)).pattern, Pattern::Decimals);
  EXPECT_EQ(look_at_values(column({"AT", "DE", "FR", "IT"}, 9)).pattern, Pattern::Country);
  EXPECT_FALSE(look_at_values(column({"red", "green", "blue"}, 9)).pattern);
  const auto facts = look_at_values(column({"a", "b", "?"}, 2));
  EXPECT_EQ(facts.present, 4U);
  EXPECT_EQ(facts.distinct, 2U);
  EXPECT_DOUBLE_EQ(facts.separation, 12.0 / 15.0);
}

std::optional<Pattern> of_numbers(int count, int (*number)(int)) {
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) texts.push_back(std::to_string(number(i)));
  return look_at_values(make_column("x", texts)).pattern;
}

TEST(ValuePatterns, RunningNumbersMayHaveGapsAndHouseholds) {
  EXPECT_EQ(of_numbers(60, [](int i) { return 1000 + i; }), Pattern::RunningNumbers);
  EXPECT_EQ(of_numbers(60, [](int i) { return 1000 + 3 * i; }), Pattern::RunningNumbers);
  EXPECT_EQ(of_numbers(60, [](int i) { return 7 + 20 * i + i % 3; }), Pattern::RunningNumbers);
  // Household numbers, two or three persons each.
  EXPECT_EQ(of_numbers(90, [](int i) { return 1 + i / 3; }), Pattern::RunningNumbers);
  // Ages, and amounts that all differ.
  EXPECT_FALSE(of_numbers(200, [](int i) { return 20 + i * 7 % 60; }));
  EXPECT_FALSE(of_numbers(60, [](int i) { return i * 7919 % 100003; }));
}

TEST(ValuePatterns, NamesOfOtherScriptsAreNames) {
  for (const auto* name :
       {"\u0393\u03B9\u03CE\u03C1\u03B3\u03BF\u03C2 \u03A1\u03AE\u03B3\u03B1\u03C2",
        "\u0411\u0435\u043B\u043E\u0432\u0430 \u041E\u043B\u044C\u0433\u0430",
        "Ma\u0142gorzata \u017Bak", "Anjali Menon"}) {
    EXPECT_TRUE(has_name_from_elsewhere(name)) << name;
  }
  EXPECT_FALSE(has_name_from_elsewhere("van Gogh"));
  EXPECT_TRUE(is_name_in_signs("\u738B\u82B3"));
  EXPECT_FALSE(is_name_in_signs("\u5317\u4EAC"));
  EXPECT_FALSE(is_name_in_signs("Wang Fang"));
}

TEST(ValuePatterns, TheFormOfANameIsSeenInAnyAlphabet) {
  for (const auto* name : {"Aroha Ngata", "Hrafnkell \u00D6rvarsson", "Ludwig van der Rohe",
                           "\u10DC\u10D0\u10DC\u10D0 \u10D9\u10D0\u10DE\u10D0", "O'Neill, Sean",
                           "\u0158\u00EDha Zden\u011Bk", "\u0531\u0576\u056B \u054D\u0561\u0580"}) {
    EXPECT_TRUE(has_form_of_name(name)) << name;
  }
  for (const auto* other : {"Aroha", "heart failure", "Type 2 Diabetes", "A B C D E", "", "12 34",
                            "Exec-managerial", "van der"}) {
    EXPECT_FALSE(has_form_of_name(other)) << other;
  }
}

// Codes of illnesses have different lengths; numbers of persons do not.
TEST(ValuePatterns, NumbersBehindLettersAreNoIllnesses) {
  const std::vector<std::string_view> numbers{"A012345", "B993312", "A451180"};
  EXPECT_TRUE(numbered_behind_a_letter(numbers));
  const std::vector<std::string_view> icd{"A01", "B993", "S720012"};
  EXPECT_FALSE(numbered_behind_a_letter(icd));
  const std::vector<std::string_view> short_codes{"A0100", "B9933"};
  EXPECT_FALSE(numbered_behind_a_letter(short_codes));
}

}  // namespace
}  // namespace privet::roles
