// SPDX-License-Identifier: Apache-2.0
// Random forests and boosted trees.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "data/csv/read_csv.h"
#include "mining/tree/boost.h"
#include "mining/tree/forest.h"
#include "mining/tree/regression_tree.h"
#include "mining/tree/training_rows.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

// Two columns decide the class, one is noise, one has categories; some cells are missing.
Table mixed_table(std::uint64_t seed, std::size_t rows) {
  Sampler sampler(seed);
  std::vector<std::vector<std::string>> out;
  const std::vector<std::string> jobs{"clerk", "cook", "smith"};
  for (std::size_t r = 0; r < rows; ++r) {
    const auto x = sampler.below(100);
    const auto y = sampler.below(100);
    const auto job = sampler.below(3);
    const bool yes = x + 30 * job > y + 20;
    out.push_back({sampler.below(20) == 0 ? "?" : std::to_string(x), std::to_string(y),
                   jobs[static_cast<std::size_t>(job)], std::to_string(sampler.below(100)),
                   yes ? "yes" : "no"});
  }
  return make_table({"x", "y", "job", "noise", "class"}, out);
}

double mean_loss(const Table& table, const Forecast& forecast, std::size_t classes) {
  const auto labels = class_column(table, table.require("class", "--class"));
  double sum = 0;
  for (const RowId row : labels.rows) {
    sum -= std::log(forecast.probabilities[row * classes + labels.labels[row]]);
  }
  return sum / static_cast<double>(labels.rows.size());
}

TEST(Forest, TheSeedAloneDecides) {
  const Table table = mixed_table(1, 200);
  const privet::Run run;
  const ForestOptions options{.trees = 20, .seed = 3};
  const Forest forest = learn_forest(table, 4, options, run);
  EXPECT_EQ(forest.model, learn_forest(table, 4, options, run).model);
  ForestOptions other = options;
  other.seed = 4;
  EXPECT_FALSE(forest.model == learn_forest(table, 4, other, run).model);
}

TEST(Forest, LearnsAndItsImportanceFindsTheNoise) {
  const Table table = mixed_table(2, 400);
  const privet::Run run;
  const Forest forest = learn_forest(table, 4, {.trees = 60}, run);
  EXPECT_GT(forest.out_of_bag.confusion.accuracy(), 0.85);
  EXPECT_GT(forest.out_of_bag.mean_auc(), 0.9);
  EXPECT_EQ(forest.never_out, 0U);
  const auto& importance = forest.model.importance;
  EXPECT_NEAR(std::accumulate(importance.begin(), importance.end(), 0.0), 1, 1e-12);
  EXPECT_LT(importance[3], importance[0]);
  EXPECT_LT(importance[3], importance[1]);
  // Grown without limit, a forest knows its training rows, and out of bag it is worse.
  const auto training =
      judge(class_column(table, 4).labelled(), forecast(forest.model, table, run));
  EXPECT_GT(training.confusion.accuracy(), forest.out_of_bag.confusion.accuracy());
}

// One tree on all columns is the tree learner's own on the same bag; probabilities are means.
TEST(Forest, ProbabilitiesAreTheMeansOfTheTrees) {
  const Table table = mixed_table(3, 100);
  const privet::Run run;
  const Forest forest = learn_forest(table, 4, {.trees = 7}, run);
  std::vector<double> sums(table.rows() * 2, 0.0);
  for (const auto& nodes : forest.model.trees) {
    const TreeModel tree{"class", forest.model.classes, forest.model.columns, nodes, false};
    const Forecast one = forecast(tree, table, run);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += one.probabilities[i] / 7;
  }
  const Forecast all = forecast(forest.model, table, run);
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_NEAR(all.probabilities[i], sums[i], 1e-12);
}

TEST(Ensembles, SurviveTheirFiles) {
  const Table table = mixed_table(4, 80);
  const privet::Run run;
  const ForestModel forest = learn_forest(table, 4, {.trees = 5}, run).model;
  EXPECT_EQ(load_forest(save_forest(forest), "f.json"), forest);
  const BoostModel boost = learn_boost(table, 4, {.rounds = 5}, run).model;
  EXPECT_EQ(load_boost(save_boost(boost), "b.json"), boost);
  EXPECT_THROW((void)load_boost(save_forest(forest), "f.json"), Error);
  std::string broken = save_boost(boost);
  broken.replace(broken.find("\"first_child\""), 13, "\"other_child\"");
  EXPECT_THROW((void)load_boost(broken, "b.json"), Error);
}

// Every cut of a small column by hand: the tree's first test lowers the squares most.
TEST(RegressionTree, TheFirstTestIsTheBestOfAll) {
  Sampler sampler(9);
  for (int round = 0; round < 40; ++round) {
    const Table table = mixed_table(100 + static_cast<std::uint64_t>(round), 25);
    std::vector<RowId> rows(25);
    std::iota(rows.begin(), rows.end(), RowId{0});
    std::vector<double> residuals;
    for (int r = 0; r < 25; ++r) residuals.push_back(sampler.normal());
    const RegressionTreeLearner learner(table, 4, rows);
    const auto tree =
        learner.learn(residuals, std::vector<bool>(25, true), {.max_depth = 1}, privet::Run());
    double best = 0;
    for (AttributeId c = 0; c < 4; ++c) {
      const Column& column = table.column(c);
      for (std::size_t at = 0; at < 25; ++at) {
        if (column.missing(static_cast<RowId>(at))) continue;
        double n[2] = {0, 0};
        double s[2] = {0, 0};
        for (std::size_t r = 0; r < 25; ++r) {
          const auto row = static_cast<RowId>(r);
          if (column.missing(row)) continue;
          const bool left = column.type() == ColumnType::Numeric
                                ? column.dictionary.number(column.codes[r]) <=
                                      column.dictionary.number(column.codes[at])
                                : column.codes[r] == column.codes[at];
          n[left ? 0 : 1] += 1;
          s[left ? 0 : 1] += residuals[r];
        }
        if (n[0] == 0 || n[1] == 0) continue;
        const double all = (s[0] + s[1]) * (s[0] + s[1]) / (n[0] + n[1]);
        best = std::max(best, s[0] * s[0] / n[0] + s[1] * s[1] / n[1] - all);
      }
    }
    EXPECT_NEAR(tree.gains[0], best, 1e-9);
  }
}

TEST(Boost, LossFallsAndTheModelIsWhatWasTrained) {
  const Table table = mixed_table(5, 300);
  const privet::Run run;
  const Boosted boosted = learn_boost(table, 4, {.rounds = 30}, run);
  for (std::size_t i = 1; i < boosted.losses.size(); ++i) {
    EXPECT_LT(boosted.losses[i], boosted.losses[i - 1]);
  }
  const Forecast answers = forecast(boosted.model, table, run);
  EXPECT_NEAR(mean_loss(table, answers, 2), boosted.losses.back(), 1e-9);
  const Boosted sampled = learn_boost(table, 4, {.rounds = 20, .sample = 0.5}, run);
  EXPECT_EQ(sampled.out_of_bag.size(), 20U);
  EXPECT_GT(sampled.out_of_bag.front(), 0);
  EXPECT_EQ(sampled.model, learn_boost(table, 4, {.rounds = 20, .sample = 0.5}, run).model);
}

TEST(Boost, OneClassIsRefused) {
  const Table table = make_table({"x", "class"}, {{"1", "a"}, {"2", "a"}});
  EXPECT_THROW((void)learn_boost(table, 1, {}, privet::Run()), Error);
}

// GradientBoostingClassifier of scikit-learn 1.2.1: log_loss of the training rows, which does not
// depend on its random_state; the importance varies in the second digit.
TEST(BoostData, LossesAreThoseOfScikitLearn) {
  PRIVET_NEED_DATA("pima_diabetes/pima_diabetes.csv");
  const privet::Run run;
  const auto learned = [&](const std::string& file, const BoostOptions& options) {
    const Table table = read_csv(testing_support::shared_data(file), {}, run).table;
    return learn_boost(table, table.require("class", "--class"), options, run);
  };
  const BoostOptions few{.rounds = 3, .max_depth = 2};
  EXPECT_NEAR(learned("pima_diabetes/pima_diabetes.csv", few).losses.back(), 0.5819982226885551,
              1e-9);
  EXPECT_NEAR(learned("wine/wine.csv", few).losses.back(), 0.6717573889083986, 1e-6);
  EXPECT_NEAR(learned("iris/iris.csv", few).losses.back(), 0.6776642768594134, 1e-6);
  const Boosted pima = learned("pima_diabetes/pima_diabetes.csv", {});
  EXPECT_NEAR(pima.losses.back(), 0.26208024531820207, 1e-6);
  EXPECT_NEAR(pima.model.importance[1], 0.408, 0.01);
  EXPECT_NEAR(pima.model.importance[5], 0.194, 0.01);
}

// RandomForestClassifier(n_estimators=300, oob_score=True), ten seeds: means and deviations
// 0.7645 (0.0049), 0.9787 (0.0022) and 0.9527 (0.0063).
TEST(ForestData, OutOfBagAccuracyIsThatOfScikitLearn) {
  PRIVET_NEED_DATA("pima_diabetes/pima_diabetes.csv");
  const privet::Run run;
  const auto out_of_bag = [&](const std::string& file) {
    const Table table = read_csv(testing_support::shared_data(file), {}, run).table;
    return learn_forest(table, table.require("class", "--class"), {.trees = 300}, run)
        .out_of_bag.confusion.accuracy();
  };
  EXPECT_NEAR(out_of_bag("pima_diabetes/pima_diabetes.csv"), 0.7645, 0.015);
  EXPECT_NEAR(out_of_bag("wine/wine.csv"), 0.9787, 0.015);
  EXPECT_NEAR(out_of_bag("iris/iris.csv"), 0.9527, 0.02);
}

}  // namespace
}  // namespace privet::mining
