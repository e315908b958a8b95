// SPDX-License-Identifier: Apache-2.0
#include "report/plot/plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <regex>

#include "base/error.h"
#include "report/plot/svg_canvas.h"
#include "tests/support/well_formed.h"

namespace privet {
namespace {

using testing_support::fault_of_svg;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Label {
  double left, right, top, bottom;
  std::string text;
};

std::string unescaped(std::string text) {
  const std::vector<std::pair<std::string, std::string>> entities = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
  for (const auto& [entity, character] : entities) {
    text = std::regex_replace(text, std::regex(entity), character);
  }
  return text;
}

// The level texts of a picture as boxes, by the same estimate of widths the layout uses.
std::vector<Label> labels_of(const std::string& markup) {
  static const std::regex kText("<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\"([^>]*)>([^<]*)</text>");
  std::vector<Label> labels;
  for (std::sregex_iterator it(markup.begin(), markup.end(), kText), end; it != end; ++it) {
    const std::string rest = (*it)[3];
    if (rest.find("rotate") != std::string::npos) continue;
    std::smatch size;
    const double font = std::regex_search(rest, size, std::regex("font-size=\"([0-9.]+)\""))
                            ? std::stod(size[1])
                            : kLabelSize;
    const double width =
        text_width(unescaped((*it)[4]), font, rest.find("bold") != std::string::npos);
    const double x = std::stod((*it)[1]);
    const double y = std::stod((*it)[2]);
    const double left = rest.find("\"end\"") != std::string::npos      ? x - width
                        : rest.find("\"middle\"") != std::string::npos ? x - width / 2
                                                                       : x;
    labels.push_back({left, left + width, y - font * 0.75, y + font * 0.2, (*it)[4]});
  }
  return labels;
}

// No label outside the picture, none over another.
void expect_tidy(const Svg& svg) {
  ASSERT_EQ(fault_of_svg(svg.markup), "");
  std::smatch box;
  ASSERT_TRUE(
      std::regex_search(svg.markup, box, std::regex("viewBox=\"0 0 ([0-9.]+) ([0-9.]+)\"")));
  const auto labels = labels_of(svg.markup);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Label& a = labels[i];
    ASSERT_TRUE(a.left >= -0.1 && a.right <= std::stod(box[1]) + 0.1 && a.top >= 0 &&
                a.bottom <= std::stod(box[2]))
        << a.text << " is cut in\n"
        << svg.markup;
    for (std::size_t j = 0; j < i; ++j) {
      const Label& b = labels[j];
      ASSERT_TRUE(a.right <= b.left + 0.1 || b.right <= a.left + 0.1 || a.bottom <= b.top + 0.1 ||
                  b.bottom <= a.top + 0.1)
          << a.text << " lies over " << b.text << " in\n"
          << svg.markup;
    }
  }
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(WellFormed, TheJudgeRefuses) {
  EXPECT_EQ(fault_of_svg("<svg a=\"1\"><g>x &lt; y</g><b/></svg>"), "");
  for (const char* bad :
       {"<svg>", "<svg></g>", "<svg a=1></svg>", "<svg a=\"1\" a=\"2\"></svg>", "<svg>&x;</svg>",
        "<svg>a > b</svg>", "<svg></svg><svg></svg>", "<svg onload=\"x\"></svg>", "<svg></svg>x",
        "<svg>\x01</svg>", "<svg a=\"<\"></svg>", ""}) {
    EXPECT_NE(fault_of_svg(bad), "") << bad;
  }
}

TEST(BarChart, DrawsEveryBarWithItsTooltip) {
  const Svg svg = draw(BarChart{.title = "Loss <&> \"by\" column",
                                .categories = {"age", "<script>alert(1)</script>", "\xff\xfe"},
                                .series = {{"before", {0.1, 0, 0.3}}, {"after", {0.2, 0.4, 0.6}}},
                                .values = {.style = NumberStyle::Percent}});
  expect_tidy(svg);
  EXPECT_EQ(svg.markup.find("<script"), std::string::npos);
  EXPECT_NE(svg.markup.find("<title>Loss &lt;&amp;&gt; &quot;by&quot; column</title>"),
            std::string::npos);
  EXPECT_NE(svg.markup.find("<title>before, age: 10.0%</title>"), std::string::npos);
  EXPECT_NE(svg.markup.find("role=\"img\""), std::string::npos);
  EXPECT_EQ(count_of(svg.markup, "<title>after, "), 3U);
  EXPECT_NE(svg.markup.find("\uFFFD"), std::string::npos);
}

TEST(BarChart, LegendOnlyForSeveralSeries) {
  BarChart chart{.categories = {"a"}, .series = {{"lonely", {1}}}};
  EXPECT_EQ(draw(chart).markup.find(">lonely</text>"), std::string::npos);
  chart.series.push_back({"second", {2}});
  EXPECT_NE(draw(chart).markup.find(">lonely</text>"), std::string::npos);
}

TEST(BarChart, LongerBarForLargerValue) {
  const Svg svg =
      draw(BarChart{.categories = {"a", "b"}, .series = {{"", {10, 40}}}, .width = 400});
  static const std::regex kBar("<path d=\"M[^h]*h([0-9.]+)a");
  std::vector<double> lengths;
  for (std::sregex_iterator it(svg.markup.begin(), svg.markup.end(), kBar), end; it != end; ++it) {
    lengths.push_back(std::stod((*it)[1]) + 3);  // and the round corner
  }
  ASSERT_EQ(lengths.size(), 2U);
  EXPECT_NEAR(lengths[1] / lengths[0], 4, 0.01);
}

TEST(BarChart, SkipsWhatCannotBeDrawnAndSaysSo) {
  const Svg svg =
      draw(BarChart{.categories = {"a", "b", "c", "d"}, .series = {{"", {kNan, kInfinity, 5, 0}}}});
  expect_tidy(svg);
  EXPECT_NE(svg.markup.find("2 values cannot be drawn"), std::string::npos);
  const Svg log = draw(BarChart{.categories = {"a", "b", "c"},
                                .series = {{"", {-1, 0, 5}}},
                                .values = {.scale = Scale::Log}});
  EXPECT_NE(log.markup.find("1 value cannot be drawn"), std::string::npos);
}

TEST(BarChart, RefusesSeriesOfAnotherLength) {
  EXPECT_THROW((void)draw(BarChart{.categories = {"a"}, .series = {{"", {1, 2}}}}), Error);
}

TEST(Plots, EmptyChartsSayThatNothingIsThere) {
  for (const Svg& svg : {draw(BarChart{}), draw(XyChart{}), draw(HistogramChart{}),
                         draw(BarChart{.direction = Direction::Vertical})}) {
    expect_tidy(svg);
    EXPECT_NE(svg.markup.find("nothing to draw"), std::string::npos);
  }
}

TEST(Histogram, CountsEveryValueOnce) {
  const HistogramChart chart = histogram_of({0, 1, 1, 2.5, 10, kNan}, 5);
  EXPECT_EQ(chart.edges, (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(chart.series.at(0).values, (std::vector<double>{3, 1, 0, 0, 1}));
  expect_tidy(draw(chart));
  expect_tidy(draw(histogram_of({4, 4, 4})));
}

TEST(XyChart, GapsAndCountsForMissingPoints) {
  const Svg svg = draw(XyChart{.series = {{"a", {{0, 1}, {1, kNan}, {2, 3}, {3, 4}}, Mark::Line}}});
  expect_tidy(svg);
  EXPECT_NE(svg.markup.find("1 value cannot be drawn"), std::string::npos);
  static const std::regex kGap("d=\"M[0-9. ]+M[0-9. ]+L[0-9. ]+\"");
  EXPECT_TRUE(std::regex_search(svg.markup, kGap));
}

class RandomChart {
 public:
  explicit RandomChart(unsigned seed) : random_(seed) {}
  std::size_t below(std::size_t limit) { return random_() % limit; }
  double value() {
    switch (below(12)) {
      case 0:
        return 0;
      case 1:
        return kNan;
      case 2:
        return -std::pow(10.0, std::uniform_real_distribution<>(-3, 6)(random_));
      default:
        return std::pow(10.0, std::uniform_real_distribution<>(low_, high_)(random_));
    }
  }
  void next_magnitude() {
    low_ = std::uniform_real_distribution<>(-12, 9)(random_);
    high_ = low_ + std::uniform_real_distribution<>(0, 6)(random_);
  }
  std::string words() {
    std::string out;
    for (std::size_t n = below(5); n > 0; --n) out += below(4) == 0 ? "Wide 東京 " : "label-x ";
    return out;
  }
  Axis axis() {
    return {.label = words(),
            .style = static_cast<NumberStyle>(below(5)),
            .scale = below(2) == 0 ? Scale::Linear : Scale::Log};
  }
  std::vector<double> values(std::size_t count) {
    std::vector<double> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(value());
    return out;
  }

 private:
  std::mt19937 random_;
  double low_ = 0;
  double high_ = 3;
};

TEST(Plots, LabelsNeverOverlapNorAreCut) {
  RandomChart random(5);
  for (int round = 0; round < 130; ++round) {
    SCOPED_TRACE(round);
    random.next_magnitude();
    const double width = random.below(2) == 0 ? kHalfWidth : kFullWidth;
    BarChart bars{.title = random.words(),
                  .category_label = random.words(),
                  .values = random.axis(),
                  .direction = random.below(2) == 0 ? Direction::Horizontal : Direction::Vertical,
                  .width = width};
    for (std::size_t n = random.below(30); n > 0; --n) bars.categories.push_back(random.words());
    XyChart lines{.title = random.words(), .x = random.axis(), .y = random.axis(), .width = width};
    for (std::size_t s = random.below(4); s > 0; --s) {
      bars.series.push_back({random.words(), random.values(bars.categories.size()), {}});
      XySeries series{.name = random.words(), .mark = static_cast<Mark>(random.below(4))};
      for (std::size_t n = random.below(20); n > 0; --n) {
        series.points.push_back({random.value(), random.value(), std::abs(random.value()), ""});
      }
      lines.series.push_back(series);
    }
    ASSERT_NO_FATAL_FAILURE(expect_tidy(draw(bars)));
    ASSERT_NO_FATAL_FAILURE(expect_tidy(draw(lines)));
    HistogramChart histogram = histogram_of(random.values(50), 12);
    histogram.width = width;
    histogram.y = random.axis();
    ASSERT_NO_FATAL_FAILURE(expect_tidy(draw(histogram)));
  }
}

TEST(BarChart, ShowsTheLineOfReferenceAndTheCut) {
  const Svg bars = draw(BarChart{.title = "Accuracy",
                                 .categories = {"tree", "bayes"},
                                 .series = {{.name = "original", .values = {0.8, 0.7}}},
                                 .values = {.style = NumberStyle::Percent, .min = 0, .max = 1},
                                 .reference = ReferenceLine{0.6, "always the commonest class"}});
  EXPECT_EQ(fault_of_svg(bars.markup), "");
  EXPECT_NE(bars.markup.find("stroke-dasharray"), std::string::npos);
  EXPECT_NE(bars.markup.find(">always the commonest class<"), std::string::npos);
  const Svg cut = draw(BarChart{.categories = {"1", "2"},
                                .series = {{.name = "n", .values = {1, 2}}},
                                .direction = Direction::Vertical,
                                .cut = CategoryCut{1, "k = 2"}});
  EXPECT_EQ(fault_of_svg(cut.markup), "");
  EXPECT_NE(cut.markup.find(">k = 2<"), std::string::npos);
}

TEST(XyChart, ACurveHasABandAndNoMarkers) {
  XyChart chart{.series = {{.name = "all",
                            .points = {{.x = 0, .y = 1},
                                       {.x = 2, .y = 0.8, .low = 0.7, .high = 0.9},
                                       {.x = 5, .y = 0.5, .low = 0.3, .high = 0.8}},
                            .mark = Mark::StepLine}}};
  const std::string drawn = draw(chart).markup;
  EXPECT_EQ(fault_of_svg(drawn), "");
  EXPECT_NE(drawn.find("fill-opacity"), std::string::npos);
  EXPECT_EQ(drawn.find("<circle"), std::string::npos);
  for (auto& point : chart.series[0].points) point.low = point.high = 0;
  EXPECT_EQ(draw(chart).markup.find("fill-opacity"), std::string::npos);
}

}  // namespace
}  // namespace privet
