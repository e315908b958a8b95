// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/boundary_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "anonymize/classes/sensitive_counts.h"
#include "base/error.h"

namespace privet {
namespace {

bool has_boundaries(const QuasiIdentifier& quasi) {
  return quasi.hierarchy != nullptr && quasi.hierarchy->hierarchy.bounded();
}

// The group of each record, numbered in order of appearance; the count is returned.
std::size_t number_groups(const Problem& problem, std::vector<std::uint32_t>& group_of,
                          const Run& run) {
  group_of.assign(problem.table.rows(), 0);
  std::size_t groups = group_of.empty() ? 0 : 1;
  for (const auto& quasi : problem.quasi) {
    if (!has_boundaries(quasi)) continue;
    run.check_cancelled();
    const BoundHierarchy& hierarchy = *quasi.hierarchy;
    const auto& codes = problem.table.column(quasi.column).codes;
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    for (std::size_t r = 0; r < group_of.size(); ++r) {
      const NodeId bound = hierarchy.hierarchy.boundary(hierarchy.leaf(codes[r]));
      const std::uint64_t key = std::uint64_t{group_of[r]} << 32U | bound;
      group_of[r] = known.try_emplace(key, static_cast<std::uint32_t>(known.size())).first->second;
    }
    groups = known.size();
  }
  return groups;
}

}  // namespace

BoundaryGroups::BoundaryGroups(const Problem& problem, const Run& run) {
  std::vector<std::uint32_t> group_of;
  const std::size_t groups = number_groups(problem, group_of, run);
  begin_.assign(groups + 1, 0);
  for (const std::uint32_t group : group_of) ++begin_[group + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  rows_.resize(group_of.size());
  std::vector<std::size_t> next(begin_.begin(), begin_.end());
  for (std::size_t r = 0; r < group_of.size(); ++r) {
    rows_[next[group_of[r]]++] = static_cast<RowId>(r);
  }
  SensitiveCounts counts(problem);
  std::vector<ValueId> codes(problem.histograms());
  for (std::size_t g = 0; g < groups; ++g) {
    if (g % 1024 == 0) run.check_cancelled();
    counts.clear();
    for (const RowId row : counts.needed() ? rows(g) : std::span<const RowId>()) {
      for (std::size_t s = 0; s < codes.size(); ++s) {
        codes[s] = problem.counted_column(s).codes[row];
      }
      counts.add(codes.data());
    }
    holds_.push_back(static_cast<std::uint8_t>(counts.holds(rows(g).size())));
  }
  // Where missing values match anything, a record may hide in a class of another group.
  least_ =
      out_groups() == 0 || (!problem.missing_matches &&
                            std::all_of(problem.models.begin(), problem.models.end(),
                                        [](const auto* model) { return grows_safely(*model); }));
}

std::vector<std::size_t> BoundaryGroups::kept() const {
  std::vector<std::size_t> out;
  for (std::size_t g = 0; g < groups(); ++g) {
    if (holds(g)) out.push_back(g);
  }
  return out;
}

std::size_t BoundaryGroups::out_groups() const {
  return static_cast<std::size_t>(std::count(holds_.begin(), holds_.end(), std::uint8_t{0}));
}

std::size_t BoundaryGroups::out_records() const {
  std::size_t out = 0;
  for (std::size_t g = 0; g < groups(); ++g) out += holds(g) ? 0 : rows(g).size();
  return out;
}

bool bounded(const Problem& problem) {
  return std::any_of(problem.quasi.begin(), problem.quasi.end(), has_boundaries);
}

void require_suppression(const BoundaryGroups& groups, const Problem& problem) {
  const auto out = static_cast<double>(groups.out_records());
  const auto all = static_cast<double>(problem.table.rows());
  if (out <= problem.max_suppression * all + 1e-9) return;
  // Rounded up to a figure that does when it is typed in.
  const double share = std::ceil(out / all * 1e4) / 1e4;
  throw Error(
      ErrorCode::Infeasible,
      fmt::format(
          "{} of {} records lie in groups that cannot satisfy the models within their "
          "boundaries{}, and --max-suppression allows {} ({}); allow {}, or mark boundaries "
          "higher up",
          groups.out_records(), problem.table.rows(),
          groups.least() ? " and must be suppressed" : "",
          std::floor(problem.max_suppression * all + 1e-9), problem.max_suppression, share));
}

}  // namespace privet
