// SPDX-License-Identifier: Apache-2.0
// How good a support vector machine is, and from scores to probabilities.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "mining/regression/svm.h"

namespace privet::mining {
namespace {

SvmData part_of(const SvmData& data, std::span<const RowId> some) {
  SvmData out{data.columns, data.class_name, data.classes, {0, data.x.columns, {}}, {}, 0};
  for (const RowId r : some) {
    out.x.cells.insert(out.x.cells.end(), data.x.row(r).begin(), data.x.row(r).end());
    out.labels.push_back(data.labels[r]);
  }
  out.x.rows = some.size();
  return out;
}

std::vector<RowId> rows_of(const SvmData& data) {
  std::vector<RowId> rows(data.x.rows);
  std::iota(rows.begin(), rows.end(), RowId{0});
  return rows;
}

// ln(1 + exp(x)) without overflow.
double softplus(double x) {
  return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}

double sigmoid_loss(std::span<const double> scores, std::span<const double> targets,
                    const SvmSigmoid& at) {
  double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double f = at.slope * scores[i] + at.offset;
    sum += softplus(f) - (1 - targets[i]) * f;
  }
  return sum;
}

}  // namespace

double SvmSigmoid::probability(double score) const {
  const double f = slope * score + offset;
  return f > 0 ? std::exp(-f) / (1 + std::exp(-f)) : 1 / (1 + std::exp(f));
}

// Newton's method on the likelihood of targets that are a little short of 0 and 1, so that scores
// which separate the classes still have a finite fit.
SvmSigmoid fit_sigmoid(std::span<const double> scores, std::span<const ClassLabel> labels) {
  PRIVET_CHECK(scores.size() == labels.size());
  const auto positives = static_cast<double>(std::count(labels.begin(), labels.end(), 1U));
  const double negatives = static_cast<double>(labels.size()) - positives;
  std::vector<double> targets;
  for (const ClassLabel label : labels) {
    targets.push_back(label == 1 ? (positives + 1) / (positives + 2) : 1 / (negatives + 2));
  }
  SvmSigmoid out{0, std::log((negatives + 1) / (positives + 1))};
  double loss = sigmoid_loss(scores, targets, out);
  constexpr int kRounds = 100;
  for (int round = 0; round < kRounds; ++round) {
    double g1 = 0, g2 = 0, h11 = 1e-12, h22 = 1e-12, h21 = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double p = out.probability(scores[i]);
      const double weight = p * (1 - p);
      const double off = targets[i] - p;
      g1 += scores[i] * off;
      g2 += off;
      h11 += scores[i] * scores[i] * weight;
      h21 += scores[i] * weight;
      h22 += weight;
    }
    if (std::abs(g1) < 1e-9 && std::abs(g2) < 1e-9) break;
    const double determinant = h11 * h22 - h21 * h21;
    if (!(determinant > 0)) break;
    const double d1 = -(h22 * g1 - h21 * g2) / determinant;
    const double d2 = -(h11 * g2 - h21 * g1) / determinant;
    double step = 1;
    for (; step > 1e-10; step /= 2) {
      const SvmSigmoid next{out.slope + step * d1, out.offset + step * d2};
      const double now = sigmoid_loss(scores, targets, next);
      if (!(now < loss)) continue;
      out = next;
      loss = now;
      break;
    }
    if (step <= 1e-10) break;
  }
  return out;
}

SvmQuality svm_quality(std::span<const double> scores, std::span<const ClassLabel> labels) {
  SvmQuality out;
  std::vector<bool> positive;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    positive.push_back(labels[i] == 1);
    if ((scores[i] > 0) == positive.back()) out.accuracy += 1;
  }
  out.accuracy /= static_cast<double>(std::max<std::size_t>(scores.size(), 1));
  out.auc = area_under_curve(scores, positive);
  return out;
}

std::vector<double> cross_validate_svm(const SvmData& data, const SvmOptions& options,
                                       std::size_t folds, std::uint64_t seed, const Run& run) {
  const auto rows = rows_of(data);
  std::vector<double> out(rows.size(), 0.0);
  for (const auto& test : stratified_folds(data.labels, rows, folds, seed)) {
    std::vector<RowId> training;
    std::set_difference(rows.begin(), rows.end(), test.begin(), test.end(),
                        std::back_inserter(training));
    run.check_cancelled();
    const auto model = learn_svm(part_of(data, training), options, run);
    const auto scores = svm_scores(model, part_of(data, test).x, run);
    for (std::size_t i = 0; i < test.size(); ++i) out[test[i]] = scores[i];
  }
  return out;
}

Forecast forecast(const SvmModel& model, const Matrix& x, const Run& run) {
  Forecast out;
  for (const double score : svm_scores(model, x, run)) {
    out.given.emplace_back(score > 0 ? 1U : 0U);
    out.scores.push_back(-score);
    out.scores.push_back(score);
    if (!model.sigmoid) continue;
    const double p = model.sigmoid->probability(score);
    out.probabilities.push_back(1 - p);
    out.probabilities.push_back(p);
  }
  return out;
}

ClassQuality assess_svm(const SvmData& data, const SvmOptions& options, const FoldPlan& plan,
                        const Run& run) {
  const auto rows = rows_of(data);
  const ForecastRows learn = [&](std::span<const RowId> training, std::span<const RowId> test) {
    return forecast(learn_svm(part_of(data, training), options, run), part_of(data, test).x, run);
  };
  return cross_validate({data.labels, rows, 2}, plan, learn, run);
}

}  // namespace privet::mining
