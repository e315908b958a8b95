// SPDX-License-Identifier: Apache-2.0
#include "privacy/sensitive_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "privacy/concentrate.h"

namespace privet {

SensitiveModel::SensitiveModel(const Description& description, const ModelContext& context)
    : description_(&description), context_(&context) {
  if (context.sensitive.empty()) {
    throw Error(
        ErrorCode::Usage,
        fmt::format(
            "{} protects sensitive values, and no column is sensitive; name one with --sensitive",
            description.name),
        {.parameter = fmt::format("--{}", description.parameters.front().name)});
  }
}

bool SensitiveModel::holds(const EquivalenceClass& cls) const {
  for (std::size_t a = 0; a < attributes(); ++a) {
    if (!enough(a, reach(a, cls.histograms[a], cls.size))) return false;
  }
  return true;
}

double SensitiveModel::weaker(double a, double b) const {
  return more_is_safer() ? std::min(a, b) : std::max(a, b);
}

double SensitiveModel::reached(const EquivalenceClass& cls) const {
  double out = reach(0, cls.histograms[0], cls.size);
  for (std::size_t a = 1; a < attributes(); ++a)
    out = weaker(out, reach(a, cls.histograms[a], cls.size));
  return out;
}

void SensitiveModel::check_feasible(std::size_t records) const {
  for (std::size_t a = 0; a < attributes(); ++a) {
    auto counts = attribute(a).counts;
    if (attribute(a).persons > 0 && several_values() == SeveralValues::Concentrated) {
      concentrate(std::span(counts).subspan(attribute(a).missing), attribute(a).persons);
    }
    const double all = reach(a, counts, records);
    if (enough(a, all)) continue;
    throw Error(ErrorCode::Infeasible, why_not(a, all),
                {.parameter = fmt::format("--{}", description_->parameters.front().name)});
  }
}

std::size_t counted_records(Histogram histogram) {
  return std::accumulate(histogram.begin(), histogram.end(), std::size_t{0});
}

std::size_t distinct_values(Histogram histogram) {
  return static_cast<std::size_t>(std::count_if(histogram.begin(), histogram.end(),
                                                [](std::uint32_t count) { return count > 0; }));
}

}  // namespace privet
