// SPDX-License-Identifier: Apache-2.0
#include "data/typed/typed_column.h"

#include <gtest/gtest.h>

#include <limits>

namespace privet {
namespace {

std::vector<std::string> texts_of(TypedColumn& column) {
  TextPool pool;
  std::vector<ValueId> codes;
  column.finish(pool, codes);
  std::vector<std::string> out;
  for (const ValueId code : codes) out.emplace_back(pool.text(code));
  return out;
}

TEST(TypedColumn, WritesNumbersAsTheShortestTextThatReadsBack) {
  EXPECT_EQ(number_text(5), "5");
  EXPECT_EQ(number_text(-0.0), "-0");
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(number_text(1e308), "1e+308");
  EXPECT_EQ(number_text(123456789012), "123456789012");
}

TEST(TypedColumn, ShowsANumberAsItsFormatMeansItUnlessThatIsAnother) {
  constexpr NumberLook kCents{.kind = NumberLook::Kind::Decimals, .digits = 2};
  constexpr NumberLook kPostcode{.kind = NumberLook::Kind::Padded, .digits = 5};
  EXPECT_EQ(number_text(12.5, kCents), "12.50");
  EXPECT_EQ(number_text(12.345, kCents), "12.345");
  EXPECT_EQ(number_text(1067, kPostcode), "01067");
  EXPECT_EQ(number_text(1067.5, kPostcode), "1067.5");
  EXPECT_EQ(number_text(-1, kPostcode), "-1");
}

TEST(TypedColumn, WritesTimesOfTheGregorianCalendar) {
  EXPECT_EQ(time_text(0, TimeLook::Date), "1970-01-01");
  EXPECT_EQ(time_text(-86400.0 * 25509, TimeLook::Date), "1900-02-28");
  EXPECT_EQ(time_text(951782400, TimeLook::Date), "2000-02-29");
  EXPECT_EQ(time_text(1.5, TimeLook::DateTime), "1970-01-01 00:00:01.5");
  EXPECT_EQ(time_text(86399.9999, TimeLook::DateTime), "1970-01-02 00:00:00");
  EXPECT_EQ(time_text(72960, TimeLook::Clock), "20:16:00");
  EXPECT_EQ(time_text(1e18, TimeLook::Date), "");
  EXPECT_EQ(time_text(std::numeric_limits<double>::quiet_NaN(), TimeLook::Date), "");
  EXPECT_EQ(duration_text(130500), "36:15:00");
}

TEST(TypedColumn, TakesMidnightsForDatesOnlyWhereAllAre) {
  TypedColumn dates;
  dates.add_time(0, TimeLook::DateTime);
  dates.add_missing();
  dates.add_time(86400, TimeLook::DateTime);
  EXPECT_EQ(texts_of(dates), (std::vector<std::string>{"1970-01-01", "", "1970-01-02"}));
  TypedColumn times;
  times.add_time(0, TimeLook::DateTime);
  times.add_time(60, TimeLook::DateTime);
  EXPECT_EQ(texts_of(times),
            (std::vector<std::string>{"1970-01-01 00:00:00", "1970-01-01 00:01:00"}));
}

TEST(TypedColumn, HasOneValueForOneText) {
  TypedColumn column;
  column.add_number(5);
  column.add_text("5");
  column.add_integer(5);
  column.add_text("");
  column.add_missing();
  column.pad(6);
  TextPool pool;
  std::vector<ValueId> codes;
  column.finish(pool, codes);
  ASSERT_EQ(codes.size(), 6U);
  EXPECT_EQ(pool.size(), 2U);
  EXPECT_EQ(codes[0], codes[2]);
  EXPECT_EQ(codes[3], codes[5]);
  EXPECT_FALSE(column.any());
}

}  // namespace
}  // namespace privet
