// SPDX-License-Identifier: Apache-2.0
// Expected: what NaiveBayes of Weka 3.6.14 prints.
#include "mining/bayes/weka_estimates.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "data/csv/read_csv.h"
#include "mining/tree/training_rows.h"
#include "tests/support/class_labels.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

constexpr BayesSettings kAsWeka{.estimates = BayesEstimates::Weka};

Table shapes() {
  return make_table({"size", "shape", "flag", "class"}, {{"5.1", "round", "0", "a"},
                                                         {"4.9", "round", "0", "a"},
                                                         {"6.3", "flat", "0", "a"},
                                                         {"5.8", "flat", "0", "a"},
                                                         {"7.1", "round", "1", "b"},
                                                         {"6.4", "flat", "0", "b"},
                                                         {"6.9", "long", "1", "b"},
                                                         {"?", "long", "1", "b"},
                                                         {"5.5", "round", "0", "c"},
                                                         {"5.7", "?", "0", "c"},
                                                         {"6.1", "round", "0", "c"}});
}

TEST(WekaEstimates, MeansDeviationsAndPrecisionsAreWekas) {
  const privet::Run run;
  const BayesModel model = learn_bayes(shapes(), 3, kAsWeka, run);
  const BayesColumn& size = model.columns[0];
  EXPECT_NEAR(size.precision, 0.2444, 5e-5);
  EXPECT_NEAR(size.means[0], 5.5611, 5e-5);
  EXPECT_NEAR(size.means[1], 6.763, 5e-5);
  EXPECT_NEAR(size.means[2], 5.7852, 5e-5);
  EXPECT_NEAR(std::sqrt(size.variances[0]), 0.583, 5e-5);
  EXPECT_NEAR(std::sqrt(size.variances[1]), 0.3049, 5e-5);
  EXPECT_NEAR(std::sqrt(size.variances[2]), 0.2305, 5e-5);
  EXPECT_EQ(size.counts, (std::vector<std::uint64_t>{4, 3, 3}));
  const BayesColumn& flag = model.columns[2];  // constant in two classes
  EXPECT_EQ(flag.precision, 1);
  EXPECT_NEAR(std::sqrt(flag.variances[0]), 1.0 / 6, 1e-12);
  EXPECT_NEAR(std::sqrt(flag.variances[1]), 0.433, 5e-4);
}

TEST(WekaEstimates, ProbabilitiesAreWekas) {
  const privet::Run run;
  const Table table = shapes();
  const Forecast found = forecast(learn_bayes(table, 3, kAsWeka, run), table, run);
  const std::vector<double> expected = {
      0.916, 0,     0.084, 0.995, 0,     0.005, 0.661, 0.248, 0.091, 0.503, 0.003,
      0.494, 0,     1,     0,     0.661, 0.248, 0.091, 0,     1,     0,     0.001,
      0.999, 0.001, 0.314, 0,     0.686, 0.391, 0,     0.609, 0.362, 0.023, 0.615};
  ASSERT_EQ(found.probabilities.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(found.probabilities[i], expected[i], 5.1e-4) << i;
  }
}

TEST(WekaEstimates, AModelIsTheSameAfterSaving) {
  const privet::Run run;
  const BayesModel model = learn_bayes(shapes(), 3, kAsWeka, run);
  EXPECT_EQ(load_bayes(save_bayes(model), "m.json"), model);
  std::string broken = save_bayes(model);
  broken.replace(broken.find("\"weka\""), 6, "\"huh?\"");
  EXPECT_THROW((void)load_bayes(broken, "m.json"), Error);
}

TEST(WekaEstimates, AColumnOfOneValueDecidesNothing) {
  const privet::Run run;
  const Table table = make_table({"x", "class"}, {{"3", "a"}, {"3", "b"}, {"3", "b"}});
  const Forecast found = forecast(learn_bayes(table, 1, kAsWeka, run), table, run);
  EXPECT_NEAR(found.probabilities[0], 2.0 / 5, 1e-12);
}

std::vector<std::uint64_t> right_by_class(const Table& table, const std::string& cls) {
  const privet::Run run;
  const AttributeId id = table.require(cls, "--class");
  const auto quality = judge(class_column(table, id).labelled(),
                             forecast(learn_bayes(table, id, kAsWeka, run), table, run));
  std::vector<std::uint64_t> out;
  for (std::size_t k = 0; k < quality.confusion.classes(); ++k) {
    out.push_back(quality.confusion.count(k, k));
  }
  return out;
}

TEST(WekaData, RowsOfEachClassThatAreRight) {
  PRIVET_NEED_DATA("glass/glass.csv");
  const privet::Run run;
  Table glass = read_csv(testing_support::shared_data("glass/glass.csv"), {}, run).table;
  std::vector<AttributeId> columns;
  for (AttributeId c = 1; c < glass.columns(); ++c) columns.push_back(c);  // without the id
  EXPECT_EQ(right_by_class(glass.select_columns(columns), "class"),
            (std::vector<std::uint64_t>{60, 13, 6, 4, 9, 27}));
  const Table vehicle =
      read_csv(testing_support::shared_data("vehicle/vehicle.csv"), {}, run).table;
  EXPECT_EQ(right_by_class(vehicle, "Class"), (std::vector<std::uint64_t>{32, 91, 91, 178}));
}

}  // namespace
}  // namespace privet::mining
