// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/sensitive_counts.h"

#include <algorithm>

namespace privet {

bool grows_safely(const PrivacyModel& model) {
  return model.monotone().addition && model.known_values() == kAllValues;
}

SensitiveCounts::SensitiveCounts(const Problem& problem) : problem_(problem) {
  for (const auto* model : problem.models) needed_ = needed_ || model->needs_histograms();
  if (!needed_) return;
  for (std::size_t h = 0; h < problem.histograms(); ++h) {
    counts_.emplace_back(problem.counted_column(h).dictionary.size());
  }
  views_.assign(counts_.begin(), counts_.end());
}

void SensitiveCounts::clear() {
  for (auto& histogram : counts_) std::fill(histogram.begin(), histogram.end(), 0);
}

bool SensitiveCounts::holds(std::size_t size, std::size_t people) const {
  const EquivalenceClass cls{.size = size, .histograms = views_, .population = people};
  return std::all_of(problem_.models.begin(), problem_.models.end(),
                     [&](const PrivacyModel* model) { return model->holds(cls); });
}

}  // namespace privet
