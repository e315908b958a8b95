// SPDX-License-Identifier: Apache-2.0
#include "mining/apply/apply_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/sampling.h"
#include "mining/bayes/bayes.h"
#include "mining/distance/kmeans.h"
#include "mining/regression/cox.h"
#include "mining/regression/svm.h"
#include "mining/rules/rules.h"
#include "mining/tree/tree.h"
#include "mining/tree/tree_text.h"

namespace privet::mining {
namespace {

// Two groups of people, with a nominal and two numeric columns, and a survival time.
Table people(std::size_t rows, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::vector<std::string>> cells;
  for (std::size_t r = 0; r < rows; ++r) {
    const bool ill = sampler.below(2) == 1;
    const std::string colour = sampler.below(3) == 0 ? "red" : ill ? "blue" : "green";
    const double x = (ill ? 5 : 0) + sampler.normal();
    const double y = sampler.normal() * 3;
    cells.push_back({colour, std::to_string(x), std::to_string(y), ill ? "ill" : "well",
                     std::to_string(1 + sampler.below(50)), std::to_string(sampler.below(2))});
  }
  return make_table({"colour", "x", "y", "state", "time", "event"}, cells);
}

// The same rows with the columns in another order: models find columns by name.
Table reversed(const Table& table) {
  std::vector<AttributeId> order;
  for (std::size_t c = table.columns(); c-- > 0;) order.push_back(static_cast<AttributeId>(c));
  return table.select_columns(order);
}

std::vector<std::uint32_t> positions(const std::vector<ClassLabel>& labels) {
  return {labels.begin(), labels.end()};
}

TEST(ApplyModel, TreeAndBayesSayWhatTheirOwnPredictSays) {
  const privet::Run run;
  const Table table = people(300, 1);
  const AttributeId cls = table.require("state", "--class");
  const auto tree = learn_tree(table, cls, c45_options(), run);
  const auto answers = apply_model(save_tree(tree), "m", reversed(table), run);
  EXPECT_EQ(answers.kind, "tree");
  EXPECT_EQ(answers.about, "state");
  EXPECT_EQ(answers.labels, positions(predict(tree, table, run)));
  const auto bayes = learn_bayes(table, cls, {.laplace = 1}, run);
  EXPECT_EQ(apply_model(save_bayes(bayes), "m", reversed(table), run).labels,
            positions(predict(bayes, table, run)));
}

TEST(ApplyModel, SvmTermsOfANominalColumnComeBack) {
  const privet::Run run;
  const Table table = people(200, 2);
  const AttributeId cls = table.require("state", "--class");
  const std::vector<AttributeId> columns{0, 1, 2};
  const auto data = svm_data(table, cls, columns);
  const auto model = learn_svm(data, {}, run);
  ASSERT_EQ(model.columns.size(), 4U);  // two of the three colours, x and y
  const auto answers = apply_model(save_svm(model), "m", reversed(table), run);
  const auto expected = svm_scores(model, data.x, run);
  ASSERT_EQ(answers.scores.size(), expected.size());
  for (std::size_t r = 0; r < expected.size(); ++r) {
    EXPECT_DOUBLE_EQ(answers.scores[r], expected[r]);
    EXPECT_EQ(answers.labels[r], expected[r] > 0 ? 1U : 0U);
  }
}

TEST(ApplyModel, CoxGivesTheLinearPredictorByHand) {
  const privet::Run run;
  const Table table = people(200, 3);
  const auto data = cox_data(table, {.time = 4, .event = 5, .columns = {0, 1}});
  const auto model = learn_cox(data, {}, run);
  const auto answers = apply_model(save_cox(model), "m", table, run);
  ASSERT_EQ(model.terms.size(), 3U);
  EXPECT_TRUE(answers.labels.empty());
  for (RowId r = 0; r < table.rows(); ++r) {
    double expected = 0;
    for (const auto& term : model.terms) {
      const bool numeric = term.name == "x";
      const double x = numeric ? table.column(1).number(r)
                               : ("colour" + std::string(table.column(0).text(r)) == term.name);
      expected += term.coef * x;
    }
    EXPECT_NEAR(answers.scores[r], expected, 1e-12);
  }
}

TEST(ApplyModel, KMeansGivesTheNearestCenter) {
  const privet::Run run;
  const Table table = people(100, 4);
  const std::vector<AttributeId> columns{1, 2};
  const Matrix points = points_of(table, columns);
  const auto found = cluster(points, starting_centers(points, 3, 1), {"x", "y"}, {}, run);
  const auto answers = apply_model(save_kmeans(found.model), "m", reversed(table), run);
  for (std::size_t r = 0; r < points.rows; ++r) {
    const auto distance = [&](std::size_t c) {
      return std::hypot(points.row(r)[0] - found.model.centers.row(c)[0],
                        points.row(r)[1] - found.model.centers.row(c)[1]);
    };
    for (std::size_t c = 0; c < 3; ++c) EXPECT_LE(distance(answers.labels[r]), distance(c) + 1e-12);
  }
}

TEST(ApplyModel, AMissingValueHasNoScore) {
  const privet::Run run;
  const Table table = people(100, 5);
  const std::vector<AttributeId> columns{1, 2};
  const auto model = learn_svm(svm_data(table, 3, columns), {}, run);
  const Table asked = make_table({"x", "y"}, {{"1", "2"}, {"?", "2"}});
  const auto answers = apply_model(save_svm(model), "m", asked, run);
  EXPECT_FALSE(std::isnan(answers.scores[0]));
  EXPECT_TRUE(std::isnan(answers.scores[1]));
  EXPECT_EQ(answers.labels[1], kNoClass);
}

TEST(ApplyModel, NamesThatBeginEachOtherAreToldApartByTheirValues) {
  const privet::Run run;
  const Table table = people(100, 6);
  const std::vector<AttributeId> columns{0};
  const auto model = learn_svm(svm_data(table, 3, columns), {}, run);
  const Table clear = make_table({"col", "colour"}, {{"1", "green"}, {"2", "red"}});
  EXPECT_NE(apply_model(save_svm(model), "m", clear, run).scores[0],
            apply_model(save_svm(model), "m", clear, run).scores[1]);
  const Table unclear = make_table({"col", "colour"}, {{"ourgreen", "green"}, {"ourred", "red"}});
  EXPECT_THROW((void)apply_model(save_svm(model), "m", unclear, run), Error);
}

TEST(ApplyModel, RefusesWhatItCannotAnswer) {
  const privet::Run run;
  const Table table = people(50, 7);
  const auto tree = learn_tree(table, 3, c45_options(), run);
  const Table other = make_table({"z"}, {{"1"}});
  EXPECT_THROW((void)apply_model(save_tree(tree), "m", other, run), Error);
  EXPECT_THROW((void)apply_model("{}", "m", table, run), Error);
  RuleModel rules;
  EXPECT_THROW((void)apply_model(save_rules(rules), "m", table, run), Error);
}

}  // namespace
}  // namespace privet::mining
