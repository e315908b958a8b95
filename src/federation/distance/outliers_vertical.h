// SPDX-License-Identifier: Apache-2.0
// Distance-based outliers DB(p, D) over columns at several parties.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section 3.6, algorithm 16, corrected: a row is an outlier if at least a fraction p of all
// rows is farther away than D (the listing has "more than"), and the sites' thresholds add up to D
// to the power of the metric.
// Idea: each party's part of the distance of two rows is a whole number
// (mining/distance/fixed_distance.h). Whether the sum exceeds the threshold stays shared; the
// shares of a row are added up, and only whether that count is large enough is disclosed, to one
// party. Distances are the same both ways, so that each pair of rows is compared once. Adversary:
// semi-honest. By `shares` any parties but the first two together learn nothing else; those two
// together learn the sums of the others' distances (protocol/threshold/referees.h). Discloses:
// which rows are outliers, to one party. Not: distances, counts, columns, or how many columns there
// are. Cost: n (n - 1) / 2 comparisons.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task outliers_vertical_task();

}  // namespace privet::federation
