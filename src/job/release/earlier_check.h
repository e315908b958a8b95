// SPDX-License-Identifier: Apache-2.0
// The finished bytes of a release beside an earlier release: anonymize --earlier.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "job/earlier.h"
#include "job/prepare.h"

namespace privet {

struct FinishedRelease {
  const PreparedTable& prepared;  // what it is made of
  const CsvStyle& style;
  const std::string& path;
};

// Nothing without --earlier; otherwise a look at the finished bytes that fills `found` and throws
// Error{Infeasible} where the promise does not hold together with the earlier release. Throws
// Error{Usage} at once for what cannot be compared. What it refers to must outlive the function.
[[nodiscard]] std::function<void(std::string_view)> earlier_check(
    const FinishedRelease& release, const Settings& settings, const Catalog& catalog,
    std::optional<EarlierSummary>& found, const Run& run);

}  // namespace privet
