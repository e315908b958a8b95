// SPDX-License-Identifier: Apache-2.0
// Greedy k-member clustering of some records: begin with the record farthest from the last cluster,
// add the record that costs least until the privacy models hold, go on with the rest, and spread
// what is left over the clusters it costs least.
// Idea: k-anonymity alone asks for k records. Where models look at sensitive values too, the
// cluster takes, once it is large enough (or as soon as every place left is needed), only records
// that bring a model nearer; where no record does, the nearest. A cluster of equal records takes in
// all their equals, so that none of them is left over for strangers. Left-over records join only
// clusters that still hold with them; records that fit nowhere merge clusters until they hold
// together. The first cluster begins farthest from the first record, and ties go to the first
// record of the table: no chance is involved. Reference: Byun, Kamra, Bertino and Li, "Efficient
// k-anonymization using clustering techniques" (2006). Cost: two searches of the RecordSeeker a
// record; the left-over ones times the clusters.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "anonymize/cluster/record_seeker.h"

namespace privet {

// Called with the number of records that have just found their cluster.
using RecordsGrouped = std::function<void(std::size_t)>;

// `rows` are the records that `seeker` holds, ascending. Requires that the models hold for all of
// them together; then they hold for every cluster.
[[nodiscard]] std::vector<std::vector<RowId>> greedy_clusters(const RecordSpace& space,
                                                              std::span<const RowId> rows,
                                                              RecordSeeker& seeker,
                                                              const RecordsGrouped& grouped);

}  // namespace privet
