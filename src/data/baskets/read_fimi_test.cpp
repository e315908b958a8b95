// SPDX-License-Identifier: Apache-2.0
#include "data/baskets/read_fimi.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "tests/support/temporary_folder.h"

namespace privet {
namespace {

std::vector<std::string> names_of(const Baskets& baskets, BasketId id) {
  std::vector<std::string> out;
  for (const ItemId item : baskets.basket(id)) out.push_back(baskets.name(item));
  return out;
}

TEST(ReadFimi, OrdersNumbersAndMergesRepeats) {
  const BasketFile file = parse_fimi("10 9 10 \r\n\n 2\t9  ", "t.dat", privet::Run());
  ASSERT_EQ(file.baskets.size(), 3U);
  EXPECT_EQ(file.repeats, 1U);
  EXPECT_EQ(file.baskets.name(0), "2");
  EXPECT_EQ(file.baskets.name(2), "10");
  EXPECT_EQ(names_of(file.baskets, 0), (std::vector<std::string>{"9", "10"}));
  EXPECT_TRUE(file.baskets.basket(1).empty());
  EXPECT_EQ(names_of(file.baskets, 2), (std::vector<std::string>{"2", "9"}));
}

TEST(ReadFimi, TakesHugeAndNegativeNumbersForNames) {
  const BasketFile file =
      parse_fimi("9 10 99999999999999999999999\n-1 beer\n", "t.dat", privet::Run());
  EXPECT_EQ(names_of(file.baskets, 0),
            (std::vector<std::string>{"10", "9", "99999999999999999999999"}));
  EXPECT_EQ(names_of(file.baskets, 1), (std::vector<std::string>{"-1", "beer"}));
  const BasketFile zeros = parse_fimi("7 007 0 00 6", "t.dat", privet::Run());
  EXPECT_EQ(names_of(zeros.baskets, 0), (std::vector<std::string>{"0", "00", "6", "7", "007"}));
}

TEST(ReadFimi, RefusesNothingAndNul) {
  EXPECT_THROW((void)parse_fimi("", "t.dat", privet::Run()), Error);
  try {
    (void)parse_fimi(std::string_view("1 2\n3\0\n", 7), "t.dat", privet::Run());
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "t.dat:2: there is a NUL byte; this is not a text file in UTF-8");
  }
}

TEST(ReadFimi, WritesBack) {
  const privet::Run run;
  const std::string bytes = "1 2 30\n\n2\n";
  std::string out;
  write_fimi(parse_fimi(bytes, "t.dat", run).baskets, [&](std::string_view b) { out += b; }, run);
  EXPECT_EQ(out, bytes);
  Baskets spaced;
  (void)spaced.add_item("a b");
  EXPECT_THROW(write_fimi(spaced, [](std::string_view) {}, run), Error);
}

TEST(ReadBaskets, ReadsLinesAndPairs) {
  const testing_support::TemporaryFolder folder;
  const privet::Run run;
  std::ofstream(folder.path("lines.csv")) << "milk,\"beer, dark\"\nbread\n\nmilk,milk,bread\n";
  const BasketFile lines = read_basket_lines(folder.path("lines.csv"), {.header = false}, run);
  ASSERT_EQ(lines.baskets.size(), 4U);
  EXPECT_EQ(names_of(lines.baskets, 0), (std::vector<std::string>{"beer, dark", "milk"}));
  EXPECT_TRUE(lines.baskets.basket(2).empty());
  EXPECT_EQ(lines.repeats, 1U);
  std::ofstream(folder.path("pairs.csv")) << "who,what\n7,milk\n3,beer\n7,beer\n5,\n3,beer\n";
  const BasketFile pairs = read_basket_csv(folder.path("pairs.csv"), "who", "what", {}, run);
  ASSERT_EQ(pairs.baskets.size(), 3U);
  EXPECT_EQ(names_of(pairs.baskets, 0), (std::vector<std::string>{"beer", "milk"}));
  EXPECT_EQ(names_of(pairs.baskets, 1), (std::vector<std::string>{"beer"}));
  EXPECT_TRUE(pairs.baskets.basket(2).empty());
  EXPECT_EQ(pairs.repeats, 1U);
  EXPECT_THROW((void)read_basket_csv(folder.path("pairs.csv"), "who", "wha", {}, run), Error);
}

}  // namespace
}  // namespace privet
