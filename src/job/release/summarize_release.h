// SPDX-License-Identifier: Apache-2.0
// What there is to say about a release that passed its guard.
#pragma once

#include <vector>

#include "anonymize/problem.h"
#include "base/run.h"
#include "job/prepare.h"
#include "job/release/release_summary.h"
#include "publish/release.h"
#include "risk/sensitive_risk.h"

namespace privet {

struct ReleasedTable {
  const PreparedTable& prepared;
  const Problem& problem;
  const Recoding& recoding;
  const TableRelease& release;
};

// Fills everything but the file names, the method, its account, the utility and the times of
// reading and searching.
void summarize_release(const ReleasedTable& from, ReleaseSummary& summary, const Run& run);

// What the classes give away of the sensitive columns: classes that show the same cells are one.
[[nodiscard]] std::vector<SensitiveRisk> sensitive_risks(const PreparedTable& prepared,
                                                         const Problem& problem,
                                                         const Recoding& recoding, const Run& run);

}  // namespace privet
