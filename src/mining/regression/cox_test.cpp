// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/cox.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/sampling.h"

namespace privet::mining {
namespace {

CoxData random_data(Sampler& sampler, std::size_t rows, std::size_t columns, std::size_t strata) {
  CoxData data;
  data.x = {rows, columns, {}};
  for (std::size_t c = 0; c < columns; ++c) data.names.push_back("x" + std::to_string(c));
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) data.x.cells.push_back(sampler.normal());
    data.time.push_back(static_cast<double>(1 + sampler.below(8)));
    data.event.push_back(sampler.unit() < 0.7);
    data.stratum.push_back(static_cast<std::uint32_t>(sampler.below(strata)));
  }
  data.event[0] = true;
  for (std::size_t s = 0; s < strata; ++s) data.strata.push_back("s" + std::to_string(s));
  return data;
}

double eta(const CoxData& data, std::size_t row, std::span<const double> beta) {
  double sum = 0;
  for (std::size_t c = 0; c < beta.size(); ++c) sum += data.x.row(row)[c] * beta[c];
  return sum;
}

// The partial likelihood from its definition, death by death.
double loglik(const CoxData& data, std::span<const double> beta, Ties ties) {
  double sum = 0;
  std::set<std::pair<std::uint32_t, double>> times;
  for (std::size_t i = 0; i < data.x.rows; ++i) times.emplace(data.stratum[i], data.time[i]);
  for (const auto& [stratum, time] : times) {
    double risk = 0;
    double dying = 0;
    std::vector<double> deaths;
    for (std::size_t i = 0; i < data.x.rows; ++i) {
      if (data.stratum[i] != stratum || data.time[i] < time) continue;
      const double e = eta(data, i, beta);
      risk += std::exp(e);
      if (data.time[i] != time || !data.event[i]) continue;
      dying += std::exp(e);
      deaths.push_back(e);
    }
    for (std::size_t k = 0; k < deaths.size(); ++k) {
      const double part = static_cast<double>(k) / static_cast<double>(deaths.size());
      sum += deaths[k] - std::log(risk - (ties == Ties::Efron ? part * dying : 0));
    }
  }
  return sum;
}

TEST(Cox, EvaluatesTheDefinitionAndItsDerivatives) {
  Sampler sampler(21);
  for (int round = 0; round < 20; ++round) {
    const CoxData data = random_data(sampler, 25, 3, 1 + sampler.below(3));
    for (const Ties ties : {Ties::Efron, Ties::Breslow}) {
      PlainCoxOracle oracle(data, ties);
      std::vector<double> beta{sampler.normal(), sampler.normal(), sampler.normal()};
      const CoxPoint point = oracle.evaluate(beta);
      ASSERT_NEAR(point.loglik, loglik(data, beta, ties), 1e-9);
      constexpr double kStep = 1e-5;
      for (std::size_t i = 0; i < 3; ++i) {
        auto up = beta;
        auto down = beta;
        up[i] += kStep;
        down[i] -= kStep;
        ASSERT_NEAR(point.gradient[i],
                    (loglik(data, up, ties) - loglik(data, down, ties)) / (2 * kStep), 1e-6);
        const auto high = oracle.evaluate(up);
        const auto low = oracle.evaluate(down);
        for (std::size_t j = 0; j <= i; ++j) {
          ASSERT_NEAR(point.information[i * 3 + j],
                      -(high.gradient[j] - low.gradient[j]) / (2 * kStep), 1e-5);
        }
      }
    }
  }
}

TEST(Cox, ConcordanceCountsPairs) {
  Sampler sampler(22);
  for (int round = 0; round < 30; ++round) {
    CoxData data = random_data(sampler, 30, 1, 2);
    for (auto& x : data.x.cells) x = std::round(x);
    double right = 0;
    double pairs = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      for (std::size_t j = 0; j < 30; ++j) {
        if (i == j || data.stratum[i] != data.stratum[j] || !data.event[i]) continue;
        const bool first =
            data.time[i] < data.time[j] || (data.time[i] == data.time[j] && !data.event[j]);
        if (!first) continue;
        pairs += 1;
        if (data.x.cells[i] > data.x.cells[j]) right += 1;
        if (data.x.cells[i] == data.x.cells[j]) right += 0.5;
      }
    }
    const std::vector<double> beta{1.0};
    ASSERT_NEAR(concordance(data, beta), pairs == 0 ? 0.5 : right / pairs, 1e-12);
  }
}

// The rows lie at several sites; for each risk set the sites' sums are added.
class SiteCoxOracle final : public CoxOracle {
 public:
  SiteCoxOracle(const CoxData& data, Ties ties, std::size_t sites)
      : data_(data), ties_(ties), sites_(sites) {}
  [[nodiscard]] std::size_t columns() const override { return data_.x.columns; }
  CoxPoint evaluate(std::span<const double> beta) override {
    const std::size_t n = columns();
    CoxPoint point{0, std::vector<double>(n, 0.0), std::vector<double>(n * n, 0.0)};
    std::set<std::pair<std::uint32_t, double>> times;
    for (std::size_t i = 0; i < data_.x.rows; ++i) {
      if (data_.event[i]) times.emplace(data_.stratum[i], data_.time[i]);
    }
    for (const auto& [stratum, time] : times) {
      CoxSums all(n);
      for (std::size_t site = 0; site < sites_; ++site) all.add(part(site, stratum, time, beta));
      add_risk_set(all, ties_, point);
    }
    return point;
  }

 private:
  CoxSums part(std::size_t site, std::uint32_t stratum, double time,
               std::span<const double> beta) const {
    const std::size_t n = columns();
    CoxSums sums(n);
    for (std::size_t i = site; i < data_.x.rows; i += sites_) {
      if (data_.stratum[i] != stratum || data_.time[i] < time) continue;
      const bool dies = data_.event[i] && data_.time[i] == time;
      const double w = std::exp(eta(data_, i, beta));
      const auto x = data_.x.row(i);
      sums.risk_w += w;
      if (dies) {
        ++sums.deaths;
        sums.death_eta += eta(data_, i, beta);
        sums.death_w += w;
      }
      for (std::size_t a = 0; a < n; ++a) {
        sums.risk_wx[a] += w * x[a];
        if (dies) sums.death_x[a] += x[a];
        if (dies) sums.death_wx[a] += w * x[a];
        for (std::size_t b = 0; b <= a; ++b) {
          sums.risk_wxx[a * n + b] += w * x[a] * x[b];
          if (dies) sums.death_wxx[a * n + b] += w * x[a] * x[b];
        }
      }
    }
    return sums;
  }
  const CoxData& data_;
  Ties ties_;
  std::size_t sites_;
};

TEST(Cox, SitesThatAddTheirSumsFitTheSameModel) {
  const privet::Run run;
  Sampler sampler(23);
  for (int round = 0; round < 10; ++round) {
    const CoxData data = random_data(sampler, 60, 3, 2);
    CoxOptions options;
    options.ties = round % 2 == 0 ? Ties::Efron : Ties::Breslow;
    const CoxModel plain = learn_cox(data, options, run);
    SiteCoxOracle oracle(data, options.ties, 3);
    const CoxFit fit = fit_cox(oracle, data.names, options, run);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(fit.beta[c], plain.terms[c].coef, 1e-9);
    EXPECT_NEAR(fit.loglik, plain.loglik, 1e-9);
    EXPECT_EQ(fit.iterations, plain.iterations);
    EXPECT_EQ(load_cox(save_cox(plain), "m.json"), plain);
  }
}

std::string message_of(const CoxData& data) {
  const privet::Run run;
  try {
    (void)learn_cox(data, {}, run);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// A person has an income and a rate: units must not decide. Doubling is exact, tens are not.
TEST(Cox, UnitsOfTheColumnsDoNotMatter) {
  const privet::Run run;
  Sampler sampler(11);
  const CoxData data = random_data(sampler, 300, 3, 1);
  const CoxModel plain = learn_cox(data, {}, run);
  ASSERT_TRUE(plain.unbounded.empty());
  for (int a = -8; a <= 8; a += 4) {
    for (int b = -8; b <= 8; b += 2) {
      SCOPED_TRACE(std::to_string(a) + " " + std::to_string(b));
      const std::vector<double> unit{std::pow(10, a), std::pow(10, b), 1};
      CoxData other = data;
      for (std::size_t r = 0; r < data.x.rows; ++r) {
        for (std::size_t c = 0; c < 3; ++c) other.x.row(r)[c] *= unit[c];
      }
      const CoxModel model = learn_cox(other, {}, run);
      EXPECT_EQ(model.iterations, plain.iterations);
      EXPECT_TRUE(model.unbounded.empty());
      EXPECT_NEAR(model.loglik, plain.loglik, 1e-9 * std::abs(plain.loglik));
      for (std::size_t c = 0; c < 3; ++c) {
        const auto& term = plain.terms[c];
        EXPECT_NEAR(model.terms[c].coef * unit[c], term.coef, 1e-9 * std::abs(term.coef));
        EXPECT_NEAR(model.terms[c].se * unit[c], term.se, 1e-9 * term.se);
      }
    }
  }
}

TEST(Cox, ConstantColumnsAreRefusedInAnyUnit) {
  const privet::Run run;
  Sampler sampler(12);
  for (const double value : {0.1, 1e-8, 1e8, 123456.789}) {
    CoxData data = random_data(sampler, 200, 2, 1);
    for (std::size_t r = 0; r < data.x.rows; ++r) data.x.row(r)[1] = value;
    EXPECT_THROW(static_cast<void>(learn_cox(data, {}, run)), Error) << value;
    // Different between strata, constant inside each.
    CoxData strata = random_data(sampler, 200, 2, 2);
    for (std::size_t r = 0; r < strata.x.rows; ++r)
      strata.x.row(r)[1] = value * (1 + strata.stratum[r]);
    EXPECT_THROW(static_cast<void>(learn_cox(strata, {}, run)), Error) << value;
  }
}

// Variances are squares: numbers that have none would give errors of 0 or infinity and a p of 1.
TEST(Cox, ColumnsWhoseSquaresAreNoNumbersAreNamed) {
  const privet::Run run;
  Sampler sampler(13);
  const CoxData data = random_data(sampler, 60, 1, 1);
  const auto in_units_of = [&](double unit) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t r = 0; r < data.x.rows; ++r) {
      rows.push_back({std::to_string(data.time[r]), data.event[r] ? "1" : "0",
                      fmt::format("{}", data.x.row(r)[0] * unit)});
    }
    return learn_cox(
        cox_data(make_table({"time", "event", "x"}, rows), {.time = 0, .event = 1, .columns = {2}}),
        {}, run);
  };
  const auto refusal = [&](double unit) -> std::string {
    try {
      (void)in_units_of(unit);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  for (const double unit : {1e200, 1e307}) {
    EXPECT_NE(refusal(unit).find("column 'x': "), std::string::npos) << unit;
    EXPECT_NE(refusal(unit).find("too large"), std::string::npos) << unit;
  }
  for (const double unit : {1e-160, 1e-300}) {
    EXPECT_NE(refusal(unit).find("column 'x': its values lie too close"), std::string::npos)
        << unit;
  }
  const CoxModel plain = in_units_of(1);
  for (const double unit : {1e148, 1e-148}) {
    const CoxModel model = in_units_of(unit);
    EXPECT_NEAR(model.terms[0].se * unit / plain.terms[0].se, 1, 1e-8) << unit;
    EXPECT_NEAR(model.terms[0].p / plain.terms[0].p, 1, 1e-6) << unit;
  }
}

TEST(Cox, NamesTheColumnThatIsACombination) {
  Sampler sampler(24);
  CoxData data = random_data(sampler, 40, 3, 1);
  for (std::size_t r = 0; r < 40; ++r) data.x.row(r)[2] = data.x.row(r)[0] - 2 * data.x.row(r)[1];
  EXPECT_NE(message_of(data).find("column 'x2' is constant or a combination"), std::string::npos);
  for (std::size_t r = 0; r < 40; ++r) data.x.row(r)[1] = 5;
  EXPECT_NE(message_of(data).find("column 'x1' is constant"), std::string::npos);
}

TEST(Cox, ReportsALikelihoodWithoutMaximum) {
  const privet::Run run;
  CoxData data;
  data.names = {"treated", "noise"};
  data.strata = {""};
  data.x = {20, 2, {}};
  for (std::size_t r = 0; r < 20; ++r) {
    const bool treated = r % 2 == 0;
    data.x.cells.push_back(treated ? 1 : 0);
    data.x.cells.push_back(static_cast<double>((r * 7) % 5));
    data.time.push_back(static_cast<double>(r + 1));
    data.event.push_back(!treated);  // no treated person dies
    data.stratum.push_back(0);
  }
  const CoxModel model = learn_cox(data, {}, run);
  EXPECT_EQ(model.unbounded, std::vector<std::string>{"treated"});
}

TEST(Cox, TablesWithoutEventsOrWithTextTimes) {
  const Table censored = make_table({"t", "e", "x"}, {{"1", "0", "2"}, {"2", "0", "3"}});
  const CoxColumns columns{0, 1, {}, {2}, {}, {}};
  EXPECT_THROW((void)cox_data(censored, columns), Error);
  const Table text = make_table({"t", "e", "x"}, {{"1", "1", "2"}, {"soon", "0", "3"}});
  try {
    (void)cox_data(text, columns);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "row 2, column 't': a number is needed, not 'soon'");
  }
  const Table mixed = make_table(
      {"t", "e", "x", "g"},
      {{"1", "1", "2", "a"}, {"2", "0", "?", "b"}, {"3", "1", "1", "b"}, {"4", "1", "1", "c"}});
  const CoxData data = cox_data(mixed, {0, 1, {}, {2, 3}, {}, {}});
  EXPECT_EQ(data.names, (std::vector<std::string>{"x", "gb", "gc"}));
  EXPECT_EQ(data.dropped, 1U);
  EXPECT_EQ(data.x.cells, (std::vector<double>{2, 0, 0, 1, 1, 0, 1, 0, 1}));
}

TEST(Cox, RandomKernelMapsBackToTheColumns) {
  const privet::Run run;
  Sampler sampler(25);
  const CoxData data = random_data(sampler, 80, 4, 1);
  CoxOptions options;
  options.kernel_rows = 3;
  const CoxModel model = learn_cox(data, options, run);
  ASSERT_EQ(model.terms.size(), 4U);
  std::vector<double> beta;
  for (const auto& term : model.terms) beta.push_back(term.coef);
  EXPECT_NEAR(loglik(data, beta, Ties::Efron), model.loglik, 1e-8)
      << "same scores as in the kernel";
  EXPECT_LT(model.loglik, learn_cox(data, {}, run).loglik + 1e-9);
  options.kernel_rows = 4;
  EXPECT_THROW((void)learn_cox(data, options, run), Error);
}

}  // namespace
}  // namespace privet::mining
