// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/class_judge.h"

#include <algorithm>

namespace privet {

ClassJudge::ClassJudge(const Problem& problem) : smallest_(problem.smallest_class()) {
  for (const auto* model : problem.models) {
    (model->monotone().addition ? closed_ : others_).push_back(model);
    prunes_ = prunes_ && model->monotone().generalization;
  }
  const auto starts = sensitive_starts(problem);
  counts_.resize(starts.back());
  histograms_ = starts.size() > 1;
  for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
    views_.push_back(
        std::span<const std::uint32_t>(counts_).subspan(starts[s], starts[s + 1] - starts[s]));
  }
}

std::string ClassJudge::names_of_others() const {
  std::string out;
  for (const auto* model : others_) {
    if (!out.empty()) out += ", ";
    out += model->name();
  }
  return out;
}

ClassVerdict ClassJudge::judge(const ClassTable& table, std::size_t c) {
  const std::size_t size = table.sizes[c];
  const ClassVerdict hopeless{.holds = false, .hopeless = true, .least_suppressed = size};
  if (size < smallest_) return hopeless;
  if (histograms_) {
    for (const auto& count : table.counted(c)) counts_[count.value] = count.records;
  }
  const EquivalenceClass cls{.size = size, .histograms = views_};
  ClassVerdict out;
  for (const auto* model : closed_) {
    if (out.holds && !model->holds(cls)) out = hopeless;
  }
  for (const auto* model : others_) {
    if (out.hopeless || model->holds(cls)) continue;
    out.holds = false;
    if (!prunes_) continue;
    out.least_suppressed = std::max(out.least_suppressed, model->least_suppressed(cls));
  }
  if (histograms_) {
    for (const auto& count : table.counted(c)) counts_[count.value] = 0;
  }
  return out;
}

}  // namespace privet
