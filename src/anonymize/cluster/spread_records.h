// SPDX-License-Identifier: Apache-2.0
// The last step of clustering: records that are left over join the clusters they cost least, as
// long as the privacy models hold there. Cost: records times clusters.
#pragma once

#include <span>
#include <vector>

#include "anonymize/cluster/record_space.h"

namespace privet {

// Each record in turn joins the cluster whose information loss (size times cost) grows least, the
// first of equals, among those for which the models still hold. Records that fit nowhere become a
// cluster of their own, which merges with whatever costs least until the models hold. Requires at
// least one cluster, and models that hold for all records together.
void spread_records(const RecordSpace& space, std::span<const RowId> records,
                    std::vector<std::vector<RowId>>& clusters);

}  // namespace privet
