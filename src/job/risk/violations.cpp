// SPDX-License-Identifier: Apache-2.0
#include "job/risk/violations.h"

#include <algorithm>

namespace privet::job {

void order_violations(std::vector<ViolationSummary>& violations) {
  for (auto begin = violations.begin(); begin != violations.end();) {
    const auto end = std::find_if(begin, violations.end(), [&](const ViolationSummary& other) {
      return other.model != begin->model || other.value != begin->value;
    });
    std::sort(begin, end, [](const auto& a, const auto& b) { return a.shown < b.shown; });
    begin = end;
  }
}

}  // namespace privet::job
