// SPDX-License-Identifier: Apache-2.0
#include "report/mining/outliers_view.h"

#include <fmt/format.h>

#include "base/counted.h"

namespace privet {

std::string mine_outliers_text(const job::MineOutliersOutcome& found) {
  const auto& rows = found.rows;
  return fmt::format("{} of {} {}{}{}\n", grouped(rows.size()), counted(found.from.rows, "row"),
                     rows.size() == 1 ? "is an outlier" : "are outliers", rows.empty() ? "" : ": ",
                     fmt::join(rows, " "));
}

Json mine_outliers_json(const job::MineOutliersOutcome& found) {
  return {{"outliers", found.rows}};
}

}  // namespace privet
