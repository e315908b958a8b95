// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/glm.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/sampling.h"

namespace privet::mining {
namespace {

GlmData data_of(GlmFamily family, std::vector<std::vector<double>> rows) {
  GlmData out;
  out.family = family;
  out.response = "y";
  if (family == GlmFamily::Logistic) out.classes = {"no", "yes"};
  out.x.columns = rows.front().size() - 1;
  for (std::size_t c = 0; c < out.x.columns; ++c) out.names.push_back("x" + std::to_string(c + 1));
  for (const auto& row : rows) {
    out.x.cells.insert(out.x.cells.end(), row.begin(), row.end() - 1);
    out.y.push_back(row.back());
    ++out.x.rows;
  }
  return out;
}

GlmData random_data(GlmFamily family, std::uint64_t seed, std::size_t rows) {
  Sampler sampler(seed);
  std::vector<std::vector<double>> out;
  for (std::size_t r = 0; r < rows; ++r) {
    const double a = sampler.normal();
    const double b = sampler.normal() + 0.5 * a;
    const double eta = 0.3 + a - 0.7 * b;
    const double y = family == GlmFamily::Linear
                         ? eta + sampler.normal()
                         : (sampler.unit() < 1 / (1 + std::exp(-eta)) ? 1.0 : 0.0);
    out.push_back({a, b, y});
  }
  return data_of(family, out);
}

// Longley's table, whose columns are nearly combinations of each other.
GlmData longley() {
  return data_of(GlmFamily::Linear, {{83.0, 234.289, 235.6, 159.0, 107.608, 1947, 60.323},
                                     {88.5, 259.426, 232.5, 145.6, 108.632, 1948, 61.122},
                                     {88.2, 258.054, 368.2, 161.6, 109.773, 1949, 60.171},
                                     {89.5, 284.599, 335.1, 165.0, 110.929, 1950, 61.187},
                                     {96.2, 328.975, 209.9, 309.9, 112.075, 1951, 63.221},
                                     {98.1, 346.999, 193.2, 359.4, 113.270, 1952, 63.639},
                                     {99.0, 365.385, 187.0, 354.7, 115.094, 1953, 64.989},
                                     {100.0, 363.112, 357.8, 335.0, 116.219, 1954, 63.761},
                                     {101.2, 397.469, 290.4, 304.8, 117.388, 1955, 66.019},
                                     {104.6, 419.180, 282.2, 285.7, 118.734, 1956, 67.857},
                                     {108.4, 442.769, 293.6, 279.8, 120.445, 1957, 68.169},
                                     {110.8, 444.546, 468.1, 263.7, 121.950, 1958, 66.513},
                                     {112.6, 482.704, 381.3, 255.2, 123.366, 1959, 68.655},
                                     {114.2, 502.601, 393.1, 251.4, 125.368, 1960, 69.564},
                                     {115.7, 518.173, 480.6, 257.2, 127.852, 1961, 69.331},
                                     {116.9, 554.894, 400.7, 282.7, 130.081, 1962, 70.551}});
}

// lm of R 4.2.2.
TEST(Linear, LongleyHasTheCoefficientsOfR) {
  const GlmModel model = learn_glm(longley(), {}, privet::Run());
  const double coef[] = {-3.48225863459581e+03, 1.50618722713728e-02,  -3.58191792925910e-02,
                         -2.02022980381682e-02, -1.03322686717359e-02, -5.11041056535792e-02,
                         1.82915146461355e+00};
  const double se[] = {8.90420383607376e+02, 8.49149257747674e-02, 3.34910077722434e-02,
                       4.88399681651703e-03, 2.14274163161676e-03, 2.26073200069373e-01,
                       4.55478499142213e-01};
  const double p[] = {0.003560403663726324, 0.863140832809219827, 0.312681061092714374,
                      0.002535091734111395, 0.000944366764161825, 0.826211795763653778,
                      0.003036803341630362};
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(model.terms[i].coef / coef[i], 1, 1e-8) << i;
    EXPECT_NEAR(model.terms[i].se / se[i], 1, 1e-8) << i;
    EXPECT_NEAR(model.terms[i].p / p[i], 1, 1e-7) << i;
  }
  EXPECT_NEAR(model.sigma(), 0.304854073561966, 1e-10);
  EXPECT_NEAR(model.r_squared(), 0.995479004577296, 1e-12);
  EXPECT_NEAR(model.overall(), 330.285339234586218, 1e-6);
}

TEST(Linear, TheGradientVanishesAndTheResidualsLeaveNothing) {
  const GlmData data = random_data(GlmFamily::Linear, 3, 200);
  const GlmModel model = learn_glm(data, {}, privet::Run());
  const auto fitted = linear_predictor(model, data.x);
  for (std::size_t c = 0; c <= data.x.columns; ++c) {
    double sum = 0;
    for (std::size_t r = 0; r < data.x.rows; ++r) {
      sum += (data.y[r] - fitted[r]) * (c == 0 ? 1.0 : data.x.row(r)[c - 1]);
    }
    EXPECT_NEAR(sum, 0, 1e-9);
  }
}

// The score equations of maximum likelihood, and the same answer in any units.
TEST(Logistic, SolvesItsEquationsInAnyUnits) {
  const GlmData data = random_data(GlmFamily::Logistic, 5, 300);
  const GlmModel model = learn_glm(data, {}, privet::Run());
  const Forecast forecast = forecast_logistic(model, data.x);
  for (std::size_t c = 0; c <= data.x.columns; ++c) {
    double sum = 0;
    for (std::size_t r = 0; r < data.x.rows; ++r) {
      sum +=
          (data.y[r] - forecast.probabilities[2 * r + 1]) * (c == 0 ? 1.0 : data.x.row(r)[c - 1]);
    }
    EXPECT_NEAR(sum, 0, 1e-8);
  }
  for (const double scale : {1e-8, 1e8}) {
    GlmData scaled = data;
    for (std::size_t r = 0; r < data.x.rows; ++r) {
      scaled.x.row(r)[0] = scaled.x.row(r)[0] * scale + 1e3 * scale;
    }
    const GlmModel other = learn_glm(scaled, {}, privet::Run());
    EXPECT_NEAR(other.terms[1].coef * scale / model.terms[1].coef, 1, 1e-8);
    EXPECT_NEAR(other.terms[2].coef / model.terms[2].coef, 1, 1e-8);
    EXPECT_NEAR(other.terms[1].statistic / model.terms[1].statistic, 1, 1e-8);
  }
}

TEST(Logistic, SeparableClassesAreReported) {
  const GlmData whole = data_of(GlmFamily::Logistic,
                                {{1, 5, 0}, {2, 3, 0}, {3, 4, 0}, {6, 5, 1}, {7, 3, 1}, {8, 4, 1}});
  const GlmModel model = learn_glm(whole, {}, privet::Run());
  EXPECT_TRUE(model.separated);
  EXPECT_FALSE(model.unbounded.empty());
  // One value of x1 has one class only; the rest is mixed.
  const GlmData part = data_of(
      GlmFamily::Logistic,
      {{0, 1, 0}, {0, 2, 1}, {0, 3, 0}, {0, 4, 1}, {0, 5, 0}, {1, 2, 1}, {1, 3, 1}, {1, 4, 1}});
  const GlmModel quasi = learn_glm(part, {}, privet::Run());
  EXPECT_FALSE(quasi.separated);
  EXPECT_EQ(quasi.unbounded, std::vector<std::string>{"x1"});
  const GlmData mixed = random_data(GlmFamily::Logistic, 1, 100);
  EXPECT_TRUE(learn_glm(mixed, {}, privet::Run()).unbounded.empty());
}

TEST(Regression, DependentColumnsAndTooFewRowsAreRefused) {
  const GlmData twice =
      data_of(GlmFamily::Linear, {{1, 2, 3}, {2, 4, 1}, {3, 6, 7}, {4, 8, 2}, {5, 10, 2}});
  EXPECT_THROW((void)learn_glm(twice, {}, privet::Run()), Error);
  const GlmData few = data_of(GlmFamily::Linear, {{1, 2, 3}, {2, 1, 1}, {5, 4, 4}});
  EXPECT_THROW((void)learn_glm(few, {}, privet::Run()), Error);
}

// A column x of these units, and y: the classes 0 and 1, or a number in units of its own.
GlmData in_units_of(GlmFamily family, double unit, double response_unit = 1) {
  const GlmData data = random_data(family, 9, 60);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t r = 0; r < data.x.rows; ++r) {
    const double y = family == GlmFamily::Linear ? data.y[r] * response_unit : data.y[r];
    rows.push_back({fmt::format("{}", data.x.row(r)[0] * unit), fmt::format("{}", y)});
  }
  return glm_data(make_table({"x", "y"}, rows), family, {.response = 1, .columns = {0}});
}

std::string refusal(GlmFamily family, double unit, double response_unit = 1) {
  try {
    (void)learn_glm(in_units_of(family, unit, response_unit), {}, privet::Run());
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// Variances are squares: numbers that have none would give errors of 0 or infinity and a p of 1.
TEST(Regression, ColumnsWhoseSquaresAreNoNumbersAreNamed) {
  for (const GlmFamily family : {GlmFamily::Logistic, GlmFamily::Linear}) {
    for (const double unit : {1e200, 5e307}) {
      EXPECT_NE(refusal(family, unit).find("column 'x': "), std::string::npos) << unit;
      EXPECT_NE(refusal(family, unit).find("too large"), std::string::npos) << unit;
    }
    for (const double unit : {1e-160, 1e-300}) {
      EXPECT_NE(refusal(family, unit).find("column 'x': its values lie too close"),
                std::string::npos)
          << unit;
    }
    const GlmModel plain = learn_glm(in_units_of(family, 1), {}, privet::Run());
    for (const double unit : {1e149, 1e-149}) {
      const GlmModel model = learn_glm(in_units_of(family, unit), {}, privet::Run());
      EXPECT_NEAR(model.terms[1].se * unit / plain.terms[1].se, 1, 1e-8) << unit;
      EXPECT_NEAR(model.terms[1].p / plain.terms[1].p, 1, 1e-6) << unit;
    }
  }
  EXPECT_NE(refusal(GlmFamily::Linear, 1, 1e200).find("column 'y': "), std::string::npos);
  EXPECT_NE(refusal(GlmFamily::Linear, 1, 1e-160).find("column 'y': "), std::string::npos);
  for (const double unit : {1e120, 1e-120}) {
    const std::string told = refusal(GlmFamily::Linear, unit, 1 / unit);
    EXPECT_NE(told.find("columns 'x' and 'y' differ too much in size"), std::string::npos) << told;
  }
}

TEST(Regression, AModelSurvivesItsFile) {
  GlmModel model = learn_glm(random_data(GlmFamily::Logistic, 2, 50), {}, privet::Run());
  model.factors = {{"job", "clerk", {"cook", "smith"}}};
  EXPECT_EQ(load_glm(save_glm(model), "m.json"), model);
  const GlmModel linear = learn_glm(random_data(GlmFamily::Linear, 2, 50), {}, privet::Run());
  EXPECT_EQ(load_glm(save_glm(linear), "m.json"), linear);
  EXPECT_THROW((void)load_glm("{\"format\":\"privet-model\",\"version\":1,\"kind\":\"linear\","
                              "\"model\":{}}",
                              "m.json"),
               Error);
}

TEST(Regression, NumbersAreJudgedOnPaper) {
  const std::vector<double> truth{1, 2, 3, 4};
  const std::vector<double> said{1, 3, 3, 2};
  const NumberQuality quality = judge_numbers(truth, said);
  EXPECT_DOUBLE_EQ(quality.rmse, std::sqrt(5.0 / 4));
  EXPECT_DOUBLE_EQ(quality.mae, 0.75);
  EXPECT_DOUBLE_EQ(quality.mean_rmse, std::sqrt(5.0 / 4));
  EXPECT_NEAR(quality.r_squared(), 0, 1e-12);
}

}  // namespace
}  // namespace privet::mining
