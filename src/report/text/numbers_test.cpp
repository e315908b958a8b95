// SPDX-License-Identifier: Apache-2.0
#include "report/text/numbers.h"

#include <gtest/gtest.h>

#include <limits>

namespace privet {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Numbers, ExactOnesReadBackAsThemselves) {
  EXPECT_EQ(format_exact(2.45), "2.45");
  EXPECT_EQ(format_exact(1234567.125), "1,234,567.125");
  EXPECT_EQ(format_exact(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(format_exact(1e300), "1e+300");
  EXPECT_EQ(format_exact(-0.5), "-0.5");
}

TEST(Numbers, Counts) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1000), "1,000");
  EXPECT_EQ(format_count(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
}

TEST(Numbers, Reals) {
  EXPECT_EQ(format_real(0), "0");
  EXPECT_EQ(format_real(-0.0), "0");
  EXPECT_EQ(format_real(0.5), "0.5");
  EXPECT_EQ(format_real(1234567.0), "1,234,567");
  EXPECT_EQ(format_real(-1234.5678), "-1,235");
  EXPECT_EQ(format_real(0.99999), "1");
  EXPECT_EQ(format_real(0.0012345), "0.001234");
  EXPECT_EQ(format_real(1.5e-9), "1.5e-9");
  EXPECT_EQ(format_real(2.125e18), "2.125e18");
  EXPECT_EQ(format_real(kNan), "–");
  EXPECT_EQ(format_real(-kInfinity), "-∞");
}

TEST(Numbers, Fixed) {
  EXPECT_EQ(format_fixed(1234.5, 2), "1,234.50");
  EXPECT_EQ(format_fixed(-0.001, 2), "0.00");
  EXPECT_EQ(format_fixed(kNan, 2), "–");
}

TEST(Numbers, PercentNeverClaimsNoneOrAll) {
  EXPECT_EQ(format_percent(0.1234), "12.3%");
  EXPECT_EQ(format_percent(0), "0.0%");
  EXPECT_EQ(format_percent(1), "100.0%");
  EXPECT_EQ(format_percent(0.0001), "<0.1%");
  EXPECT_EQ(format_percent(0.99999), ">99.9%");
  EXPECT_EQ(format_percent(0.999999, 0), ">99%");
  EXPECT_EQ(format_percent(-0.25, 0), "-25%");
}

TEST(Numbers, Seconds) {
  EXPECT_EQ(format_seconds(0), "0 s");
  EXPECT_EQ(format_seconds(0.00085), "850 µs");
  EXPECT_EQ(format_seconds(0.0123), "12.3 ms");
  EXPECT_EQ(format_seconds(0.99999), "1 s");
  EXPECT_EQ(format_seconds(4.213), "4.21 s");
  EXPECT_EQ(format_seconds(59.99), "1 min 00 s");
  EXPECT_EQ(format_seconds(125), "2 min 05 s");
  EXPECT_EQ(format_seconds(11220), "3 h 07 min");
  EXPECT_EQ(format_seconds(-2), "-2 s");
}

TEST(Numbers, BytesAndShort) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(999), "999 B");
  EXPECT_EQ(format_bytes(999999), "1 MB");
  EXPECT_EQ(format_bytes(1234567), "1.23 MB");
  EXPECT_EQ(format_short(950), "950");
  EXPECT_EQ(format_short(12000), "12k");
  EXPECT_EQ(format_short(-3.4e6), "-3.4M");
}

}  // namespace
}  // namespace privet
