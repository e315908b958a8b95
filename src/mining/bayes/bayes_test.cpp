// SPDX-License-Identifier: Apache-2.0
#include "mining/bayes/bayes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/sampling.h"
#include "data/csv/read_csv.h"
#include "mining/tree/training_rows.h"
#include "tests/support/class_labels.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

Table mixed() {
  return make_table({"colour", "size", "class"}, {{"red", "1", "a"},
                                                  {"red", "3", "a"},
                                                  {"blue", "2", "a"},
                                                  {"blue", "7", "b"},
                                                  {"green", "9", "b"}});
}

// The rows lie at several sites; answers are added.
class SiteBayesSums final : public BayesSums {
 public:
  SiteBayesSums(const Table& table, AttributeId cls, std::size_t sites)
      : table_(table), class_(class_column(table, cls)), sites_(sites) {}
  ClassCounts class_counts() override {
    ClassCounts sum(class_.classes.size(), 0);
    each([&](RowId row, std::size_t k) {
      (void)row;
      ++sum[k];
    });
    return sum;
  }
  std::vector<std::vector<std::uint64_t>> value_counts(
      std::span<const std::uint32_t> columns) override {
    std::vector<std::vector<std::uint64_t>> out;
    for (const std::uint32_t c : columns) {
      const Column& column = table_.column(AttributeId(c));
      const std::size_t skip = column.dictionary.missing_count();
      std::vector<std::uint64_t> sum((column.dictionary.size() - skip) * class_.classes.size(), 0);
      each([&](RowId row, std::size_t k) {
        if (!column.missing(row)) {
          ++sum[(column.codes[row] - skip) * class_.classes.size() + k];
        }
      });
      out.push_back(sum);
    }
    return out;
  }
  std::vector<std::vector<Total>> totals(std::span<const std::uint32_t> columns) override {
    std::vector<std::vector<Total>> out;
    for (const std::uint32_t c : columns) {
      std::vector<Total> sum(class_.classes.size());
      each([&](RowId row, std::size_t k) {
        if (table_.column(AttributeId(c)).missing(row)) return;
        ++sum[k].rows;
        sum[k].sum.add(table_.column(AttributeId(c)).number(row));
      });
      out.push_back(sum);
    }
    return out;
  }
  std::vector<std::vector<WideSum>> deviations(
      std::span<const std::uint32_t> columns,
      const std::vector<std::vector<double>>& centers) override {
    std::vector<std::vector<WideSum>> out;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::vector<WideSum> sum(class_.classes.size());
      each([&](RowId row, std::size_t k) {
        if (table_.column(AttributeId(columns[i])).missing(row)) return;
        const WideSum d =
            wide_add(WideSum(table_.column(AttributeId(columns[i])).number(row)), -centers[i][k]);
        sum[k].add(wide_product(d, d));
      });
      out.push_back(sum);
    }
    return out;
  }

 private:
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::size_t site = 0; site < sites_; ++site) {
      for (std::size_t row = site; row < table_.rows(); row += sites_) {
        const auto id = static_cast<RowId>(row);
        if (class_.labels[id] < class_.classes.size()) visit(id, class_.labels[id]);
      }
    }
  }
  const Table& table_;
  ClassColumn class_;
  std::size_t sites_;
};

TEST(Bayes, ScoresAreTheFormula) {
  const privet::Run run;
  const BayesModel model = learn_bayes(mixed(), 2, {.laplace = 0}, run);
  EXPECT_EQ(model.class_counts, (ClassCounts{3, 2}));
  EXPECT_EQ(model.columns[1].means, (std::vector<double>{2, 8}));
  EXPECT_DOUBLE_EQ(model.columns[1].variances[0], 2.0 / 3);
  EXPECT_DOUBLE_EQ(model.columns[1].variances[1], 1);
  const Table fresh =
      make_table({"colour", "size"}, {{"blue", "4"}, {"red", "8"}, {"?", "8"}, {"pink", "?"}});
  const auto scores = bayes_scores(model, fresh, run);
  const double a =
      std::log(0.6 * (1.0 / 3) / std::sqrt(2 * std::numbers::pi * 2 / 3)) - 4.0 / (4.0 / 3);
  const double b = std::log(0.4 * 0.5 / std::sqrt(2 * std::numbers::pi)) - 8;
  EXPECT_NEAR(scores[0], a, 1e-12);
  EXPECT_NEAR(scores[1], b, 1e-12);
  EXPECT_TRUE(std::isinf(scores[3])) << "no red b was seen";
  EXPECT_NEAR(scores[7], std::log(0.4), 1e-12)
      << "an unknown colour and a missing size say nothing";
  EXPECT_EQ(predict(model, fresh, run), testing_support::class_labels({0, 0, 1, 0}));
}

TEST(Bayes, LaplaceKeepsClassesPossible) {
  const privet::Run run;
  const BayesModel model = learn_bayes(mixed(), 2, {.laplace = 1}, run);
  const Table fresh = make_table({"colour", "size"}, {{"red", "?"}});
  const auto scores = bayes_scores(model, fresh, run);
  EXPECT_NEAR(scores[0], std::log(0.6 * 3 / 6), 1e-12);
  EXPECT_NEAR(scores[1], std::log(0.4 * 1 / 5), 1e-12);
  EXPECT_THROW((void)learn_bayes(mixed(), 2, {.laplace = -1}, run), Error);
}

TEST(Bayes, AllClassesRuledOutGivesTheMostFrequent) {
  const privet::Run run;
  const Table table =
      make_table({"x", "y", "class"}, {{"p", "u", "a"}, {"q", "w", "b"}, {"q", "w", "b"}});
  const BayesModel model = learn_bayes(table, 2, {.laplace = 0}, run);
  const Table fresh = make_table({"x", "y"}, {{"p", "w"}});
  EXPECT_EQ(predict(model, fresh, run), testing_support::class_labels({1}));
}

TEST(Bayes, ZeroVarianceHasAFloorAndConstantsSayNothing) {
  const privet::Run run;
  const Table table = make_table(
      {"x", "k", "class"}, {{"1", "5", "a"}, {"1", "5", "a"}, {"2", "5", "b"}, {"4", "5", "b"}});
  const BayesModel model = learn_bayes(table, 2, {.laplace = 0}, run);
  EXPECT_GT(model.columns[0].variances[0], 0);
  EXPECT_EQ(model.columns[1].variances, (std::vector<double>{0, 0}));
  EXPECT_EQ(predict(model, table, run), testing_support::class_labels({0, 0, 1, 1}));
}

TEST(Bayes, SitesThatAddGiveTheSameModelAndFilesRoundTrip) {
  const privet::Run run;
  Sampler sampler(4);
  for (int round = 0; round < 30; ++round) {
    std::vector<std::vector<std::string>> rows;
    for (int r = 0; r < 80; ++r) {
      rows.push_back({sampler.unit() < 0.1 ? "?" : std::to_string(sampler.normal() * 1e3),
                      "v" + std::to_string(sampler.below(4)),
                      sampler.unit() < 0.05 ? "" : "c" + std::to_string(sampler.below(3))});
    }
    const Table table = make_table({"x", "v", "class"}, rows);
    const BayesModel plain = learn_bayes(table, 2, {.laplace = 0.5}, run);
    SiteBayesSums oracle(table, 2, 1 + sampler.below(5));
    EXPECT_EQ(learn_bayes(oracle, bayes_header(table, 2, {.laplace = 0.5})), plain);
    EXPECT_EQ(load_bayes(save_bayes(plain), "m.json"), plain);
    // The order of the rows does not matter.
    std::vector<RowId> order(80);
    for (RowId r = 0; r < 80; ++r) order[r] = r;
    sampler.shuffle(std::span(order));
    EXPECT_EQ(learn_bayes(table.select_rows(order), 2, {.laplace = 0.5}, run), plain);
  }
  EXPECT_THROW((void)load_bayes("{\"format\":\"privet-model\",\"version\":7}", "m.json"), Error);
}

double accuracy(const std::string& file, const std::string& cls, const std::string& skip = {}) {
  const privet::Run run;
  Table table = read_csv(testing_support::shared_data(file), {}, run).table;
  std::vector<AttributeId> columns;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (table.column(c).name != skip) columns.push_back(c);
  }
  table = table.select_columns(columns);
  double sum = 0;
  constexpr int kSeeds = 3;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    sum += cross_validate_bayes(table, table.require(cls, "--class"), 1, 10, seed, run).accuracy();
  }
  return 100 * sum / kSeeds;
}

// Figures of scikit-learn 1.2.1: GaussianNB(var_smoothing=0), roc_auc_score of each class, half the
// squared distance of predict_proba from the truth.
TEST(BayesData, CurvesAndBrierScoresAreThoseOfScikitLearn) {
  PRIVET_NEED_DATA("wine/wine.csv");
  const privet::Run run;
  const auto quality = [&](const std::string& file) {
    const Table table = read_csv(testing_support::shared_data(file), {}, run).table;
    const AttributeId cls = table.require("class", "--class");
    return judge(class_column(table, cls).labelled(),
                 forecast(learn_bayes(table, cls, {.laplace = 0}, run), table, run));
  };
  const ClassQuality wine = quality("wine/wine.csv");
  EXPECT_NEAR(wine.auc[0], 0.9995727104401082, 1e-12);
  EXPECT_NEAR(wine.auc[1], 0.9986836909306305, 1e-12);
  EXPECT_EQ(wine.auc[2], 1.0);
  EXPECT_NEAR(wine.brier, 0.013622010792581437, 1e-9);
  const ClassQuality pima = quality("pima_diabetes/pima_diabetes.csv");
  EXPECT_NEAR(pima.mean_auc(), 0.8243432835820895, 1e-12);
  EXPECT_NEAR(pima.brier, 0.17195037148077716, 1e-9);
  EXPECT_NEAR(pima.confusion.accuracy(), 0.7630208333333334, 1e-12);
}

// Expected: NaiveBayes of Weka 3.6.14, five 10-fold runs.
TEST(BayesData, AccuraciesAreNearThePublished) {
  PRIVET_NEED_DATA("iris/iris.csv");
  EXPECT_NEAR(accuracy("iris/iris.csv", "class"), 95.5, 1.5);
  EXPECT_NEAR(accuracy("wdbc/wdbc.csv", "diagnosis", "id"), 93.2, 1.5);
  EXPECT_NEAR(accuracy("german_credit/german_credit.csv", "class"), 75.3, 1.5);
  EXPECT_NEAR(accuracy("vehicle/vehicle.csv", "Class"), 44.4, 1.5);
  EXPECT_NEAR(accuracy("mushroom/mushroom.csv", "class"), 95.8, 1.5);
}

}  // namespace
}  // namespace privet::mining
