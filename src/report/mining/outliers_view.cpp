// SPDX-License-Identifier: Apache-2.0
#include "report/mining/outliers_view.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "report/text/numbers.h"

namespace privet {

std::string mine_outliers_text(const job::MineOutliersOutcome& found) {
  const auto& rows = found.rows;
  std::string out;
  if (found.suggested) {
    out = fmt::format(
        "No --distance was given: {} is used, which makes about one row in a hundred an outlier.\n",
        format_real(found.distance));
  }
  out += fmt::format("{} of {} {}{}{}\n", grouped(rows.size()), counted(found.from.rows, "row"),
                     rows.size() == 1 ? "is an outlier" : "are outliers", rows.empty() ? "" : ": ",
                     fmt::join(rows, " "));
  if (found.suggestion && !found.suggested) {
    out +=
        fmt::format("With --distance {} about one row in a hundred would be.\n", *found.suggestion);
  }
  return out;
}

Json mine_outliers_json(const job::MineOutliersOutcome& found) {
  Json out{{"outliers", found.rows}, {"distance", found.distance}};
  if (found.suggestion) out["suggested_distance"] = *found.suggestion;
  return out;
}

}  // namespace privet
