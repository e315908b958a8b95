// SPDX-License-Identifier: Apache-2.0
#include "mining/class_quality.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"

namespace privet::mining {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// A class against all others. Not a number where one side is empty.
double auc_of(std::span<const ClassLabel> labels, std::span<const double> scores,
              std::size_t classes, std::size_t label) {
  std::vector<double> own;
  std::vector<bool> positive;
  std::size_t positives = 0;
  for (std::size_t r = 0; r < labels.size(); ++r) {
    own.push_back(scores[r * classes + label]);
    positive.push_back(labels[r] == label);
    positives += positive.back() ? 1 : 0;
  }
  if (positives == 0 || positives == labels.size()) return kNone;
  return area_under_curve(own, positive);
}

void put(Reliability& bins, double probability, bool came_true) {
  const double at = std::floor(probability * static_cast<double>(kReliabilityBins));
  const auto last = static_cast<double>(kReliabilityBins - 1);
  ReliabilityBin& bin = bins[static_cast<std::size_t>(std::clamp(at, 0.0, last))];
  ++bin.rows;
  bin.probability += probability;  // sums until they are finished
  bin.share += came_true ? 1 : 0;
}

void finish(Reliability& bins) {
  for (auto& bin : bins) {
    if (bin.rows == 0) continue;
    bin.probability /= static_cast<double>(bin.rows);
    bin.share /= static_cast<double>(bin.rows);
  }
}

void judge_probabilities(std::span<const ClassLabel> labels, const Forecast& forecast,
                         std::size_t classes, ClassQuality& out) {
  out.probabilities = true;
  out.reliability.assign(classes, Reliability(kReliabilityBins));
  out.confidence.assign(kReliabilityBins, {});
  for (std::size_t r = 0; r < labels.size(); ++r) {
    const double* of_row = forecast.probabilities.data() + r * classes;
    for (std::size_t c = 0; c < classes; ++c) {
      const bool true_class = labels[r] == c;
      const double off = of_row[c] - (true_class ? 1.0 : 0.0);
      out.brier += off * off / 2;
      put(out.reliability[c], of_row[c], true_class);
    }
    const ClassLabel given = forecast.given[r];
    if (given < classes) put(out.confidence, of_row[given], labels[r] == given);
  }
  for (auto& bins : out.reliability) finish(bins);
  finish(out.confidence);
  const auto rows = static_cast<double>(labels.size());
  if (labels.empty()) return;
  out.brier /= rows;
  double squares = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    const double share = static_cast<double>(out.confusion.of_class(c)) / rows;
    squares += share * share;
  }
  out.brier_shares = (1 - squares) / 2;
}

void merge(Reliability& to, const Reliability& from) {
  for (std::size_t b = 0; b < to.size(); ++b) {
    const auto before = static_cast<double>(to[b].rows);
    const auto more = static_cast<double>(from[b].rows);
    if (from[b].rows == 0) continue;
    to[b].probability = (to[b].probability * before + from[b].probability * more) / (before + more);
    to[b].share = (to[b].share * before + from[b].share * more) / (before + more);
    to[b].rows += from[b].rows;
  }
}

// The repeats have the same rows, so their means are those of all.
ClassQuality averaged(const std::vector<ClassQuality>& repeats) {
  ClassQuality out = repeats.front();
  for (std::size_t i = 1; i < repeats.size(); ++i) {
    const ClassQuality& more = repeats[i];
    out.confusion.add(more.confusion);
    for (std::size_t c = 0; c < out.auc.size(); ++c) out.auc[c] += more.auc[c];
    out.brier += more.brier;
    for (std::size_t c = 0; c < out.reliability.size(); ++c) {
      merge(out.reliability[c], more.reliability[c]);
    }
    merge(out.confidence, more.confidence);
    out.accuracies.push_back(more.confusion.accuracy());
  }
  const auto n = static_cast<double>(repeats.size());
  for (auto& auc : out.auc) auc /= n;
  out.brier /= n;
  return out;
}

// What the folds' forecasts are together, in the order of all rows.
Forecast gathered(const LabelledRows& all, const std::vector<std::vector<RowId>>& parts,
                  const std::vector<Forecast>& of_parts) {
  const std::size_t classes = all.classes;
  std::vector<std::size_t> position(all.labels.size(), 0);
  for (std::size_t i = 0; i < all.rows.size(); ++i) position[all.rows[i]] = i;
  Forecast out;
  out.given.resize(all.rows.size());
  const bool probable = !of_parts.front().probabilities.empty();
  const bool scored = !of_parts.front().scores.empty();
  if (probable) out.probabilities.resize(all.rows.size() * classes);
  if (scored) out.scores.resize(all.rows.size() * classes);
  for (std::size_t f = 0; f < parts.size(); ++f) {
    PRIVET_CHECK(of_parts[f].given.size() == parts[f].size());
    for (std::size_t i = 0; i < parts[f].size(); ++i) {
      const std::size_t to = position[parts[f][i]];
      out.given[to] = of_parts[f].given[i];
      for (std::size_t c = 0; c < classes; ++c) {
        if (probable) {
          out.probabilities[to * classes + c] = of_parts[f].probabilities[i * classes + c];
        }
        if (scored) out.scores[to * classes + c] = of_parts[f].scores[i * classes + c];
      }
    }
  }
  return out;
}

}  // namespace

double ClassQuality::mean_auc() const {
  double sum = 0;
  double known = 0;
  for (const double one : auc) {
    if (std::isnan(one)) continue;
    sum += one;
    known += 1;
  }
  return known == 0 ? kNone : sum / known;
}

double ClassQuality::accuracy_deviation() const {
  if (accuracies.size() < 2) return 0;
  const auto n = static_cast<double>(accuracies.size());
  const double mean = std::accumulate(accuracies.begin(), accuracies.end(), 0.0) / n;
  double squares = 0;
  for (const double one : accuracies) squares += (one - mean) * (one - mean);
  return std::sqrt(squares / (n - 1));
}

ClassQuality judge(std::span<const ClassLabel> labels, const Forecast& forecast,
                   std::size_t classes) {
  PRIVET_CHECK(forecast.given.size() == labels.size());
  ClassQuality out;
  out.confusion = Confusion(classes);
  for (std::size_t r = 0; r < labels.size(); ++r) out.confusion.add(labels[r], forecast.given[r]);
  out.accuracies = {out.confusion.accuracy()};
  const auto& ranks = forecast.scores.empty() ? forecast.probabilities : forecast.scores;
  for (std::size_t c = 0; c < classes && !ranks.empty(); ++c) {
    out.auc.push_back(auc_of(labels, ranks, classes, c));
  }
  if (!forecast.probabilities.empty()) judge_probabilities(labels, forecast, classes, out);
  return out;
}

ClassQuality judge(const LabelledRows& all, const Forecast& forecast) {
  std::vector<ClassLabel> labels;
  Forecast some;
  const auto copy = [&](const std::vector<double>& from, std::vector<double>& to, RowId row) {
    if (from.empty()) return;
    const auto first = from.begin() + static_cast<std::ptrdiff_t>(row * all.classes);
    to.insert(to.end(), first, first + static_cast<std::ptrdiff_t>(all.classes));
  };
  for (const RowId row : all.rows) {
    labels.push_back(all.labels[row]);
    some.given.push_back(forecast.given[row]);
    copy(forecast.probabilities, some.probabilities, row);
    copy(forecast.scores, some.scores, row);
  }
  return judge(labels, some, all.classes);
}

std::vector<std::vector<RowId>> random_folds(std::span<const RowId> rows, std::size_t folds,
                                             std::uint64_t seed) {
  // All of one class: then nothing is spread but the rows.
  std::size_t last = 0;
  for (const RowId row : rows) last = std::max<std::size_t>(last, row);
  const std::vector<ClassLabel> one(last + 1, ClassLabel{0});
  return stratified_folds(one, rows, folds, seed);
}

ClassQuality cross_validate(const LabelledRows& all, const FoldPlan& plan,
                            const ForecastRows& predict, const Run& run) {
  std::vector<ClassQuality> repeats;
  Sampler seeds(plan.seed);
  std::vector<ClassLabel> labels;
  for (const RowId row : all.rows) labels.push_back(all.labels[row]);
  for (std::size_t i = 0; i < std::max<std::size_t>(plan.repeats, 1); ++i) {
    const std::uint64_t seed = i == 0 ? plan.seed : seeds();
    const auto parts = plan.stratified ? stratified_folds(all.labels, all.rows, plan.folds, seed)
                                       : random_folds(all.rows, plan.folds, seed);
    std::vector<Forecast> of_parts(parts.size());
    run.pool().parallel_for(parts.size(), [&](std::size_t f) {
      run.check_cancelled();
      std::vector<RowId> training;
      std::set_difference(all.rows.begin(), all.rows.end(), parts[f].begin(), parts[f].end(),
                          std::back_inserter(training));
      of_parts[f] = predict(training, parts[f]);
    });
    repeats.push_back(judge(labels, gathered(all, parts, of_parts), all.classes));
  }
  return averaged(repeats);
}

std::vector<ClassLabel> most_probable(std::span<const double> probabilities, std::size_t classes) {
  std::vector<ClassLabel> out;
  for (std::size_t i = 0; i < probabilities.size(); i += classes) {
    const auto row = probabilities.subspan(i, classes);
    out.emplace_back(
        static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin()));
  }
  return out;
}

}  // namespace privet::mining
