// SPDX-License-Identifier: Apache-2.0
#include "mining/bayes/bayes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "mining/bayes/plain_bayes_oracle.h"
#include "mining/bayes/weka_estimates.h"
#include "mining/numbers/column_numbers.h"
#include "mining/tree/training_rows.h"

namespace privet::mining {
namespace {

constexpr double kFloor = 1e-9;  // of the column's variance
constexpr double kNever = -std::numeric_limits<double>::infinity();

std::vector<std::uint32_t> columns_of(const BayesModel& model, bool numeric) {
  std::vector<std::uint32_t> out;
  for (std::size_t c = 0; c < model.columns.size(); ++c) {
    if (model.columns[c].numeric == numeric) out.push_back(static_cast<std::uint32_t>(c));
  }
  return out;
}

void learn_nominal(BayesSums& sums, BayesModel& model) {
  const auto nominal = columns_of(model, false);
  model.class_counts = sums.class_counts();
  auto counts = sums.value_counts(nominal);
  for (std::size_t i = 0; i < nominal.size(); ++i) {
    model.columns[nominal[i]].counts = std::move(counts[i]);
  }
}

void learn_numeric(BayesSums& sums, BayesModel& model, std::span<const std::uint32_t> columns) {
  const std::size_t classes = model.classes.size();
  const auto totals = sums.totals(columns);
  std::vector<std::vector<double>> centers;
  for (const auto& column : totals) {
    std::vector<double> means(classes, 0.0);
    for (std::size_t k = 0; k < classes; ++k) {
      if (column[k].rows > 0) {
        means[k] = column[k].sum.value() / static_cast<double>(column[k].rows);
      }
    }
    centers.push_back(std::move(means));
  }
  const auto deviations = sums.deviations(columns, centers);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    BayesColumn& out = model.columns[columns[i]];
    double rows = 0;
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      out.counts.push_back(totals[i][k].rows);
      rows += static_cast<double>(totals[i][k].rows);
      sum += centers[i][k] * static_cast<double>(totals[i][k].rows);
    }
    double whole = 0;  // squared differences from the mean of all rows
    for (std::size_t k = 0; k < classes; ++k) {
      const double off = centers[i][k] - sum / std::max(rows, 1.0);
      whole += deviations[i][k].value() + static_cast<double>(totals[i][k].rows) * off * off;
    }
    const double floor = kFloor * whole / std::max(rows, 1.0);
    out.means = centers[i];
    for (std::size_t k = 0; k < classes; ++k) {
      const auto n = static_cast<double>(totals[i][k].rows);
      const double variance = n > 0 ? deviations[i][k].value() / n : 0.0;
      out.variances.push_back(n > 0 ? std::max(variance, floor) : 0.0);
    }
  }
}

struct TrainingRows {
  const Table& table;
  AttributeId class_id;
  std::span<const ClassLabel> labels;
  std::span<const RowId> rows;
};

BayesModel learn_from_rows(const TrainingRows& from, BayesModel model) {
  PlainBayesSums sums(from.table, from.class_id, from.labels, model.classes.size(), from.rows);
  if (model.estimates == BayesEstimates::Textbook) return learn_bayes(sums, std::move(model));
  learn_nominal(sums, model);
  for (const std::uint32_t c : columns_of(model, true)) {
    const Column& column = from.table.column(from.table.require(model.columns[c].name, "columns"));
    learn_weka_column(model.columns[c], column, from.labels, from.rows, model.classes.size());
  }
  return model;
}

// ln P(value | class) for the codes of a table's column.
std::vector<double> log_table(const BayesModel& model, const BayesColumn& known,
                              const Column& column) {
  const std::size_t classes = model.classes.size();
  std::vector<double> out(column.dictionary.size() * classes, 0.0);
  if (known.numeric) {
    const auto numbers = numbers_of_codes(column);
    if (model.estimates == BayesEstimates::Weka) return weka_log_table(known, numbers, classes);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double x = numbers[i / classes];
      const double variance = known.variances[i % classes];
      if (std::isnan(x) || !(variance > 0)) continue;
      const double d = x - known.means[i % classes];
      out[i] = -0.5 * (std::log(2 * std::numbers::pi * variance) + d * d / variance);
    }
    return out;
  }
  const auto values = static_cast<double>(known.values.size());
  std::vector<double> rows(classes, model.laplace * values);
  for (std::size_t i = 0; i < known.counts.size(); ++i) {
    rows[i % classes] += static_cast<double>(known.counts[i]);
  }
  for (std::size_t v = 0; v < known.values.size(); ++v) {
    const auto code = column.dictionary.find(known.values[v]);
    if (!code || column.dictionary.missing(*code)) continue;
    for (std::size_t k = 0; k < classes; ++k) {
      const double n = static_cast<double>(known.counts[v * classes + k]) + model.laplace;
      if (rows[k] > 0) out[*code * classes + k] = n > 0 ? std::log(n / rows[k]) : kNever;
    }
  }
  return out;
}

std::vector<ClassLabel> best_classes(const BayesModel& model, std::span<const double> scores) {
  const std::size_t classes = model.classes.size();
  const auto most = std::max_element(model.class_counts.begin(), model.class_counts.end());
  std::vector<ClassLabel> out;
  for (std::size_t i = 0; i < scores.size(); i += classes) {
    const auto row = scores.subspan(i, classes);
    const auto best = std::max_element(row.begin(), row.end());
    out.push_back(static_cast<ClassLabel>(*best == kNever ? most - model.class_counts.begin()
                                                          : best - row.begin()));
  }
  return out;
}

}  // namespace

BayesModel bayes_header(const Table& table, AttributeId class_id, const BayesSettings& settings) {
  const bool weka = settings.estimates == BayesEstimates::Weka;
  const double laplace = weka ? 1 : settings.laplace;
  if (!(laplace >= 0) || !std::isfinite(laplace)) {
    throw Error(ErrorCode::Usage, "must be 0 or more", {.parameter = "--laplace"});
  }
  const ClassColumn classes = class_column(table, class_id);
  BayesModel model{classes.name, classes.classes, {}, laplace, {}, settings.estimates};
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (c == class_id) continue;
    const Column& column = table.column(c);
    BayesColumn out;
    out.name = column.name;
    out.numeric = column.type() == ColumnType::Numeric;
    if (out.numeric) check_squares(column, numbers_of_codes(column));
    const std::size_t first = column.dictionary.missing_count();
    for (std::size_t code = first; !out.numeric && code < column.dictionary.size(); ++code) {
      out.values.emplace_back(column.dictionary.text(static_cast<ValueId>(code)));
    }
    model.columns.push_back(std::move(out));
  }
  return model;
}

BayesModel learn_bayes(BayesSums& sums, BayesModel model) {
  PRIVET_CHECK(model.estimates == BayesEstimates::Textbook);
  learn_nominal(sums, model);
  learn_numeric(sums, model, columns_of(model, true));
  return model;
}

BayesModel learn_bayes(const Table& table, AttributeId class_id, const BayesSettings& settings,
                       const Run& run) {
  const ClassColumn classes = class_column(table, class_id);
  warn_about(classes, run);
  return learn_from_rows({table, class_id, classes.labels, classes.rows},
                         bayes_header(table, class_id, settings));
}

std::vector<double> bayes_scores(const BayesModel& model, const Table& table, const Run& run) {
  const std::size_t classes = model.classes.size();
  std::uint64_t rows = 0;
  for (const std::uint64_t n : model.class_counts) rows += n;
  std::vector<double> prior;
  const std::uint64_t more =
      model.estimates == BayesEstimates::Weka ? 1 : 0;  // rows for each class
  for (const std::uint64_t n : model.class_counts) {
    const auto all = static_cast<double>(rows + more * classes);
    prior.push_back(n + more == 0 ? kNever : std::log(static_cast<double>(n + more) / all));
  }
  std::vector<double> out(table.rows() * classes);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = prior[i % classes];
  for (const auto& known : model.columns) {
    run.check_cancelled();
    const Column& column = table.column(table.require(known.name, "columns"));
    const auto logs = log_table(model, known, column);
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const double* of_code = logs.data() + column.codes[row] * classes;
      for (std::size_t k = 0; k < classes; ++k) out[row * classes + k] += of_code[k];
    }
  }
  return out;
}

std::vector<ClassLabel> predict(const BayesModel& model, const Table& table, const Run& run) {
  return best_classes(model, bayes_scores(model, table, run));
}

std::vector<ClassLabel> classify_by_bayes(BayesOracle& oracle, const Table& rows) {
  return oracle.classify(oracle.learn(), rows);
}

Forecast forecast(const BayesModel& model, const Table& table, const Run& run) {
  const std::size_t classes = model.classes.size();
  Forecast out;
  out.probabilities = bayes_scores(model, table, run);
  out.given = best_classes(model, out.probabilities);
  double rows = 0;
  for (const std::uint64_t n : model.class_counts) rows += static_cast<double>(n);
  for (std::size_t i = 0; i < out.probabilities.size(); i += classes) {
    const auto row = std::span(out.probabilities).subspan(i, classes);
    const double top = *std::max_element(row.begin(), row.end());
    double sum = 0;
    for (std::size_t c = 0; c < classes; ++c) {
      row[c] = top == kNever ? static_cast<double>(model.class_counts[c]) / rows
                             : std::exp(row[c] - top);
      sum += row[c];
    }
    for (double& p : row) p /= sum;
  }
  return out;
}

ClassQuality assess_bayes(const Table& table, AttributeId class_id, const BayesSettings& settings,
                          const FoldPlan& plan, const Run& run) {
  const ClassColumn classes = class_column(table, class_id);
  const BayesModel header = bayes_header(table, class_id, settings);
  const ForecastRows learn = [&](std::span<const RowId> training, std::span<const RowId> test) {
    return forecast(learn_from_rows({table, class_id, classes.labels, training}, header),
                    table.select_rows(test), run);
  };
  return cross_validate(classes.labelled(), plan, learn, run);
}

Confusion cross_validate_bayes(const Table& table, AttributeId class_id, double laplace,
                               std::size_t folds, std::uint64_t seed, const Run& run) {
  return assess_bayes(table, class_id, {.laplace = laplace}, {.folds = folds, .seed = seed}, run)
      .confusion;
}

}  // namespace privet::mining
