// SPDX-License-Identifier: Apache-2.0
// Clusters whose centers lie at several parties: what each has of them, and the parts put together.
// Idea: every party knows the clusters of all rows and its own columns of the centers. Reference:
// Vaidya (Purdue 2004), section 3.3.2.
#pragma once

#include <span>
#include <string>

#include "federation/task/task.h"
#include "mining/distance/kmeans.h"

namespace privet::federation {

// Of the columns that the clustering has: one party's part, or all of it.
[[nodiscard]] Answer kmeans_answer(const mining::Clustering& clustering);
// The columns of the parts in the order of parties. Throws Error{Internal} if they are not of one
// clustering.
[[nodiscard]] Answer join_kmeans_parts(std::span<const Answer> parts);
// The answer as a model file.
[[nodiscard]] std::string kmeans_model(const Answer& answer, std::size_t rows);

}  // namespace privet::federation
