// SPDX-License-Identifier: Apache-2.0
// From a table to the rows of a regression, and from a regression to predictions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "mining/regression/glm.h"
#include "mining/tree/training_rows.h"

namespace privet::mining {
namespace {

// Which class is modelled: its position among the classes of the column.
std::size_t modelled_class(const ClassColumn& column, const std::string& positive) {
  const auto& classes = column.classes;
  if (!positive.empty()) {
    const auto found = std::find(classes.begin(), classes.end(), positive);
    if (found != classes.end()) return static_cast<std::size_t>(found - classes.begin());
    throw Error(ErrorCode::Usage,
                fmt::format("column {} has no value {}", quote_for_message(column.name),
                            quote_for_message(positive)),
                {.parameter = "--positive"});
  }
  if (classes.size() <= 2) return classes.size() - 1;
  throw Error(ErrorCode::Usage,
              fmt::format("column {} has {} classes, and logistic regression models one against "
                          "the rest: name it with --positive, or use mine tree, bayes or forest",
                          quote_for_message(column.name), classes.size()),
              {.parameter = "--class"});
}

void set_classes(GlmData& out, const ClassColumn& column, std::size_t positive,
                 const std::vector<RowId>& rows, Census& census) {
  const std::string& modelled = column.classes[positive];
  const bool two = column.classes.size() == 2;
  out.classes = {two ? column.classes[1 - positive] : "not " + modelled, modelled};
  for (const RowId row : rows) out.y.push_back(column.labels[row] == positive ? 1.0 : 0.0);
  const auto ones = static_cast<std::uint64_t>(std::count(out.y.begin(), out.y.end(), 1.0));
  const auto all = census.count({ones, out.y.size()});
  if (all[0] > 0 && all[0] < all[1]) return;
  throw Error(ErrorCode::Infeasible,
              fmt::format("all rows that can be used have one class in column {}; there is nothing "
                          "to fit",
                          quote_for_message(column.name)),
              {.parameter = "--class"});
}

std::vector<RowId> all_rows(const GlmData& data) {
  std::vector<RowId> rows(data.x.rows);
  std::iota(rows.begin(), rows.end(), RowId{0});
  return rows;
}

std::vector<ClassLabel> labels_of(const GlmData& data) {
  std::vector<ClassLabel> out;
  for (const double y : data.y) out.emplace_back(y > 0.5 ? 1U : 0U);
  return out;
}

}  // namespace

GlmData glm_data(const Table& table, GlmFamily family, const GlmColumns& wanted) {
  OwnCensus all;
  return glm_data(table, family, wanted, all);
}

GlmData glm_data(const Table& table, GlmFamily family, const GlmColumns& wanted, Census& census) {
  const Column& response = table.column(wanted.response);
  check_squares(table, wanted.columns, wanted.factors);
  std::vector<bool> usable(table.rows());
  for (RowId row = 0; row < table.rows(); ++row) usable[row] = !response.missing(row);
  Design design = design_of(table, wanted.columns, wanted.factors, usable, census);
  GlmData out;
  out.family = family;
  out.response = response.name;
  out.names = std::move(design.names);
  out.factors = std::move(design.factors);
  out.x = std::move(design.x);
  out.dropped = design.dropped;
  if (family == GlmFamily::Logistic) {
    const ClassColumn column = class_column(table, wanted.response);
    set_classes(out, column, modelled_class(column, wanted.positive), design.rows, census);
    return out;
  }
  const auto numbers = numbers_of_codes(response);
  check_squares(response, numbers);
  for (const RowId row : design.rows) out.y.push_back(numbers[response.codes[row]]);
  return out;
}

GlmData part_of(const GlmData& data, std::span<const RowId> rows) {
  GlmData out{data.family,  data.response,           data.classes, data.names,
              data.factors, {0, data.x.columns, {}}, {},           0};
  for (const RowId r : rows) {
    out.x.cells.insert(out.x.cells.end(), data.x.row(r).begin(), data.x.row(r).end());
    out.y.push_back(data.y[r]);
  }
  out.x.rows = rows.size();
  return out;
}

std::vector<double> linear_predictor(const GlmModel& model, const Matrix& x) {
  std::vector<double> out(x.rows, model.terms.front().coef);
  for (std::size_t r = 0; r < x.rows; ++r) {
    for (std::size_t c = 0; c < x.columns; ++c) out[r] += model.terms[c + 1].coef * x.row(r)[c];
  }
  return out;
}

Forecast forecast_logistic(const GlmModel& model, const Matrix& x) {
  Forecast out;
  for (const double eta : linear_predictor(model, x)) {
    out.given.emplace_back(eta > 0 ? 1U : 0U);
    out.probabilities.push_back(1 / (1 + std::exp(eta)));
    out.probabilities.push_back(1 / (1 + std::exp(-eta)));
  }
  return out;
}

ClassQuality assess_logistic(const GlmData& data, const GlmOptions& options, const FoldPlan& plan,
                             const Run& run) {
  const auto rows = all_rows(data);
  const auto labels = labels_of(data);
  const ForecastRows learn = [&](std::span<const RowId> training, std::span<const RowId> test) {
    const GlmData part = part_of(data, training);
    PlainGlmOracle oracle(part, run);
    return forecast_logistic(fit_glm(oracle, part, options, run), part_of(data, test).x);
  };
  if (plan.folds > 0) return cross_validate({labels, rows, 2}, plan, learn, run);
  return judge(labels, learn(rows, rows), 2);
}

double NumberQuality::r_squared() const {
  return mean_rmse > 0 ? 1 - rmse * rmse / (mean_rmse * mean_rmse) : 0.0;
}

NumberQuality judge_numbers(std::span<const double> truth, std::span<const double> predicted) {
  PRIVET_CHECK(truth.size() == predicted.size());
  NumberQuality out;
  out.rows = truth.size();
  if (truth.empty()) return out;
  const auto rows = static_cast<double>(truth.size());
  double mean = 0;
  for (const double y : truth) mean += y / rows;
  for (std::size_t r = 0; r < truth.size(); ++r) {
    const double off = truth[r] - predicted[r];
    out.rmse += off * off;
    out.mae += std::abs(off);
    out.mean_rmse += (truth[r] - mean) * (truth[r] - mean);
  }
  out.rmse = std::sqrt(out.rmse / rows);
  out.mae /= rows;
  out.mean_rmse = std::sqrt(out.mean_rmse / rows);
  return out;
}

NumberQuality assess_linear(const GlmData& data, const GlmOptions& options, const FoldPlan& plan,
                            const Run& run) {
  const auto rows = all_rows(data);
  const auto learn = [&](std::span<const RowId> training, std::span<const RowId> test) {
    const GlmData part = part_of(data, training);
    PlainGlmOracle oracle(part, run);
    return linear_predictor(fit_glm(oracle, part, options, run), part_of(data, test).x);
  };
  if (plan.folds == 0) return judge_numbers(data.y, learn(rows, rows));
  Sampler seeds(plan.seed);
  std::vector<double> truth;
  std::vector<double> predicted;
  for (std::size_t i = 0; i < std::max<std::size_t>(plan.repeats, 1); ++i) {
    for (const auto& test : random_folds(rows, plan.folds, i == 0 ? plan.seed : seeds())) {
      run.check_cancelled();
      std::vector<RowId> training;
      std::set_difference(rows.begin(), rows.end(), test.begin(), test.end(),
                          std::back_inserter(training));
      const auto answers = learn(training, test);
      predicted.insert(predicted.end(), answers.begin(), answers.end());
      for (const RowId r : test) truth.push_back(data.y[r]);
    }
  }
  return judge_numbers(truth, predicted);
}

}  // namespace privet::mining
