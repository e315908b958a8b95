// SPDX-License-Identifier: Apache-2.0
#include "federation/bayes/bayes_near.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "federation/bayes/bayes_columns.h"
#include "federation/bayes/bayes_units.h"
#include "mining/bayes/bayes.h"
#include "mining/numbers/column_numbers.h"

namespace privet::federation {
namespace {

constexpr double kUnit = 0x1p-19;

// How far a class's score of a row may be off.
class Tolerance {
 public:
  Tolerance(const mining::BayesModel& model, const Table& table, const Table& rows)
      : model_(model), fraction_(number_fraction(table.rows())) {
    const BayesColumns columns(table, table.require(model.class_name, "--class"), fraction_);
    for (const auto& known : columns.columns()) deviations_.push_back(known.deviation);
    for (const auto& column : model.columns) {
      const auto& here = rows.column(rows.require(column.name, "columns"));
      columns_.push_back(&here);
      numbers_.push_back(column.numeric ? mining::numbers_of_codes(here) : std::vector<double>());
    }
  }

  [[nodiscard]] double of(std::size_t row, std::size_t cls) const {
    double sum = 2 * kUnit;  // of the prior and the rounding
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      sum += kUnit;
      const auto& known = model_.columns[c];
      if (!known.numeric || !(known.variances[cls] > 0) || !(deviations_[c] > 0)) continue;
      const double x = numbers_[c][columns_[c]->codes[row]];
      if (std::isnan(x)) continue;
      const double deviation = std::sqrt(known.variances[cls]);
      const double u = std::abs(x - known.means[cls]) / deviation;
      // Distances count up to a limit, of which the shift takes at most a factor of sqrt(2).
      if (u >= kFarthestInClass / 2) return std::numeric_limits<double>::infinity();
      const double r = std::ldexp(deviations_[c] / deviation, -static_cast<int>(fraction_));
      const double off = 3 * r + kUnit;
      const double share = r + 3 * r * r + kUnit;
      sum += (u * u * share + 2 * u * off + off * off + share) / 2;
    }
    return sum;
  }

 private:
  const mining::BayesModel& model_;
  unsigned fraction_;
  std::vector<double> deviations_;
  std::vector<const Column*> columns_;
  std::vector<std::vector<double>> numbers_;  // by column and code
};

}  // namespace

bool nearly_predicted(const BayesTask& task, const Table& table, const Table& rows,
                      std::span<const std::string> found, const Run& run) {
  const auto class_id = table.require(task.class_name, "--class");
  const auto model = mining::learn_bayes(table, class_id, {.laplace = task.laplace}, run);
  const auto plain = mining::predict(model, rows, run);
  const auto scores = mining::bayes_scores(model, rows, run);
  const auto classes = model.classes.size();
  const Tolerance tolerance(model, table, rows);
  if (found.size() != plain.size()) return false;
  for (std::size_t row = 0; row < plain.size(); ++row) {
    const auto at = std::ranges::find(model.classes, found[row]) - model.classes.begin();
    const auto cls = static_cast<std::size_t>(at);
    if (cls == plain[row]) continue;
    if (cls == classes) return false;
    const double best = scores[row * classes + plain[row]];
    const double here = scores[row * classes + cls];
    if (!std::isfinite(best) || !std::isfinite(here)) return false;
    if (best - here > tolerance.of(row, plain[row]) + tolerance.of(row, cls)) return false;
  }
  return true;
}

}  // namespace privet::federation
