// SPDX-License-Identifier: Apache-2.0
// k-means over columns at several parties.
// Reference: Vaidya, "Privacy preserving data mining over vertically partitioned data" (Purdue
// 2004), section 3.3, algorithms 2 to 5.
// Idea: the learner of mining/distance/kmeans.h over an oracle that keeps the own columns of the
// centers. Each party's part of a distance is a whole number (mining/distance/fixed_distance.h), so
// that the clusters are the same wherever the columns lie; what compares the sums is one of
// federation/distance/nearest_ways.h. The first centers are rows that the seed chooses: starts that
// look at distances (k-means++), and so several starts and the best of them, are not to be had
// without telling more.
// Adversary: semi-honest; see the ways. Discloses, to every party: the cluster of each row in each
// round, and whether the centers settled. Not: distances, centers, columns, or how many there are.
#pragma once

#include "federation/task/task.h"

namespace privet::federation {

[[nodiscard]] Task kmeans_vertical_task();

}  // namespace privet::federation
