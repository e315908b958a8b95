// SPDX-License-Identifier: Apache-2.0
#include "mining/tree/boost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/sampling.h"
#include "base/thread_pool.h"
#include "mining/tree/regression_tree.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/tree.h"

namespace privet::mining {
namespace {

// Probabilities of all classes from a row's scores.
void probabilities_of(std::span<const double> scores, std::span<double> out) {
  if (scores.size() == 1) {
    out[0] = 1 / (1 + std::exp(scores[0]));
    out[1] = 1 / (1 + std::exp(-scores[0]));
    return;
  }
  const double top = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (std::size_t c = 0; c < out.size(); ++c) sum += out[c] = std::exp(scores[c] - top);
  for (double& p : out) p /= sum;
}

// Minus the log of the true class's probability.
double loss_of(std::span<const double> scores, ClassLabel label) {
  if (scores.size() == 1) {
    const double margin = label == 1 ? scores[0] : -scores[0];
    return margin > 0 ? std::log1p(std::exp(-margin)) : -margin + std::log1p(std::exp(margin));
  }
  const double top = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (const double s : scores) sum += std::exp(s - top);
  return top + std::log(sum) - scores[label];
}

std::vector<double> starting_scores(const LabelledRows& rows) {
  std::vector<double> counts(rows.classes, 0.0);
  for (const RowId row : rows.rows) counts[rows.labels[row]] += 1;
  if (rows.classes == 2) return {std::log(counts[1] / counts[0])};
  std::vector<double> out;
  for (const double n : counts) {
    // A class that no row has starts as if it had a hundredth of one.
    out.push_back(std::log(std::max(n, 0.01) / static_cast<double>(rows.rows.size())));
  }
  return out;
}

class Booster {
 public:
  Booster(const Table& table, AttributeId class_column, const LabelledRows& training,
          const TreeModel& header, const BoostOptions& options)
      : training_(training),
        options_(options),
        learner_(table, class_column, training.rows),
        sampler_(options.seed) {
    model_.class_name = header.class_name;
    model_.classes = header.classes;
    model_.columns = header.columns;
    model_.rate = options.rate;
    model_.start = starting_scores(training);
    model_.importance.assign(header.columns.size(), 0.0);
    for (std::size_t r = 0; r < table.rows(); ++r) {
      scores_.insert(scores_.end(), model_.start.begin(), model_.start.end());
    }
    used_.assign(table.rows(), false);
    for (const RowId row : training.rows) used_[row] = true;
  }

  void round(Boosted& out, const Run& run);
  [[nodiscard]] BoostModel finished();

 private:
  [[nodiscard]] std::size_t outputs() const { return model_.start.size(); }
  [[nodiscard]] std::span<double> scores(RowId row) {
    return std::span(scores_).subspan(row * outputs(), outputs());
  }
  void draw();
  [[nodiscard]] double mean_loss(bool of_used);
  void add_tree(std::size_t output, const std::vector<double>& probabilities, const Run& run);

  const LabelledRows& training_;
  const BoostOptions& options_;
  RegressionTreeLearner learner_;
  Sampler sampler_;
  BoostModel model_;
  std::vector<double> scores_;  // of each row of the table
  std::vector<bool> used_;      // in this round
};

void Booster::draw() {
  if (options_.sample >= 1) return;
  std::vector<RowId> rows(training_.rows.begin(), training_.rows.end());
  sampler_.shuffle(std::span(rows));
  const auto count = static_cast<std::size_t>(
      std::max(1.0, std::floor(options_.sample * static_cast<double>(rows.size()))));
  for (std::size_t i = 0; i < rows.size(); ++i) used_[rows[i]] = i < count;
}

double Booster::mean_loss(bool of_used) {
  double sum = 0;
  double count = 0;
  for (const RowId row : training_.rows) {
    if (used_[row] != of_used) continue;
    sum += loss_of(scores(row), training_.labels[row]);
    count += 1;
  }
  return count > 0 ? sum / count : 0.0;
}

void Booster::add_tree(std::size_t output, const std::vector<double>& probabilities,
                       const Run& run) {
  const std::size_t classes = training_.classes;
  const bool one = outputs() == 1;
  const std::size_t label = one ? 1 : output;
  std::vector<double> residuals(used_.size(), 0.0);
  for (const RowId row : training_.rows) {
    residuals[row] =
        (training_.labels[row] == label ? 1.0 : 0.0) - probabilities[row * classes + label];
  }
  const RegressionTree tree = learner_.learn(
      residuals, used_, {.max_depth = options_.max_depth, .min_leaf = options_.min_leaf}, run);
  std::vector<double> slopes(tree.nodes.size(), 0.0);
  std::vector<double> curves(tree.nodes.size(), 0.0);
  for (const RowId row : training_.rows) {
    if (!used_[row]) continue;
    const double p = probabilities[row * classes + label];
    const double r = std::abs(residuals[row]);
    slopes[tree.leaf_of[row]] += residuals[row];
    curves[tree.leaf_of[row]] += one ? p * (1 - p) : r * (1 - r);
  }
  const auto k = static_cast<double>(classes);
  BoostTree out{tree.nodes, std::vector<double>(tree.nodes.size(), 0.0)};
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].split) {
      model_.importance[tree.nodes[i].split->column] += tree.gains[i];
    } else if (curves[i] > 1e-150) {
      out.values[i] = slopes[i] / curves[i] * (one ? 1.0 : (k - 1) / k);
    }
  }
  for (const RowId row : training_.rows) {
    scores(row)[output] += options_.rate * out.values[tree.leaf_of[row]];
  }
  model_.trees.push_back(std::move(out));
}

void Booster::round(Boosted& out, const Run& run) {
  draw();
  const std::size_t classes = training_.classes;
  std::vector<double> probabilities(used_.size() * classes, 0.0);
  for (const RowId row : training_.rows) {
    probabilities_of(scores(row), std::span(probabilities).subspan(row * classes, classes));
  }
  const bool sampled = options_.sample < 1;
  const double before = sampled ? mean_loss(false) : 0.0;
  for (std::size_t o = 0; o < outputs(); ++o) add_tree(o, probabilities, run);
  if (sampled) out.out_of_bag.push_back(before - mean_loss(false));
  double sum = 0;
  for (const RowId row : training_.rows) sum += loss_of(scores(row), training_.labels[row]);
  out.losses.push_back(sum / static_cast<double>(training_.rows.size()));
}

BoostModel Booster::finished() {
  const double all = std::accumulate(model_.importance.begin(), model_.importance.end(), 0.0);
  for (auto& one : model_.importance) one = all > 0 ? one / all : 0.0;
  return std::move(model_);
}

TreeOptions header_options() {
  TreeOptions out;
  out.algorithm = TreeAlgorithm::C45;
  return out;
}

void check_boost_classes(const LabelledRows& rows, const std::string& name) {
  std::vector<bool> seen(rows.classes, false);
  for (const RowId row : rows.rows) seen[rows.labels[row]] = true;
  const auto present = std::count(seen.begin(), seen.end(), true);
  if (present >= 2) return;
  throw Error(ErrorCode::Infeasible,
              fmt::format("boosting needs two classes or more; the rows have {} in column {}",
                          present, quote_for_message(name)),
              {.parameter = "--class"});
}

Boosted boost(const Table& table, AttributeId class_id, const LabelledRows& training,
              const TreeModel& header, const BoostOptions& options, const Run& run) {
  check_boost_classes(training, header.class_name);
  Booster booster(table, class_id, training, header, options);
  Boosted out;
  for (std::size_t i = 0; i < options.rounds; ++i) {
    run.progress("boosting", static_cast<double>(i) / static_cast<double>(options.rounds));
    booster.round(out, run);
  }
  out.model = booster.finished();
  return out;
}

}  // namespace

Boosted learn_boost(const Table& table, AttributeId class_id, const BoostOptions& options,
                    const Run& run) {
  const ClassColumn classes = class_column(table, class_id);
  warn_about(classes, run);
  return boost(table, class_id, classes.labelled(), tree_header(table, class_id, header_options()),
               options, run);
}

Forecast forecast(const BoostModel& model, const Table& table, const Run& run) {
  const std::size_t outputs = model.start.size();
  const std::size_t classes = model.classes.size();
  std::vector<double> scores;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    scores.insert(scores.end(), model.start.begin(), model.start.end());
  }
  constexpr std::size_t kBlock = 16;  // trees whose leaves are kept at once
  for (std::size_t first = 0; first < model.trees.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, model.trees.size() - first);
    std::vector<std::vector<NodeId>> leaves(count);
    run.pool().parallel_for(count, [&](std::size_t i) {
      leaves[i] = leaves_of(model.columns, model.trees[first + i].nodes, table, run);
    });
    for (std::size_t i = 0; i < count; ++i) {
      const auto& values = model.trees[first + i].values;
      for (std::size_t r = 0; r < table.rows(); ++r) {
        scores[r * outputs + (first + i) % outputs] += model.rate * values[leaves[i][r]];
      }
    }
  }
  Forecast out;
  out.probabilities.resize(table.rows() * classes);
  for (std::size_t r = 0; r < table.rows(); ++r) {
    probabilities_of(std::span<const double>(scores).subspan(r * outputs, outputs),
                     std::span(out.probabilities).subspan(r * classes, classes));
  }
  out.given = most_probable(out.probabilities, classes);
  return out;
}

ClassQuality assess_boost(const Table& table, AttributeId class_id, const BoostOptions& options,
                          const FoldPlan& plan, const Run& run) {
  const ClassColumn classes = class_column(table, class_id);
  const TreeModel header = tree_header(table, class_id, header_options());
  const ForecastRows learn = [&](std::span<const RowId> training, std::span<const RowId> test) {
    const auto rows = classes.labelled(training);
    return forecast(boost(table, class_id, rows, header, options, run).model,
                    table.select_rows(test), run);
  };
  return cross_validate(classes.labelled(), plan, learn, run);
}

}  // namespace privet::mining
