// SPDX-License-Identifier: Apache-2.0
// Distance-based outliers DB(p, D) over rows at several parties: rows of different parties are
// compared without being shown.
// Reference: Knorr and Ng (1998) for the definition; Vaidya (Purdue 2004), section 3.6, has the
// same over columns (federation/distance/outliers_vertical.h).
// Idea: values are rounded to whole multiples of --unit, and from there on everything is exact. A
// party compares its own rows with each other by itself. Of two parties' rows a and b the squared
// distance is |a|^2 + |b|^2 - 2 a'b: the squares are their owners', the product is taken on shares.
// Whether it is beyond D^2 stays shared; these bits are added up for every row, and only whether
// the count is large enough is disclosed, to the row's owner (or to the one party that --recipient
// names).
// Adversary: semi-honest. Refereed: any parties that do not include both referees learn nothing
// else; of three by replicated shares, each one. Discloses: how many rows each party has; to the
// owner, which of its rows are outliers. Cost for n rows of which m pairs lie at different parties,
// d columns: m d products (m among three) and m comparisons.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task outliers_rows_task();

}  // namespace privet::federation
