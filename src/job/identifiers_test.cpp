// SPDX-License-Identifier: Apache-2.0
#include "job/identifiers.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace privet {
namespace {

TEST(Identifiers, PseudonymsTurnBack) {
  const auto key = crypto::PseudonymKey::generate();
  const Table table = make_table(
      {"name", "age"},
      {{key.pseudonym("name", "ann"), "1"}, {"?", "2"}, {key.pseudonym("name", "7"), "3"}});
  const Table back = reverse_pseudonyms(table, "r.csv", {0}, key);
  EXPECT_EQ(back.column(0).text(0), "ann");
  EXPECT_EQ(back.column(0).text(1), "?");
  EXPECT_EQ(back.column(0).text(2), "7");
  EXPECT_EQ(back.column(1).text(2), "3");
}

TEST(Identifiers, AnotherKeyTurnsNothingBack) {
  const auto key = crypto::PseudonymKey::generate();
  const Table table = make_table({"name"}, {{"?"}, {key.pseudonym("name", "ann")}});
  try {
    (void)reverse_pseudonyms(table, "r.csv", {0}, crypto::PseudonymKey::generate());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place().file, "r.csv");
    EXPECT_TRUE(error.message().starts_with("record 2, column 'name'"));
  }
}

TEST(Identifiers, TheFirstRecordWithAnotherKeyIsNamed) {
  const auto key = crypto::PseudonymKey::generate();
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < 20; ++i) rows.push_back({key.pseudonym("name", std::to_string(i))});
  try {
    (void)reverse_pseudonyms(make_table({"name"}, rows), "r.csv", {0},
                             crypto::PseudonymKey::generate());
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(error.message().starts_with("record 1, column 'name'"));
  }
}

}  // namespace
}  // namespace privet
