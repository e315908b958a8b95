// SPDX-License-Identifier: Apache-2.0
#include "roles/column_name.h"

#include <gtest/gtest.h>

#include <map>

namespace privet::roles {
namespace {

std::string topic(std::string_view name) {
  const auto found = topics_of(name);
  return found.empty() ? "" : std::string(found.front().topic->name);
}

TEST(ColumnName, IsCutIntoItsParts) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(name_parts("PatientID"), (Parts{"patient", "id"}));
  EXPECT_EQ(name_parts("ph.ecog"), (Parts{"ph", "ecog"}));
  EXPECT_EQ(name_parts("ZIP Code 5"), (Parts{"zip", "code", "5"}));
  EXPECT_EQ(name_parts("emp12"), (Parts{"emp", "12"}));
  EXPECT_EQ(name_parts("Stra\xC3\x9F"
                       "e"),
            (Parts{"strasse"}));
  EXPECT_EQ(name_parts("ge\xC3\xB1o"), (Parts{"geno"}));
  EXPECT_EQ(name_parts("__"), Parts{});
}

TEST(ColumnName, SevenLanguagesSayTheSame) {
  for (const auto* name : {"sex", "Geschlecht", "sexe", "sexo", "sesso", "geslacht", "Gender"}) {
    EXPECT_EQ(topic(name), "sex") << name;
  }
  for (const auto* name : {"age", "Alter", "edad", "eta", "idade", "leeftijd", "AGE_GROUP"}) {
    EXPECT_EQ(topic(name), "age") << name;
  }
  for (const auto* name : {"ZIP", "Postleitzahl", "PLZ", "code_postal", "postcode", "zip5"}) {
    EXPECT_EQ(topic(name), "postcode") << name;
  }
  for (const auto* name :
       {"Geburtsdatum", "date_of_birth", "DOB", "datanascita", "geboortedatum"}) {
    EXPECT_EQ(topic(name), "birth") << name;
  }
  for (const auto* name : {"Familienstand", "marital-status", "estado civil", "MARST"}) {
    EXPECT_EQ(topic(name), "marital status") << name;
  }
}

TEST(ColumnName, CompoundsPrefixesAndNumbersDoNotHide) {
  EXPECT_EQ(topic("isex"), "sex");
  EXPECT_EQ(topic("iage"), "age");
  EXPECT_EQ(topic("age_r"), "age");
  EXPECT_EQ(topic("nAge"), "age");
  EXPECT_EQ(topic("deathday2"), "date");
  EXPECT_EQ(topic("ideathmon"), "date");
  EXPECT_EQ(topic("Wohnortgemeinde"), "place");
  EXPECT_EQ(topic("Kundennummer"), "a number of a person or household");
  // Words that only contain others.
  EXPECT_EQ(topic("wage"), "money");
  EXPECT_EQ(topic("stage"), "illness or treatment");
  EXPECT_EQ(topic("message_length_x").empty(), false);
  EXPECT_EQ(topic("xyzzy"), "");
}

TEST(ColumnName, CodeBooksAreKnown) {
  EXPECT_EQ(topic("rb090"), "sex");
  EXPECT_EQ(topic("DB040"), "place");
  EXPECT_EQ(topic("pb220a"), "citizenship or descent");
  EXPECT_EQ(topic("py010n"), "money");
  EXPECT_EQ(topic("db090"), "survey weight");
  EXPECT_EQ(topic("rb030"), "a number of a person or household");
  EXPECT_EQ(topic("pl030"), "work");
  EXPECT_EQ(topic("urbrur"), "place");
  EXPECT_EQ(topic("hv105"), "age");
  EXPECT_EQ(topic("LBXTC"), "laboratory value");
  EXPECT_EQ(topic("BPXSY1"), "examination");
  EXPECT_EQ(topic("SMQ020"), "physical traits");
  EXPECT_TRUE(topics_of("rb090").front().abbreviation);
  EXPECT_TRUE(topics_of("rb090", {"rb090"}).empty());
}

TEST(ColumnName, CodeBooksPutLettersBeforeAStem) {
  EXPECT_EQ(topic("DMDBORN4"), "birth");
  EXPECT_EQ(topic("DMDCITZN"), "citizenship or descent");
  EXPECT_EQ(topic("pgisco88"), "work");
  EXPECT_EQ(topic("BMXBMI"), "physical traits");
  EXPECT_TRUE(topics_of("DMDBORN4").front().abbreviation);
  EXPECT_TRUE(topics_of("DMDBORN4", {"dmdborn"}).empty());
  // Too many letters beside it.
  EXPECT_EQ(topic("stubbornness"), "");
}

TEST(ColumnName, TheHigherTopicDecides) {
  EXPECT_EQ(topic("smoking_state_status"), "place");
  EXPECT_EQ(topic("smoking status"), "physical traits");
  EXPECT_EQ(topic("num_filhos"), "family and household");
  EXPECT_EQ(topic("Aufnahmegrund"), "reason");
  EXPECT_EQ(topic("diagnosis_date"), "date");
  EXPECT_EQ(topic("sampling_weight"), "survey weight");
  EXPECT_EQ(topic("weight"), "physical traits");
  EXPECT_EQ(topic("housing_median_age"), "area statistic");
  EXPECT_EQ(topic("district_id"), "place");
  EXPECT_EQ(topic("family name"), "a person's name");
  EXPECT_EQ(topic("blood pressure"), "examination");
}

// A word that stood under two topics would be decided by their order in the files.
TEST(ColumnName, EveryWordHasOneTopic) {
  std::map<std::string, std::string> seen;
  for (const auto topics : {identity_topics(), known_topics(), place_and_time_topics(),
                            private_topics(), measurement_topics()}) {
    for (const Topic& entry : topics) {
      for (const auto list : {entry.words, entry.shorts}) {
        std::string word;
        for (const char c : std::string(list) + " ") {
          if (c != ' ') {
            EXPECT_TRUE((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
                << entry.name << ": " << c;
            word += c;
            continue;
          }
          if (word.empty()) continue;
          EXPECT_TRUE(seen.emplace(word, entry.name).second)
              << word << " is in " << seen[word] << " and " << entry.name;
          word.clear();
        }
      }
    }
  }
  EXPECT_GT(seen.size(), 2000U);
}

TEST(ColumnName, ShortenedWordsAreRead) {
  EXPECT_EQ(topic("minrty"), "race or ethnic group");  // the vowels are gone
  EXPECT_EQ(topic("histol"), "illness or treatment");
  EXPECT_EQ(topic("occupat"), "work");
  EXPECT_EQ(topic("youngkids"), "family and household");
  EXPECT_EQ(topic("diagyr"), "date");
  EXPECT_TRUE(topics_of("minrty").front().shortened);
  EXPECT_EQ(topic("trans"), "");  // transport, transplant: nobody knows
  // What is known decides before what is guessed.
  EXPECT_EQ(topic("educat.age"), "age");
}

TEST(ColumnName, LongNamesEnd) {
  std::string name;
  for (int i = 0; i < 5000; ++i) name += "age";
  EXPECT_TRUE(topics_of(name + "q").empty());
}

}  // namespace
}  // namespace privet::roles
