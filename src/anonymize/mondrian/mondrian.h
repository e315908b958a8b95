// SPDX-License-Identifier: Apache-2.0
// Mondrian: cut the records in two at the median of the widest attribute, again and again, while
// both halves satisfy the privacy models. Idea: the median cut is tried on both sides of the median
// value (or of the median subtree of a hierarchy), and the better balanced one is taken; the
// literal rule "v <= m" alone can never cut a column whose largest value is its commonest. The
// relaxed form also shares out the records that are equal to the median. With a hierarchy, cuts
// after which no half shows another group (two children each of a node of four) come last, when
// nothing else can be cut, and the median's subtree may part from all others. Reference: LeFevre,
// DeWitt and Ramakrishnan, "Mondrian multidimensional k-anonymity" (2006). Cost: depth times one
// pass over the records of the open partitions; depth is about log2(records / k).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "anonymize/classes/attribute_order.h"
#include "anonymize/mondrian/mondrian_options.h"
#include "anonymize/mondrian/partition_oracle.h"
#include "anonymize/problem.h"
#include "base/description.h"

namespace privet {

extern const Description kMondrian;

// The partitions at which nothing more can be cut. Throws Error{Infeasible} if the models do not
// hold even for all records together.
[[nodiscard]] std::vector<PartitionId> mondrian(PartitionOracle& oracle,
                                                std::span<const AttributeOrder> orders,
                                                const MondrianOptions& options, std::size_t records,
                                                const Run& run);

// The same from several partitions, each of which satisfies the models.
[[nodiscard]] std::vector<PartitionId> mondrian(PartitionOracle& oracle,
                                                std::span<const AttributeOrder> orders,
                                                const MondrianOptions& options,
                                                std::vector<PartitionId> open, std::size_t records,
                                                const Run& run);

// The same over a table in this process. The smallest class is taken from the problem. Where values
// have generalization boundaries, it begins with the groups of records that may share a class
// (anonymize/classes/boundary_groups.h) and suppresses those that cannot satisfy the models: boxes
// are as tight as their records, so no value passes its boundary.
[[nodiscard]] std::unique_ptr<Anonymizer> make_mondrian(const MondrianOptions& options);

}  // namespace privet
