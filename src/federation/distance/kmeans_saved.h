// SPDX-License-Identifier: Apache-2.0
// Clusters over columns that were saved in parts, and new rows put into them in a later run.
// Idea: a part is a k-means model of its owner's columns, with a head that says whose part of which
// run it is, and how distances are counted (docs/format/model-part.md). The nearest center of each
// new row is found as in a round of learning (federation/distance/nearest_ways.h), all rows in one
// batch. Discloses: the cluster of each new row, to all.
#pragma once

#include <string>

#include "federation/task/model_part.h"
#include "mining/distance/fixed_distance.h"
#include "mining/distance/kmeans.h"

namespace privet::federation {

[[nodiscard]] std::string save_kmeans_part(const mining::KMeansModel& model,
                                           const mining::FixedDistance& measure,
                                           const ModelPartHead& head);

// "mine kmeans --saved".
[[nodiscard]] Task kmeans_saved_task();

}  // namespace privet::federation
