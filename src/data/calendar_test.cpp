// SPDX-License-Identifier: Apache-2.0
#include "data/calendar.h"

#include <gtest/gtest.h>

#include <vector>

namespace privet {
namespace {

constexpr double kDay = 86400;
using Detail = DateValue::Detail;

double days(std::string_view text, DateOrder order) {
  const auto date = parse_date(text, order);
  return date ? date->seconds / kDay : -1e9;
}

TEST(Calendar, ReadsTheFormsOfDates) {
  // 2023-04-20 is day 19467 since 1970.
  for (const char* text : {"2023-04-20", "2023/04/20", "2023.04.20", "2023-4-20", "20230420",
                           " 2023-04-20 ", "2023-Apr-20"}) {
    EXPECT_EQ(days(text, DateOrder::Ymd), 19467) << text;
    // A year in front says the order itself, unless nothing stands between the parts.
    const bool compact = std::string_view(text) == "20230420";
    EXPECT_EQ(days(text, DateOrder::Dmy), compact ? -1e9 : 19467) << text;
  }
  for (const char* text :
       {"20.04.2023", "20/04/2023", "20-04-2023", "20.4.2023", "20-Apr-2023", "20 April 2023",
        "20. April 2023", "20-APR-2023", "Apr 20, 2023", "20 avril 2023", "20 Abr 2023"}) {
    EXPECT_EQ(days(text, DateOrder::Dmy), 19467) << text;
    EXPECT_EQ(days(text, DateOrder::Ymd), -1e9) << text;
  }
  EXPECT_EQ(days("04/20/2023", DateOrder::Mdy), 19467);
  EXPECT_EQ(days("04/20/2023", DateOrder::Dmy), -1e9);
  EXPECT_EQ(days("17.05.1951", DateOrder::Dmy), -6804);
  EXPECT_EQ(days("17. M\xC3\xA4rz 2020", DateOrder::Dmy), days("2020-03-17", DateOrder::Ymd));
}

TEST(Calendar, RefusesWhatIsNotADate) {
  for (const char* text :
       {"", "29.02.2023", "31.04.2023", "32.01.2023", "00.01.2023", "17.05.51", "17.05-1951",
        "17.05.", "Haus", "17.Foo.1951", "1.2.3", "17.05.1951x", "17 05 1951"}) {
    EXPECT_EQ(days(text, DateOrder::Dmy), -1e9) << text;
  }
  for (const char* text : {"2023-02-29", "2023-13-01", "2023-00-01", "12345678", "99990101",
                           "2023-04-20T", "2023-04-20T25:00", "2023-04-20T24:01",
                           "2023-04-20T20:60", "2023-04-20T20", "2023-04T20:16", "20230431"}) {
    EXPECT_EQ(days(text, DateOrder::Ymd), -1e9) << text;
  }
  EXPECT_NE(days("29.02.2024", DateOrder::Dmy), -1e9);
  EXPECT_EQ(days("29.02.1900", DateOrder::Dmy), -1e9);
  EXPECT_NE(days("29.02.2000", DateOrder::Dmy), -1e9);
}

TEST(Calendar, ReadsTimes) {
  const double day = 19467 * kDay;
  const auto seconds = [&](std::string_view text, DateOrder order) {
    const auto date = parse_date(text, order);
    return date ? date->seconds - day : -1e9;
  };
  EXPECT_EQ(seconds("2023-04-20T20:16:00", DateOrder::Ymd), 72960);
  EXPECT_EQ(seconds("2023-04-20 20:16", DateOrder::Ymd), 72960);
  EXPECT_EQ(seconds("20.04.2023 20:16", DateOrder::Dmy), 72960);
  EXPECT_EQ(seconds("2023-04-20T20:16:00.5", DateOrder::Ymd), 72960.5);
  EXPECT_EQ(seconds("2023-04-20T20:16:00Z", DateOrder::Ymd), 72960);
  EXPECT_EQ(seconds("2023-04-20T20:16:00+02:00", DateOrder::Ymd), 65760);
  EXPECT_EQ(seconds("2023-04-20T20:16:00-0530", DateOrder::Ymd), 72960 + 19800);
  EXPECT_EQ(seconds("04/20/2023 8:16 PM", DateOrder::Mdy), 72960);
  EXPECT_EQ(seconds("04/20/2023 12:05 am", DateOrder::Mdy), 300);
  EXPECT_EQ(seconds("2023-04-20 24:00", DateOrder::Ymd), kDay);
  EXPECT_EQ(seconds("202304202016", DateOrder::Ymd), 72960);
  EXPECT_EQ(seconds("20230420201600", DateOrder::Ymd), 72960);
  EXPECT_TRUE(parse_date("2023-04-20T20:16:00Z", DateOrder::Ymd)->zoned);
  EXPECT_FALSE(parse_date("2023-04-20T20:16:00", DateOrder::Ymd)->zoned);
}

TEST(Calendar, KnowsHowExactADateIs) {
  EXPECT_EQ(parse_date("2023", DateOrder::Ymd)->detail, Detail::Year);
  EXPECT_EQ(parse_date("2023-04", DateOrder::Ymd)->detail, Detail::Month);
  EXPECT_EQ(parse_date("2023-04-20", DateOrder::Ymd)->detail, Detail::Day);
  EXPECT_EQ(parse_date("2023-04-20 20:16", DateOrder::Ymd)->detail, Detail::Time);
  EXPECT_EQ(days("2023-04", DateOrder::Ymd), days("2023-04-01", DateOrder::Ymd));
}

TEST(Calendar, ShiftsADateInItsOwnForm) {
  const auto shift = [](std::string_view text, DateOrder order, long by) {
    return shifted_date(text, *parse_date(text, order), by);
  };
  EXPECT_EQ(shift("2023-12-31", DateOrder::Ymd, 1), "2024-01-01");
  EXPECT_EQ(shift("20230301", DateOrder::Ymd, -1), "20230228");
  EXPECT_EQ(shift("28.02.2024", DateOrder::Dmy, 1), "29.02.2024");
  EXPECT_EQ(shift("2/28/2023", DateOrder::Mdy, 1), "3/01/2023");
  EXPECT_EQ(shift("20-May-2023 07:30", DateOrder::Dmy, 20), "09-Jun-2023 07:30");
  EXPECT_EQ(shift("20-MAY-2023", DateOrder::Dmy, -30), "20-APR-2023");
  EXPECT_EQ(shift("31 December 2023", DateOrder::Dmy, 1), "01 January 2024");
  EXPECT_EQ(shift("1. Dezember 2023", DateOrder::Dmy, 100), "10. M\xC3\xA4rz 2024");
  EXPECT_EQ(shift("2023-04-20T20:16:00+02:00", DateOrder::Ymd, 11), "2023-05-01T20:16:00+02:00");
  EXPECT_EQ(shift(" 2023-04-20", DateOrder::Ymd, 1), " 2023-04-21");
}

TEST(Calendar, NamesOrders) {
  for (const DateOrder order : {DateOrder::Ymd, DateOrder::Dmy, DateOrder::Mdy}) {
    EXPECT_EQ(parse_date_order(date_order_name(order)), order);
  }
  EXPECT_FALSE(parse_date_order("ydm"));
}

}  // namespace
}  // namespace privet
