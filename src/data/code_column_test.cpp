// SPDX-License-Identifier: Apache-2.0
#include "data/code_column.h"

#include <gtest/gtest.h>

namespace privet {
namespace {

bool code(std::string_view name, const std::vector<std::string_view>& values) {
  return is_code_column(name, values, std::vector<bool>(values.size()));
}

TEST(CodeColumn, IsKnownByLeadingZeros) {
  EXPECT_TRUE(code("x", {"01067", "50667"}));
  EXPECT_TRUE(code("x", {"007", "123"}));
  // Months and days are numbers, and so is what has many widths.
  EXPECT_FALSE(code("month", {"01", "12"}));
  EXPECT_FALSE(code("x", {"007", "12"}));
  EXPECT_FALSE(code("x", {"100", "200"}));
}

TEST(CodeColumn, IsKnownByItsName) {
  EXPECT_TRUE(code("PLZ", {"50667", "50668"}));
  EXPECT_TRUE(code("plz", {"1010", "1020"}));
  EXPECT_TRUE(code("zip_code", {"53711", "53712"}));
  EXPECT_TRUE(code("patientZip", {"53711", "53712"}));
  EXPECT_TRUE(code("icd9", {"250", "4019"}));
  EXPECT_TRUE(code("patient_id", {"1", "20"}));
  EXPECT_TRUE(code("dept", {"101", "201"}));
  EXPECT_TRUE(code("industry.code", {"1", "20"}));
  EXPECT_TRUE(code("Telefon", {"221123", "22112"}));
  EXPECT_FALSE(code("zip", {"1000", "1001"}));         // American codes have five digits
  EXPECT_TRUE(code("zip", {"53711", "1067", "501"}));  // leading zeros were lost
  EXPECT_FALSE(code("zip", {"53711", "17"}));
  EXPECT_FALSE(code("plz", {"50667.5"}));
  EXPECT_FALSE(code("zipper", {"53711"}));
  EXPECT_FALSE(code("telomere", {"53711"}));
  EXPECT_FALSE(code("age", {"25", "31"}));
}

}  // namespace
}  // namespace privet
