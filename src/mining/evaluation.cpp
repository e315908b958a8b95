// SPDX-License-Identifier: Apache-2.0
#include "mining/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"

namespace privet::mining {

Confusion::Confusion(std::size_t classes)
    : classes_(classes), truths_(classes, 0), counts_(classes * classes, 0) {}

void Confusion::add(ClassLabel truth, ClassLabel given) {
  ++rows_;
  ++truths_[truth];
  if (given < classes_) ++counts_[truth * classes_ + given];
}

void Confusion::add(const Confusion& other) {
  PRIVET_CHECK(classes_ == other.classes_);
  rows_ += other.rows_;
  for (std::size_t i = 0; i < truths_.size(); ++i) truths_[i] += other.truths_[i];
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
}

std::uint64_t Confusion::right() const {
  std::uint64_t sum = 0;
  for (std::size_t c = 0; c < classes_; ++c) sum += counts_[c * classes_ + c];
  return sum;
}

double Confusion::accuracy() const {
  return rows_ == 0 ? 0.0 : static_cast<double>(right()) / static_cast<double>(rows_);
}

namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::uint64_t Confusion::given(std::size_t given) const {
  std::uint64_t sum = 0;
  for (std::size_t truth = 0; truth < classes_; ++truth) sum += count(truth, given);
  return sum;
}

double Confusion::precision(std::size_t label) const {
  return ratio(count(label, label), given(label));
}

double Confusion::recall(std::size_t label) const {
  return ratio(count(label, label), of_class(label));
}

double Confusion::f1(std::size_t label) const {
  return ratio(2 * count(label, label), given(label) + of_class(label));
}

double Confusion::majority() const {
  const auto most = std::max_element(truths_.begin(), truths_.end());
  return most == truths_.end() ? 0.0 : ratio(*most, rows_);
}

double Confusion::kappa() const {
  double chance = 0;
  for (std::size_t c = 0; c < classes_; ++c) {
    chance += ratio(of_class(c), rows_) * ratio(given(c), rows_);
  }
  return chance < 1 ? (accuracy() - chance) / (1 - chance) : 0.0;
}

std::vector<std::vector<RowId>> stratified_folds(std::span<const ClassLabel> labels,
                                                 std::span<const RowId> rows, std::size_t folds,
                                                 std::uint64_t seed) {
  if (folds < 2 || folds > rows.size()) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} folds are not possible with {} rows; use 2 to {}", folds,
                            rows.size(), rows.size()),
                {.parameter = "--cross-validate"});
  }
  std::vector<RowId> order(rows.begin(), rows.end());
  Sampler sampler(seed);
  sampler.shuffle(std::span(order));
  std::stable_sort(order.begin(), order.end(),
                   [&](RowId a, RowId b) { return labels[a] < labels[b]; });
  std::vector<std::vector<RowId>> out(folds);
  for (std::size_t i = 0; i < order.size(); ++i) out[i % folds].push_back(order[i]);
  for (auto& fold : out) std::sort(fold.begin(), fold.end());
  return out;
}

Confusion cross_validate(const LabelledRows& all, std::size_t folds, std::uint64_t seed,
                         const Classify& classify, const Run& run) {
  const auto parts = stratified_folds(all.labels, all.rows, folds, seed);
  std::vector<std::vector<ClassLabel>> given(folds);
  run.pool().parallel_for(folds, [&](std::size_t f) {
    run.check_cancelled();
    std::vector<RowId> training;
    std::set_difference(all.rows.begin(), all.rows.end(), parts[f].begin(), parts[f].end(),
                        std::back_inserter(training));
    given[f] = classify(training, parts[f]);
    PRIVET_CHECK(given[f].size() == parts[f].size());
  });
  Confusion out(all.classes);
  for (std::size_t f = 0; f < folds; ++f) {
    for (std::size_t i = 0; i < parts[f].size(); ++i) out.add(all.labels[parts[f][i]], given[f][i]);
  }
  return out;
}

double area_under_curve(std::span<const double> scores, const std::vector<bool>& positive) {
  PRIVET_CHECK(scores.size() == positive.size());
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
  double above = 0;  // pairs won, ties as halves
  double negatives = 0;
  double positives = 0;
  for (std::size_t i = 0; i < order.size();) {
    double up = 0;
    double down = 0;
    const double score = scores[order[i]];
    for (; i < order.size() && scores[order[i]] == score; ++i) {
      (positive[order[i]] ? up : down) += 1;
    }
    above += up * (negatives + down / 2);
    negatives += down;
    positives += up;
  }
  return negatives == 0 || positives == 0 ? 0.5 : above / (negatives * positives);
}

}  // namespace privet::mining
