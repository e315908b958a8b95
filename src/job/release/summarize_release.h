// SPDX-License-Identifier: Apache-2.0
// What there is to say about a release that passed its guard.
#pragma once

#include "anonymize/problem.h"
#include "base/run.h"
#include "job/prepare.h"
#include "job/release/release_summary.h"
#include "publish/release.h"

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

}  // namespace privet
