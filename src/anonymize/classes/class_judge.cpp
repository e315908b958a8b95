// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/class_judge.h"

#include <algorithm>

namespace privet {

ClassJudge::ClassJudge(const Problem& problem) : smallest_(problem.smallest_class()) {
  for (const auto* model : problem.models) {
    if (model->overall()) {
      overall_.push_back(model);
      continue;
    }
    covers_all_ = covers_all_ || (model->needs_population() && !model->monotone().suppression);
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
  for (const auto* list : {&others_, &overall_}) {
    for (const auto* model : *list) {
      if (!out.empty()) out += ", ";
      out += model->name();
    }
  }
  return out;
}

ClassVerdict ClassJudge::judge(const ClassTable& table, std::size_t c) {
  const std::size_t size = table.sizes[c];
  const std::size_t people = table.people.empty() ? 0 : table.people[c];
  if (size == 0) return {.uncovers = covers_all_};
  const ClassVerdict hopeless{.holds = false,
                              .hopeless = true,
                              .least_suppressed = size,
                              .uncovers = covers_all_ && people > 0};
  if (size < smallest_) return hopeless;
  if (histograms_) {
    for (const auto& count : table.counted(c)) counts_[count.value] = count.records;
  }
  const EquivalenceClass cls{.size = size, .histograms = views_, .population = people};
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
  if (!out.holds) out.uncovers = covers_all_ && people > 0;
  if (!overall_.empty()) counted_ = static_cast<std::uint32_t>(overall_.front()->members(cls));
  if (histograms_) {
    for (const auto& count : table.counted(c)) counts_[count.value] = 0;
  }
  return out;
}

std::size_t ClassJudge::left_out(std::span<const std::uint32_t> sizes) const {
  const auto hold = [&](std::size_t out) {
    return std::all_of(overall_.begin(), overall_.end(), [&](const PrivacyModel* model) {
      return model->holds_overall(sizes.subspan(out));
    });
  };
  if (hold(0)) return 0;
  std::size_t low = 0;
  std::size_t high = sizes.size();  // nothing is left: that holds
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (hold(middle) ? high : low) = middle;
  }
  return high;
}

std::vector<std::uint32_t> leave_out_smallest(const ClassJudge& judge,
                                              std::vector<CountedClass>& classes) {
  if (!judge.judges_overall()) return {};
  std::sort(classes.begin(), classes.end());
  std::vector<std::uint32_t> sizes;
  sizes.reserve(classes.size());
  for (const auto& cls : classes) sizes.push_back(cls.first);
  const auto end = classes.begin() + static_cast<std::ptrdiff_t>(judge.left_out(sizes));
  std::vector<std::uint32_t> out;
  for (auto cls = classes.begin(); cls != end; ++cls) out.push_back(cls->second);
  classes.erase(classes.begin(), end);
  return out;
}

}  // namespace privet
