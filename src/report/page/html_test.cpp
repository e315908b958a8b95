// SPDX-License-Identifier: Apache-2.0
#include "report/page/html.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/error.h"
#include "report/page/page_style.h"
#include "report/plot/tree_drawing.h"
#include "tests/support/well_formed.h"

namespace privet {
namespace {

using testing_support::fault_of_page;

constexpr std::string_view kEvil =
    "<script>alert(1)</script> \"onload='x' & </title></style> \xff\xfe \x01 end";

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// The page with everything on it, all of it hostile.
HtmlPage evil_page() {
  const std::string evil(kEvil);
  HtmlPage page(evil, evil);
  page.verdict({.tone = Tone::Bad, .sentence = evil, .heading = evil, .points = {evil, evil}});
  page.cards({{evil, evil, evil, Tone::Good}, {evil, evil, "", Tone::Bad}});
  for (int i = 0; i < 5; ++i) page.section(evil);
  page.subsection(evil).paragraph(evil).notice(Tone::Warn, evil).notice(Tone::Plain, evil);
  page.facts({{evil, evil}}).code(evil).footer(evil);
  page.table({.title = evil,
              .columns = {{evil}, number_column(evil)},
              .rows = {{evil, "1"}, {evil}},
              .totals = {evil, "1"}});
  const Svg svg = draw(BarChart{.title = evil, .categories = {evil}, .series = {{evil, {1}}}});
  page.figure({svg, evil}).figures({{svg, evil}, {draw(TreeDrawing{.root = {.label = evil}}), ""}});
  page.signature({evil, "date"});
  page.figure({svg, evil, evil});
  page.details(evil, [&](HtmlPage& inside) { inside.paragraph(evil); });
  return page;
}

TEST(HtmlPage, IsWellFormedWhateverTheText) {
  const std::string html = evil_page().html();
  EXPECT_EQ(fault_of_page(html), "");
  EXPECT_FALSE(has(html, "<script>alert"));
  EXPECT_FALSE(has(html, "\xff"));
  EXPECT_TRUE(has(html,
                  "&lt;script&gt;alert(1)&lt;/script&gt; &quot;onload=&#39;x&#39; &amp; "
                  "&lt;/title&gt;&lt;/style&gt; \uFFFD\uFFFD \uFFFD end"));
}

TEST(HtmlPage, ShowsWhatTheRunWarnedOfBelowTheVerdict) {
  const std::string html = with_warnings(evil_page().html(), {std::string(kEvil), "second"});
  EXPECT_EQ(fault_of_page(html), "");
  EXPECT_FALSE(has(html, "<script>alert"));
  const auto verdict = html.find("<div class=\"verdict bad\"");
  const auto first = html.find("<div class=\"notice warn\"");
  const auto second = html.find("<p>second</p>");
  const auto cards = html.find("<div class=\"cards\">");
  ASSERT_NE(second, std::string::npos);
  EXPECT_LT(verdict, first);
  EXPECT_LT(first, second);
  EXPECT_LT(second, cards);
  // A page without a verdict begins with them; without warnings it stays as it is.
  const std::string plain = HtmlPage("t").section("s").html();
  EXPECT_TRUE(has(with_warnings(plain, {"first"}), "<main>\n<div class=\"notice warn\""));
  EXPECT_EQ(with_warnings(plain, {}), plain);
}

TEST(HtmlPage, LoadsNothingFromElsewhere) {
  const std::string html = evil_page().html();
  for (const char* part : {" src=", "@import", "url(", "<link", "<iframe"}) {
    EXPECT_FALSE(has(html, part)) << part;
  }
  EXPECT_TRUE(has(html, "default-src 'none'"));
  EXPECT_FALSE(has(html, "unsafe"));
}

TEST(HtmlPage, ContentsOnlyAboveFourSections) {
  HtmlPage page("t");
  for (int i = 0; i < 4; ++i) page.section("s");
  EXPECT_FALSE(has(page.html(), "<nav"));
  page.section("fifth");
  EXPECT_TRUE(has(page.html(), "<li><a href=\"#section-5\">fifth</a></li>"));
  EXPECT_TRUE(has(page.html(), "<section id=\"section-5\">"));
}

TEST(HtmlPage, EmptyPageAndRepeatedCalls) {
  HtmlPage page("Title");
  EXPECT_EQ(fault_of_page(page.html()), "");
  page.paragraph("before").section("One").paragraph("inside");
  EXPECT_EQ(fault_of_page(page.html()), "");
  EXPECT_EQ(page.html(), page.html());
}

TEST(HtmlPage, NoSectionInsideDetails) {
  HtmlPage page("t");
  EXPECT_THROW(page.details("d", [](HtmlPage& inside) { inside.section("s"); }), Error);
}

TEST(HtmlPage, NumbersAreMarkedForAlignmentAndSorting) {
  HtmlPage page("t");
  page.table({.columns = {{"a"}, number_column("b")}, .rows = {{"x", "1"}}});
  EXPECT_TRUE(has(page.html(), "<td>x</td><td class=\"n\">1</td>"));
  EXPECT_TRUE(has(page.html(), "<th scope=\"col\" class=\"n\">b</th>"));
}

TEST(HtmlPage, WideDrawingsScroll) {
  HtmlPage page("t");
  page.figure({draw(BarChart{.categories = {"a"}, .series = {{"", {1}}}, .width = 2000}), ""});
  EXPECT_TRUE(has(page.html(), "class=\"plot wide\""));
}

// A phone gets a drawing of its own, because a bar that runs out of the window says nothing.
TEST(HtmlPage, FullDrawingsHaveANarrowOneForPhones) {
  HtmlPage page("t");
  page.figure({draw(BarChart{.categories = {"a", "b"}, .series = {{"", {1, 300}}}}), ""});
  const std::string html = page.html();
  EXPECT_TRUE(has(html, "<div class=\"plot broad\">"));
  EXPECT_TRUE(has(html, "<div class=\"plot narrow\">"));
  EXPECT_TRUE(has(html, " width=\"300\""));
  HtmlPage half("t");  // half a page is more than a phone has, too
  half.figure(
      {draw(BarChart{.categories = {"a"}, .series = {{"", {1}}}, .width = kHalfWidth}), ""});
  EXPECT_TRUE(has(half.html(), "<div class=\"plot narrow\">"));
  HtmlPage small("t");
  small.figure(
      {draw(BarChart{.categories = {"a"}, .series = {{"", {1}}}, .width = kPhoneWidth}), ""});
  EXPECT_FALSE(has(small.html(), "<div class=\"plot narrow\">"));
}

// SHA-256 straight from FIPS 180-4, for texts of the page only.
std::array<std::uint8_t, 32> sha256(std::string text) {
  const auto root_bits = [](int prime, double root) {
    const long double value = root == 2 ? sqrtl(prime) : cbrtl(prime);
    return static_cast<std::uint32_t>((value - floorl(value)) * 4294967296.0L);
  };
  std::array<std::uint32_t, 64> k{};
  std::array<std::uint32_t, 8> h{};
  for (int n = 2, found = 0; found < 64; ++n) {
    bool prime = true;
    for (int d = 2; d * d <= n; ++d) prime = prime && n % d != 0;
    if (!prime) continue;
    if (found < 8) h.at(static_cast<std::size_t>(found)) = root_bits(n, 2);
    k.at(static_cast<std::size_t>(found++)) = root_bits(n, 3);
  }
  const std::uint64_t bits = text.size() * 8;
  text += '\x80';
  while (text.size() % 64 != 56) text += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) text += static_cast<char>(bits >> shift & 0xFF);
  for (std::size_t block = 0; block < text.size(); block += 64) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 64; ++i) {
      w.at(i / 4) = w.at(i / 4) << 8 | static_cast<std::uint8_t>(text[block + i]);
    }
    for (std::size_t i = 16; i < 64; ++i) {
      const auto a = w.at(i - 15), b = w.at(i - 2);
      w.at(i) = w.at(i - 16) + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w.at(i - 7) +
                (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
    }
    auto v = h;
    for (std::size_t i = 0; i < 64; ++i) {
      const auto e = v[4], a = v[0];
      const auto t1 = v[7] + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                      ((e & v[5]) ^ (~e & v[6])) + k.at(i) + w.at(i);
      const auto t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) +
                      ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
      v = {t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
    }
    for (std::size_t i = 0; i < 8; ++i) h.at(i) += v.at(i);
  }
  std::array<std::uint8_t, 32> out{};
  for (std::size_t i = 0; i < 32; ++i) {
    out.at(i) = static_cast<std::uint8_t>(h.at(i / 4) >> (24 - 8 * (i % 4)));
  }
  return out;
}

std::string hash_for_policy(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto bytes = sha256(std::string(text));
  std::string out;
  for (std::size_t i = 0; i < 33; i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t j = i; j < i + 3; ++j) bits = bits << 8 | (j < 32 ? bytes.at(j) : 0U);
    for (int shift = 18; shift >= 0; shift -= 6) out += kDigits[bits >> shift & 63];
  }
  out.back() = '=';
  return out;
}

TEST(HtmlPage, PolicyNamesTheStyleAndTheScript) {
  ASSERT_EQ(hash_for_policy("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  EXPECT_EQ(page_style_hash(), hash_for_policy(page_style()));
  EXPECT_EQ(page_script_hash(), hash_for_policy(page_script()));
}

}  // namespace
}  // namespace privet
