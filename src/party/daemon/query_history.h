// SPDX-License-Identifier: Apache-2.0
// What a party's released table has been asked before, and what must be so for the next query.
// Idea: every party of a query hears its answer, so all of them together are the asker, and the log
// of what was answered (federation/query/query_log.h) is that of the last query that is done. The
// party where a query is submitted puts the log into the job; each other one compares it with its
// own, so none can be left out. Refused besides: a query while another one of the table runs, which
// would be judged by the same log; one with other parties or tables, whose answer taken from an
// earlier one would be about the records of few; and any after a run that was cut off when its
// answer may have been told.
#pragma once

#include <string>

#include "party/daemon/state.h"

namespace privet::party {

// Puts the log into a query that is submitted here; leaves other jobs as they are.
void add_answered(const State& state, Proposal& proposal);
// Throws Error{Policy} for a query that must not be answered after the earlier ones. `id` is the
// job's own, or empty. Other jobs are not looked at.
void check_answered(const State& state, const Proposal& proposal, const std::string& id);

}  // namespace privet::party
