// SPDX-License-Identifier: Apache-2.0
#include "job/reproduce/claim.h"

#include <algorithm>

#include "base/error.h"
#include "job/reproduce/reproduce_job.h"

namespace privet::job {
namespace {

const ReproducedSeries* find_series(const std::vector<ReproducedSeries>& all,
                                    const std::string& name) {
  const auto it = std::find_if(all.begin(), all.end(),
                               [&](const ReproducedSeries& one) { return one.name == name; });
  return it == all.end() ? nullptr : &*it;
}

std::optional<double> value_at(const ReproducedSeries& series, const std::string& x) {
  for (const auto& point : series.points) {
    if (point.x == x) return point.ours.value;
  }
  return std::nullopt;
}

}  // namespace

CheckedClaim check_claim(const Claim& claim, const std::vector<ReproducedSeries>& series) {
  CheckedClaim out{.says = claim.says, .claimed = claim.holds};
  const auto* subject = find_series(series, claim.series);
  const auto* other = claim.against.empty() ? nullptr : find_series(series, claim.against);
  PRIVET_CHECK(subject != nullptr && (claim.against.empty() || other != nullptr));
  for (std::size_t p = claim.growth ? 1 : 0; p < subject->points.size(); ++p) {
    const auto& point = subject->points[p];
    if (!claim.at.empty() &&
        std::find(claim.at.begin(), claim.at.end(), point.x) == claim.at.end()) {
      continue;
    }
    auto divisor = std::optional<double>(1);
    if (other != nullptr) divisor = value_at(*other, point.x);
    if (claim.growth) divisor = subject->points.front().ours.value;
    if (!point.ours.value || !divisor || *divisor == 0) continue;
    const double number = *point.ours.value / *divisor;
    out.least = out.points == 0 ? number : std::min(out.least, number);
    out.most = out.points == 0 ? number : std::max(out.most, number);
    ++out.points;
  }
  out.holds = (!claim.at_least || out.least >= *claim.at_least) &&
              (!claim.at_most || out.most <= *claim.at_most);
  return out;
}

}  // namespace privet::job
