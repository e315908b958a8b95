// SPDX-License-Identifier: Apache-2.0
// Cox's regression over rows that lie at several parties.
// Idea: the partial likelihood has a quotient for every risk set, so its gradient is not a sum over
// sites; and a risk set's sums, opened at every event time, would show a person's row when it
// leaves. So the quotients are computed on shares (federation/regression/cox_shares.h), and only
// their sum over all events is opened: value, gradient and information of each step. All parties
// learn at which times events happened, not whose (protocol/union/set_union.h; of two parties each
// knows), and how many at each, as any survival curve shows. With --intervals times count by agreed
// coarse intervals instead, the risk sums of each interval are opened, and nothing else: quicker,
// another model, and more is disclosed.
// Columns are measured from their means, in powers of two that bring them below 1.
// Cost: for each step that of cox_shares.h; intervals: two rounds. Adversary: as
// federation/rows/row_ways.h. Discloses: see the forecast.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task cox_rows_task();

}  // namespace privet::federation
