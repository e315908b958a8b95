// SPDX-License-Identifier: Apache-2.0
// Logistic and linear regression.
// Idea: Newton's method (mining/regression/likelihood.h) on the log-likelihood. For least squares
// the first step is the solution and the next refines it from its own residuals; for logistic
// regression this is iteratively reweighted least squares. The learner first asks where the columns
// lie and how far they spread, then fits columns measured from their means in units of about their
// deviation, so that neither a large offset nor a scale costs digits. All answers are sums over
// rows: parties who hold rows can add theirs.
// Reference: McCullagh and Nelder, "Generalized linear models" (1989). Cost: a step is rows times
// squared columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "mining/class_quality.h"
#include "mining/numbers/column_numbers.h"
#include "mining/regression/likelihood.h"

namespace privet::mining {

enum class GlmFamily { Logistic, Linear };

// Where the columns and the response lie: means, and mean distances from them.
struct GlmMoments {
  std::uint64_t rows = 0;
  std::vector<double> means;
  std::vector<double> spreads;
  double response_mean = 0;
  double response_spread = 0;
};

// The units of a question: a column counts as (x - center) / 2^exponent, and so does the response
// of linear regression.
struct GlmFrame {
  std::vector<double> centers;
  std::vector<int> exponents;
  double response_center = 0;
  int response_exponent = 0;
};

class GlmOracle {
 public:
  virtual ~GlmOracle() = default;
  [[nodiscard]] virtual GlmFamily family() const = 0;
  [[nodiscard]] virtual std::size_t columns() const = 0;  // without the intercept
  virtual GlmMoments moments() = 0;
  // `point` is the intercept and then the coefficients. Linear: minus half the sum of squares.
  virtual LikelihoodPoint evaluate(std::span<const double> point, const GlmFrame& frame) = 0;
};

struct GlmData {
  GlmFamily family = GlmFamily::Logistic;
  std::string response;              // the column
  std::vector<std::string> classes;  // logistic: the other class or "not X", then the modelled one
  std::vector<std::string> names;
  std::vector<Factor> factors;
  Matrix x;
  std::vector<double> y;  // logistic: 0 or 1
  std::size_t dropped = 0;
};

struct GlmColumns {
  AttributeId response = 0;
  std::vector<AttributeId> columns = {};
  std::vector<AttributeId> factors = {};  // numeric columns to be read as categories
  std::string positive = {};              // logistic: the class to model; empty: the second of two
};
// Rows with a missing value are left out. Throws Error{Infeasible} if the response has one value
// only, and Error{Usage} for more than two classes without `positive`.
[[nodiscard]] GlmData glm_data(const Table& table, GlmFamily family, const GlmColumns& columns);
// The same where others have more rows.
[[nodiscard]] GlmData glm_data(const Table& table, GlmFamily family, const GlmColumns& columns,
                               Census& census);
// The rows of the data at these positions.
[[nodiscard]] GlmData part_of(const GlmData& data, std::span<const RowId> rows);

struct GlmTerm {
  std::string name;
  double coef = 0;
  double se = 0;
  double statistic = 0;  // coef / se: z for logistic, t for linear
  double p = 1;
  double low = 0;  // of the confidence interval
  double high = 0;

  bool operator==(const GlmTerm&) const = default;
};

struct GlmModel {
  GlmFamily family = GlmFamily::Logistic;
  std::string response;
  std::vector<std::string> classes;
  std::vector<Factor> factors;
  std::vector<GlmTerm> terms;      // the intercept first
  std::vector<double> covariance;  // square
  double level = 0.95;             // of the intervals
  std::uint64_t rows = 0;
  std::size_t iterations = 0;
  // Logistic: minus twice the log-likelihood with all columns and with none. Linear: the sums of
  // squares.
  double deviance = 0;
  double null_deviance = 0;
  std::vector<std::string> unbounded;  // terms whose coefficient grows without end
  bool separated = false;              // every row's class follows from the columns

  bool operator==(const GlmModel&) const = default;
  [[nodiscard]] double freedom() const;  // rows less terms
  [[nodiscard]] double aic() const;      // logistic
  // Of the test of all columns at once: chi-squared for logistic, F for linear.
  [[nodiscard]] double overall() const;
  [[nodiscard]] double overall_p() const;
  // Linear: the residual standard error and the explained share of the variance.
  [[nodiscard]] double sigma() const;
  [[nodiscard]] double r_squared() const;
  [[nodiscard]] double adjusted_r_squared() const;
};

struct GlmOptions {
  double level = 0.95;
  std::size_t max_iterations = 50;
};
// Throws as maximise() does, and Error{Infeasible} for fewer rows than terms.
[[nodiscard]] GlmModel fit_glm(GlmOracle& oracle, const GlmData& header, const GlmOptions& options,
                               const Run& run);
// Over rows in memory; warns about terms without bound and rows left out.
[[nodiscard]] GlmModel learn_glm(const GlmData& data, const GlmOptions& options, const Run& run);

// The intercept plus the sum of coefficient times column.
[[nodiscard]] std::vector<double> linear_predictor(const GlmModel& model, const Matrix& x);
[[nodiscard]] Forecast forecast_logistic(const GlmModel& model, const Matrix& x);
[[nodiscard]] ClassQuality assess_logistic(const GlmData& data, const GlmOptions& options,
                                           const FoldPlan& plan, const Run& run);

// How far predictions of a number are off.
struct NumberQuality {
  std::uint64_t rows = 0;
  double rmse = 0;
  double mae = 0;
  double mean_rmse = 0;  // of whoever always says the mean
  [[nodiscard]] double r_squared() const;
};
[[nodiscard]] NumberQuality judge_numbers(std::span<const double> truth,
                                          std::span<const double> predicted);
[[nodiscard]] NumberQuality assess_linear(const GlmData& data, const GlmOptions& options,
                                          const FoldPlan& plan, const Run& run);

[[nodiscard]] std::string save_glm(const GlmModel& model);
// Of either kind, "logistic" or "linear".
[[nodiscard]] GlmModel load_glm(std::string_view text, const std::string& file);

// Answers from rows in memory, which must outlive it.
class PlainGlmOracle final : public GlmOracle {
 public:
  PlainGlmOracle(const GlmData& data, const Run& run) : data_(data), run_(run) {}
  [[nodiscard]] GlmFamily family() const override { return data_.family; }
  [[nodiscard]] std::size_t columns() const override { return data_.x.columns; }
  GlmMoments moments() override;
  LikelihoodPoint evaluate(std::span<const double> point, const GlmFrame& frame) override;

 private:
  const GlmData& data_;
  const Run& run_;
};

}  // namespace privet::mining
