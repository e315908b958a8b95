// SPDX-License-Identifier: Apache-2.0
#include "mining/regression/smo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/error.h"
#include "base/sampling.h"
#include "data/csv/read_csv.h"
#include "mining/regression/svm.h"
#include "tests/support/class_labels.h"
#include "tests/support/shared_data.h"

namespace privet::mining {
namespace {

struct Problem {
  Matrix x;
  std::vector<ClassLabel> labels;
};

Problem random_problem(Sampler& sampler, std::size_t rows, std::size_t columns) {
  Problem out{{rows, columns, {}}, {}};
  for (std::size_t r = 0; r < rows; ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) {
      out.x.cells.push_back(sampler.unit());
      sum += (c % 2 == 0 ? 1 : -1) * out.x.cells.back();
    }
    out.labels.emplace_back(sum + 0.3 * sampler.normal() > 0 ? 1 : 0);
  }
  out.labels[0] = ClassLabel{0};
  out.labels[1] = ClassLabel{1};
  return out;
}

double kernel_of(const Matrix& x, std::size_t a, std::size_t b, const KernelFunction& kernel) {
  double product = 0;
  double square = 0;
  for (std::size_t c = 0; c < x.columns; ++c) {
    product += x.row(a)[c] * x.row(b)[c];
    square += (x.row(a)[c] - x.row(b)[c]) * (x.row(a)[c] - x.row(b)[c]);
  }
  return kernel.gaussian ? std::exp(-kernel.mu * square) : product;
}

// The dual by projected gradient: slow, and nothing in common with pairs. The projection on the box
// and the plane y'a = 0 is by bisection of the plane's multiplier.
double slow_dual(const Problem& p, const KernelFunction& kernel, double c) {
  const std::size_t n = p.x.rows;
  std::vector<double> q(n * n);
  std::vector<double> y(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = p.labels[i] == 1 ? 1 : -1;
  for (std::size_t i = 0; i < n * n; ++i) {
    q[i] = y[i / n] * y[i % n] * kernel_of(p.x, i / n, i % n, kernel);
  }
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += q[i * n + i];
  std::vector<double> a(n, 0.0);
  const auto project = [&](const std::vector<double>& from) {
    const auto at = [&](double shift, std::size_t i) {
      return std::clamp(from[i] - shift * y[i], 0.0, c);
    };
    double low = -1e6;
    double high = 1e6;
    for (int round = 0; round < 60; ++round) {
      const double middle = (low + high) / 2;
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += y[i] * at(middle, i);
      (sum > 0 ? low : high) = middle;
    }
    std::vector<double> out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = at((low + high) / 2, i);
    return out;
  };
  const auto gradient = [&](const std::vector<double>& of, std::size_t i) {
    double g = -1;
    for (std::size_t j = 0; j < n; ++j) g += q[i * n + j] * of[j];
    return g;
  };
  std::vector<double> ahead = a;  // Nesterov's momentum: the next step starts beyond the last one
  for (int round = 1; round <= 1500; ++round) {
    std::vector<double> next(n);
    for (std::size_t i = 0; i < n; ++i) next[i] = ahead[i] - gradient(ahead, i) / trace;
    next = project(next);
    for (std::size_t i = 0; i < n; ++i) {
      ahead[i] = next[i] + (next[i] - a[i]) * (round - 1.0) / (round + 2.0);
    }
    a = std::move(next);
  }
  double value = 0;
  for (std::size_t i = 0; i < n; ++i) value -= a[i] * (gradient(a, i) - 1) / 2;
  return value;
}

TEST(Smo, AgreesWithASlowSolverOfTheDual) {
  const privet::Run run;
  Sampler sampler(61);
  for (int round = 0; round < 16; ++round) {
    const Problem p = random_problem(sampler, 8 + sampler.below(12), 1 + sampler.below(4));
    const KernelFunction kernel{round % 4 != 0, 0.5 + 4 * sampler.unit()};
    const double c = std::pow(10.0, static_cast<double>(round % 3) - 1);
    const SmoFit fit = fit_smo(p.x, p.labels, kernel, {.c = c, .tolerance = 1e-9}, run);
    // The primal objective of the fit meets the dual one of the slow solver: both are optimal.
    EXPECT_NEAR(fit.objective, slow_dual(p, kernel, c), 1e-5 * std::max(1.0, fit.objective));
    double balance = 0;
    double objective = 0;
    for (std::size_t i = 0; i < p.x.rows; ++i) {
      const double y = p.labels[i] == 1 ? 1 : -1;
      balance += fit.coefficients[i];
      EXPECT_GE(y * fit.coefficients[i], 0);
      EXPECT_LE(y * fit.coefficients[i], c);
      double score = 0;
      for (std::size_t j = 0; j < p.x.rows; ++j) {
        score += fit.coefficients[j] * kernel_of(p.x, i, j, kernel);
      }
      objective += fit.coefficients[i] * score / 2 + c * std::max(0.0, 1 - y * (score - fit.gamma));
      if (y * fit.coefficients[i] > 1e-9 && y * fit.coefficients[i] < c * (1 - 1e-9)) {
        EXPECT_NEAR(y * (score - fit.gamma), 1, 1e-4);
      }
    }
    EXPECT_NEAR(balance, 0, 1e-9 * c);
    EXPECT_NEAR(objective, fit.objective, 1e-4 * std::max(1.0, objective));
  }
}

TEST(Smo, ThreadsAndASmallCacheChangeNothing) {
  Sampler sampler(62);
  const Problem p = random_problem(sampler, 700, 3);
  const KernelFunction kernel{true, 3};
  const privet::Run one(nullptr, nullptr, 1);
  const privet::Run four(nullptr, nullptr, 4);
  const SmoFit first = fit_smo(p.x, p.labels, kernel, {.c = 10}, one);
  const SmoFit second = fit_smo(p.x, p.labels, kernel, {.c = 10, .cache_bytes = 1}, four);
  EXPECT_EQ(first.coefficients, second.coefficients);
  EXPECT_EQ(first.gamma, second.gamma);
  EXPECT_LE(first.violation, 1e-6);
}

TEST(KernelRows, AreComputedOnceWhereTheyFitAndKeepTheirValuesWhereNot) {
  const privet::Run run;
  Sampler sampler(63);
  const Problem p = random_problem(sampler, 40, 2);
  KernelRows all(p.x, {true, 2}, 40UL * 40 * sizeof(float), run);
  KernelRows two(p.x, {true, 2}, 0, run);
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < 40; ++i) {
      const auto a = all.row(i);
      const auto b = two.row(i);
      ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin()));
      EXPECT_EQ(a[i], 1.0F);
    }
  }
  EXPECT_EQ(all.computed(), 40U);
  EXPECT_EQ(two.computed(), 120U);
}

TEST(Smo, OneClassGivesThatClass) {
  const privet::Run run;
  const Matrix x{3, 1, {0, 0.5, 1}};
  for (const std::uint32_t cls : {0U, 1U}) {
    const auto labels = testing_support::class_labels({cls, cls, cls});
    const SmoFit fit = fit_smo(x, labels, {true, 1}, {}, run);
    EXPECT_EQ(fit.gamma, cls == 1 ? -1 : 1);
    EXPECT_EQ(fit.objective, 0);
  }
}

TEST(Smo, StopsWhenAsked) {
  Sampler sampler(64);
  const Problem p = random_problem(sampler, 300, 3);
  const std::atomic<bool> stop{true};
  const privet::Run run(nullptr, &stop, 1);
  EXPECT_THROW((void)fit_smo(p.x, p.labels, {true, 3}, {.c = 1000}, run), Error);
}

TEST(SvmKernel, IsRefusedWithAnEstimateBeyondADay) {
  const privet::Run run;
  SvmData data;
  data.columns = {"x"};
  data.classes = {"a", "b"};
  data.x = {4'000'000, 1, std::vector<double>(4'000'000, 0.5)};
  data.labels.assign(4'000'000, ClassLabel{0});
  SvmOptions options;
  options.kernel = Kernel::Gaussian;
  try {
    (void)learn_svm(data, options, run);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::Infeasible);
    EXPECT_NE(std::string(error.what()).find("4000000 rows"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("--basis some-rows"), std::string::npos);
  }
}

TEST(SvmKernel, AColumnWithARangeBeyondNumbersIsNamed) {
  const privet::Run run;
  for (const Kernel kernel : {Kernel::Linear, Kernel::Gaussian}) {
    SvmData data;
    data.columns = {"x", "wide"};
    data.classes = {"a", "b"};
    data.x = {3, 2, {0, 1e308, 1, -1e308, 2, 0}};
    data.labels = testing_support::class_labels({0, 1, 0});
    SvmOptions options;
    options.kernel = kernel;
    try {
      (void)learn_svm(data, options, run);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Input);
      EXPECT_NE(std::string(error.what()).find("'wide'"), std::string::npos) << error.what();
    }
  }
}

// Figures of scikit-learn 1.2.1 (Debian 12): SVC(C, gamma, tol=1e-8) on the columns scaled to 0..1;
// the objective is computed from its support vectors and decision values.
TEST(SvmKernel, BreastCancerAsScikitLearn) {
  PRIVET_NEED_DATA("wdbc/wdbc.csv");
  const privet::Run run;
  const Table table = read_csv(testing_support::shared_data("wdbc/wdbc.csv"), {}, run).table;
  std::vector<AttributeId> columns;
  for (AttributeId c = 2; c < table.columns(); ++c) columns.push_back(c);
  const SvmData data = svm_data(table, 1, columns);
  struct Expected {
    double c, gamma, intercept, objective, first;
    std::size_t vectors, right;
  };
  for (const Expected& e : {Expected{1, 1, 0.2816074163, 60.31810477, 1.2443739, 102, 558},
                            Expected{10, 0.5, 0.5081235142, 320.4560621, 2.9269405, 62, 562},
                            Expected{100, 4, 0.1541214054, 149.0309818, 0.99999999, 163, 569}}) {
    SvmOptions options;
    options.kernel = Kernel::Gaussian;
    options.nu = e.c;
    options.mu = e.gamma;
    const SvmModel model = learn_svm(data, options, run);
    EXPECT_NEAR(-model.gamma, e.intercept, 1e-3);
    EXPECT_NEAR(model.objective, e.objective, 1e-4 * e.objective);
    EXPECT_NEAR(static_cast<double>(model.weights.size()), static_cast<double>(e.vectors), 1);
    const auto scores = svm_scores(model, data.x, run);
    EXPECT_NEAR(scores[0], e.first, 1e-3);
    EXPECT_EQ(std::lround(svm_quality(scores, data.labels).accuracy * 569),
              static_cast<long>(e.right));
    EXPECT_EQ(load_svm(save_svm(model), "m.json"), model);
  }
}

}  // namespace
}  // namespace privet::mining
