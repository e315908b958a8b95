// SPDX-License-Identifier: Apache-2.0
// What a release by several sites needs that is not in its options: the hierarchies themselves
// instead of their files' names, and a column of sites where no column of the data is one.
#pragma once

#include "base/settings.h"
#include "job/rehearsal/rehearse_job.h"

namespace privet::job {

void complete_release(RehearseOptions& options, const Settings& settings);

}  // namespace privet::job
