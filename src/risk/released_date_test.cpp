// SPDX-License-Identifier: Apache-2.0
// The guard's reading of dates against the table's, which it shares no code with.
#include "risk/released_date.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace privet {
namespace {

void expect_same(std::string_view text, DateOrder order) {
  const auto date = parse_date(text, order);
  ASSERT_TRUE(date.has_value()) << text;
  EXPECT_EQ(read_released_date(text, order), date->seconds) << text;
}

TEST(ReleasedDate, AgreesWithTheTableOnEveryForm) {
  for (const char* text :
       {"2023-04-20", "2023/4/20", "2023.04.20", "20230420", "2023-04", "1951", "2023-Apr-20",
        "2023-04-20T20:16:00", "2023-04-20 20:16", "2023-04-20T20:16:00.25", "2023-04-20T24:00",
        "2023-04-20T20:16:00Z", "2023-04-20T20:16:00+02:00", "2023-04-20T20:16:00-0530",
        "2023-04-20T20:16+02", "202304202016", "20230420201659", "20230420T20:16"}) {
    expect_same(text, DateOrder::Ymd);
  }
  for (const char* text :
       {"20.04.2023", "20/4/2023", "20-04-2023", "20-Apr-2023", "20. April 2023", "1 May 2023",
        "Apr 20, 2023", "17.05.1851", "20.04.2023 20:16", "20-Apr-2023 07:05:09",
        "20/04/2023 8:16 PM", "20/04/2023 12:05 AM", "20/04/2023 12:05 pm"}) {
    expect_same(text, DateOrder::Dmy);
  }
  expect_same("04/20/2023 8:16 PM", DateOrder::Mdy);
  expect_same("4/2/2023", DateOrder::Mdy);
}

TEST(ReleasedDate, AgreesOnNamesOfMonths) {
  for (const char* month : {"Jan",
                            "Feb",
                            "Mar",
                            "Apr",
                            "May",
                            "Jun",
                            "Jul",
                            "Aug",
                            "Sep",
                            "Oct",
                            "Nov",
                            "Dec",
                            "January",
                            "September",
                            "Januar",
                            "M\xC3\xA4rz",
                            "Mai",
                            "Oktober",
                            "Dezember",
                            "Mrz",
                            "janvier",
                            "f\xC3\xA9vrier",
                            "mars",
                            "avril",
                            "juin",
                            "juillet",
                            "ao\xC3\xBBt",
                            "d\xC3\xA9"
                            "cembre",
                            "enero",
                            "abril",
                            "agosto",
                            "diciembre",
                            "gennaio",
                            "maggio",
                            "giugno",
                            "luglio",
                            "settembre",
                            "ottobre",
                            "dicembre",
                            "marzo"}) {
    expect_same("20 " + std::string(month) + " 2023", DateOrder::Dmy);
  }
}

TEST(ReleasedDate, AgreesOnEveryDayOfManyYears) {
  std::string text = "1896-01-01";
  for (int day = 0; day < 80000; ++day) {
    const auto date = parse_date(text, DateOrder::Ymd);
    ASSERT_TRUE(date.has_value()) << text;
    ASSERT_EQ(read_released_date(text, DateOrder::Ymd), date->seconds) << text;
    text = shifted_date(text, *date, 1);
  }
}

TEST(ReleasedDate, IsNotANumberForOtherTexts) {
  for (const char* text : {"", "x", "*", "2023-13-01", "99.99.2023"}) {
    EXPECT_TRUE(std::isnan(read_released_date(text, DateOrder::Dmy))) << text;
  }
}

}  // namespace
}  // namespace privet
