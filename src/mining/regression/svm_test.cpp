// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/svm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/sampling.h"
#include "data/csv/read_csv.h"
#include "tests/support/class_labels.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

SvmData random_data(Sampler& sampler, std::size_t rows, std::size_t columns) {
  SvmData data;
  data.class_name = "class";
  data.classes = {"no", "yes"};
  data.x = {rows, columns, {}};
  for (std::size_t c = 0; c < columns; ++c) data.columns.push_back("x" + std::to_string(c));
  for (std::size_t r = 0; r < rows; ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      data.x.cells.push_back(sampler.normal());
      sum += c % 2 == 0 ? data.x.cells.back() : -data.x.cells.back();
    }
    data.labels.emplace_back(sum + sampler.normal() > 0 ? 1 : 0);
  }
  return data;
}

// The objective from its definition.
double objective(const SvmModel& model, const SvmData& data, double nu) {
  const auto scores = svm_scores(model, data.x, privet::Run());
  double sum = model.gamma * model.gamma / 2;
  for (const double w : model.weights) sum += w * w / 2;
  for (std::size_t r = 0; r < scores.size(); ++r) {
    const double slack = 1 - (data.labels[r] == 1 ? scores[r] : -scores[r]);
    if (slack > 0) sum += nu / 2 * slack * slack;
  }
  return sum;
}

TEST(Svm, TwoPointsByHand) {
  // Scaled to 0 and 1, losses (1 - g)^2 and (1 - w + g)^2, both active: the derivatives vanish
  // where 2w - g = 1 and 3g - w = 0.
  const privet::Run run;
  SvmData data;
  data.columns = {"x"};
  data.classes = {"a", "b"};
  data.x = {2, 1, {3, 5}};
  data.labels = testing_support::class_labels({0, 1});
  const SvmModel model = learn_svm(data, {}, run);
  EXPECT_NEAR(model.weights[0], 0.6, 1e-12);
  EXPECT_NEAR(model.gamma, 0.2, 1e-12);
  EXPECT_NEAR(model.objective, objective(model, data, 1), 1e-12);
}

TEST(Svm, NoNearbyPointIsBetterAndTheGradientVanishes) {
  const privet::Run run;
  Sampler sampler(51);
  for (int round = 0; round < 12; ++round) {
    const SvmData data = random_data(sampler, 60, 4);
    SvmOptions options;
    options.nu = std::pow(10.0, static_cast<double>(sampler.below(5)) - 2);
    if (round % 3 == 1) {
      options.kernel = Kernel::Gaussian;
      options.basis = KernelBasis::SomeRows;
      options.basis_rows = 15;
    }
    if (round % 3 == 2) {
      options.basis = KernelBasis::Random;
      options.basis_rows = 3;
    }
    const SvmModel model = learn_svm(data, options, run);
    EXPECT_LT(model.gradient, 1e-8 * std::max(1.0, options.nu));
    EXPECT_NEAR(model.objective, objective(model, data, options.nu), 1e-9 * model.objective);
    for (int trial = 0; trial < 50; ++trial) {
      SvmModel other = model;
      for (auto& weight : other.weights) weight += 1e-3 * sampler.normal();
      other.gamma += 1e-3 * sampler.normal();
      EXPECT_GT(objective(other, data, options.nu), model.objective);
    }
    EXPECT_EQ(load_svm(save_svm(model), "m.json"), model);
  }
}

// The rows lie at several sites; sums are added.
class SiteSvmOracle final : public SvmOracle {
 public:
  SiteSvmOracle(const Matrix& z, std::span<const ClassLabel> labels, std::size_t sites)
      : columns_(z.columns), parts_(sites), labels_(sites) {
    for (std::size_t r = 0; r < z.rows; ++r) {
      Matrix& part = parts_[r % sites];
      part.columns = z.columns;
      part.cells.insert(part.cells.end(), z.row(r).begin(), z.row(r).end());
      ++part.rows;
      labels_[r % sites].push_back(labels[r]);
    }
  }
  [[nodiscard]] std::size_t columns() const override { return columns_; }
  SvmPoint evaluate(std::span<const double> point) override {
    SvmPoint sum{0, std::vector<double>(point.size(), 0.0),
                 std::vector<double>(point.size() * point.size(), 0.0)};
    for (std::size_t s = 0; s < parts_.size(); ++s) {
      const SvmPoint own = PlainSvmOracle(parts_[s], labels_[s], run_).evaluate(point);
      sum.loss += own.loss;
      for (std::size_t i = 0; i < point.size(); ++i) sum.gradient[i] += own.gradient[i];
      for (std::size_t i = 0; i < own.hessian.size(); ++i) sum.hessian[i] += own.hessian[i];
    }
    return sum;
  }

 private:
  privet::Run run_;
  std::size_t columns_;
  std::vector<Matrix> parts_;
  std::vector<std::vector<ClassLabel>> labels_;
};

TEST(Svm, SitesThatAddTheirSumsFitTheSameModel) {
  const privet::Run run;
  Sampler sampler(52);
  const SvmData data = random_data(sampler, 90, 5);
  const SvmModel plain = learn_svm(data, {}, run);
  const Matrix z = plain.map.apply(data.x);
  SiteSvmOracle oracle(z, data.labels, 3);
  const SvmFit fit = fit_svm(oracle, {}, run);
  for (std::size_t c = 0; c < 5; ++c) EXPECT_NEAR(fit.point[c], plain.weights[c], 1e-9);
  EXPECT_NEAR(fit.point[5], plain.gamma, 1e-9);
}

TEST(Svm, TheGaussianKernelSeparatesARing) {
  const privet::Run run;
  Sampler sampler(53);
  SvmData data;
  data.columns = {"x", "y"};
  data.classes = {"in", "out"};
  data.x = {200, 2, {}};
  for (int i = 0; i < 200; ++i) {
    const double angle = 6.283 * sampler.unit();
    const double radius = i % 2 == 0 ? sampler.unit() : 2 + sampler.unit();
    data.x.cells.push_back(radius * std::cos(angle));
    data.x.cells.push_back(radius * std::sin(angle));
    data.labels.emplace_back(i % 2 == 0 ? 0 : 1);
  }
  SvmOptions options;
  options.kernel = Kernel::Gaussian;
  options.mu = 5;
  options.nu = 100;
  const SvmModel ring = learn_svm(data, options, run);
  EXPECT_EQ(svm_quality(svm_scores(ring, data.x, run), data.labels).accuracy, 1.0);
  const SvmModel line = learn_svm(data, {}, run);
  EXPECT_LT(svm_quality(svm_scores(line, data.x, run), data.labels).accuracy, 0.8);
}

TEST(Svm, NeedsTwoClassesAndSensibleKernels) {
  const privet::Run run;
  const Table three = make_table({"x", "c"}, {{"1", "a"}, {"2", "b"}, {"3", "c"}});
  const std::vector<AttributeId> columns{0};
  EXPECT_THROW((void)svm_data(three, 1, columns), Error);
  const Table one = make_table({"x", "c"}, {{"1", "a"}, {"2", "a"}});
  EXPECT_THROW((void)svm_data(one, 1, columns), Error);
  Sampler sampler(54);
  const SvmData data = random_data(sampler, 10, 2);
  SvmOptions options;
  options.basis = KernelBasis::Random;
  options.basis_rows = 2;
  EXPECT_THROW((void)learn_svm(data, options, run), Error);
  options.basis = KernelBasis::SomeRows;
  options.basis_rows = 11;
  EXPECT_THROW((void)learn_svm(data, options, run), Error);
  options = {};
  options.nu = 0;
  EXPECT_THROW((void)learn_svm(data, options, run), Error);
}

// _sigmoid_calibration of scikit-learn 1.2.1 on the same scores.
TEST(Svm, TheSigmoidIsThatOfScikitLearn) {
  const std::vector<double> scores{-2.1, -1.3, -0.4, 0.2, -0.1, 0.6, 1.4, 2.2, 0.9, -0.7};
  std::vector<ClassLabel> labels;
  for (const unsigned label : {0U, 0U, 0U, 0U, 1U, 1U, 1U, 1U, 0U, 1U}) labels.emplace_back(label);
  const SvmSigmoid sigmoid = fit_sigmoid(scores, labels);
  EXPECT_NEAR(sigmoid.slope, -0.6620254422014474, 1e-5);
  EXPECT_NEAR(sigmoid.offset, 0.04759323855815268, 1e-5);
  EXPECT_NEAR(sigmoid.probability(0) + 1 / (1 + std::exp(-sigmoid.offset)), 1, 1e-12);
}

TEST(SvmData, BreastCancerByCrossValidation) {
  PRIVET_NEED_DATA("wdbc/wdbc.csv");
  const privet::Run run;
  const Table table = read_csv(testing_support::shared_data("wdbc/wdbc.csv"), {}, run).table;
  std::vector<AttributeId> columns;
  for (AttributeId c = 2; c < table.columns(); ++c) columns.push_back(c);
  const SvmData data = svm_data(table, 1, columns);
  const auto scores = cross_validate_svm(data, {}, 10, 1, run);
  const SvmQuality quality = svm_quality(scores, data.labels);
  EXPECT_GT(quality.accuracy, 0.955);
  EXPECT_GT(quality.auc, 0.985);
}

}  // namespace
}  // namespace privet::mining
