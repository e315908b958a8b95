// SPDX-License-Identifier: Apache-2.0
// Regression on real data against R 4.2.2: glm(family = binomial, epsilon = 1e-14) and lm.
#include <gtest/gtest.h>

#include "data/csv/read_csv.h"
#include "mining/regression/glm.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

GlmModel fitted(const std::string& file, GlmFamily family, const std::string& response,
                const std::vector<std::string>& columns) {
  const privet::Run run;
  const Table table = read_csv(testing_support::shared_data(file), {}, run).table;
  GlmColumns wanted{.response = table.require(response, "--class")};
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (columns.empty() && c != wanted.response) wanted.columns.push_back(c);
  }
  for (const auto& name : columns) wanted.columns.push_back(table.require(name, "--columns"));
  return learn_glm(glm_data(table, family, wanted), {}, run);
}

const GlmTerm& term(const GlmModel& model, const std::string& name) {
  for (const auto& one : model.terms) {
    if (one.name == name) return one;
  }
  throw std::runtime_error(name);
}

TEST(LogisticData, PimaIsThatOfR) {
  PRIVET_NEED_DATA("pima_diabetes/pima_diabetes.csv");
  const GlmModel model =
      fitted("pima_diabetes/pima_diabetes.csv", GlmFamily::Logistic, "class", {});
  const double coef[] = {-8.404696366914141237, 0.123182298352439462, 0.035163714606856633,
                         -0.013295546904306167, 0.000618964364875758, -0.001191698984162234,
                         0.089700970030946583,  0.945179740621129638, 0.014869004744469451};
  const double se[] = {0.716636072257834988, 0.032077555091489941, 0.003708708021279244,
                       0.005233610841522900, 0.006899376434046061, 0.000901225631752283,
                       0.015087628013895679, 0.299147501580784181, 0.009334794393877445};
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_NEAR(model.terms[i].coef / coef[i], 1, 1e-9) << i;
    EXPECT_NEAR(model.terms[i].se / se[i], 1, 1e-9) << i;
  }
  EXPECT_NEAR(model.terms[2].p / 2.50913219100068e-21, 1, 1e-6);
  EXPECT_NEAR(model.deviance, 723.445377774169, 1e-9);
  EXPECT_NEAR(model.null_deviance, 993.483910138813, 1e-9);
  EXPECT_NEAR(model.aic(), 741.445377774169, 1e-9);
  EXPECT_TRUE(model.unbounded.empty());
}

TEST(LogisticData, GermanCreditWithItsCategoriesIsThatOfR) {
  PRIVET_NEED_DATA("german_credit/german_credit.csv");
  const GlmModel model =
      fitted("german_credit/german_credit.csv", GlmFamily::Logistic, "class", {});
  ASSERT_EQ(model.terms.size(), 49U);
  EXPECT_NEAR(term(model, "(intercept)").coef, 0.4005027032073781, 1e-8);
  EXPECT_NEAR(term(model, "checking_statusA14").coef, -1.7118879551319441, 1e-8);
  EXPECT_NEAR(term(model, "checking_statusA14").se, 0.23217384848557956, 1e-8);
  EXPECT_NEAR(term(model, "duration").coef, 0.0278633244875484, 1e-9);
  EXPECT_NEAR(term(model, "foreign_workerA202").se, 0.62578589260767803, 1e-8);
  EXPECT_NEAR(term(model, "foreign_workerA202").p, 2.60981566792047e-02, 1e-8);
  EXPECT_NEAR(model.deviance, 895.81778547684, 1e-8);
  EXPECT_EQ(model.factors.front().reference, "A11");
}

TEST(LinearData, HousingIsThatOfR) {
  PRIVET_NEED_DATA("california_housing/cahousing.csv");
  const GlmModel model =
      fitted("california_housing/cahousing.csv", GlmFamily::Linear, "median_house_value",
             {"longitude", "latitude", "housing_median_age", "mean_rooms", "mean_bedrooms",
              "population", "households", "median_income"});
  EXPECT_NEAR(model.terms[0].coef / -3542314.5526677826, 1, 1e-9);
  EXPECT_NEAR(model.terms[0].se / 61048.682463329205, 1, 1e-9);
  EXPECT_NEAR(model.terms[0].low / -3661974.7917335713, 1, 1e-9);
  EXPECT_NEAR(model.terms[0].high / -3422654.3136019940, 1, 1e-9);
  EXPECT_NEAR(term(model, "median_income").coef / 37924.1302242476, 1, 1e-9);
  EXPECT_NEAR(term(model, "median_income").low / 37394.4816384112, 1, 1e-9);
  EXPECT_NEAR(model.sigma() / 6.99742090041195e+04, 1, 1e-10);
  EXPECT_NEAR(model.r_squared(), 6.32439354960544e-01, 1e-11);
  EXPECT_NEAR(model.adjusted_r_squared(), 6.32296827445624e-01, 1e-11);
  EXPECT_NEAR(model.overall() / 4.43731412362929e+03, 1, 1e-9);
}

}  // namespace
}  // namespace privet::mining
