// SPDX-License-Identifier: Apache-2.0
#include "anonymize/cluster/record_space.h"

#include <algorithm>

#include "base/thread_pool.h"
#include "data/group_rows.h"

namespace privet {

RecordSpace::RecordSpace(const Problem& problem, std::span<const AttributeOrder> orders,
                         const Run& run)
    : problem_(&problem) {
  for (std::size_t a = 0; a < orders.size(); ++a) {
    costs_.emplace_back(problem.table.column(problem.quasi[a].column), orders[a]);
  }
  positions_.resize(records() * attributes());
  run.pool().parallel_ranges(records(), 8192, [&](std::size_t begin, std::size_t end) {
    for (std::size_t a = 0; a < attributes(); ++a) {
      const auto& codes = problem.table.column(problem.quasi[a].column).codes;
      for (std::size_t r = begin; r < end; ++r) {
        positions_[r * attributes() + a] = orders[a].position(codes[r]);
      }
    }
  });
  const bool wanted = std::any_of(problem.models.begin(), problem.models.end(),
                                  [](const auto* model) { return model->needs_histograms(); });
  if (wanted) find_kinds(run);
}

void RecordSpace::find_kinds(const Run& run) {
  std::vector<Column> counted;
  std::vector<AttributeId> all;
  for (std::size_t h = 0; h < problem_->histograms(); ++h) {
    counted.push_back(problem_->counted_column(h));
    all.push_back(static_cast<AttributeId>(h));
  }
  auto groups = group_rows(Table(std::move(counted)), all, run);
  kinds_ = std::move(groups.group_of);
  kind_count_ = groups.sizes.size();
  const std::size_t width = problem_->histograms();
  codes_.resize(kind_count_ * width);
  for (std::size_t r = 0; r < kinds_.size(); ++r) {
    for (std::size_t s = 0; s < width; ++s) {
      codes_[kinds_[r] * width + s] = problem_->counted_column(s).codes[r];
    }
  }
}

}  // namespace privet
