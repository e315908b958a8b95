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
#include "anonymize/mondrian/partition_oracle.h"
#include "anonymize/problem.h"
#include "base/description.h"

namespace privet {

extern const Description kMondrian;

// How the attribute to cut is chosen: by the largest (spread * normalised spread + priority * the
// attribute's priority
// + purity * how pure the class attribute is after the cut) / (spread + priority + purity).
// Reference: Xiong and Rangachari, "Towards application-oriented data anonymization" (2008),
// section 4.3; their "information gain" is the entropy after the cut, so that less is better:
// purity is one minus its share of the maximum.
// With a site share s the score becomes (1 - s) * this / its maximum over the attributes
// + s * site entropy / its maximum: formula (3) of Jurczyk and Xiong, "Distributed anonymization"
// (2009), whose alpha is 1 - s. Halves that mix many sites can be cut again under site diversity.
struct CutScore {
  double spread = 1;
  double priority = 0;
  double purity = 0;
  double site = 0;                      // in [0,1]
  std::vector<double> priorities = {};  // one for each attribute, in [0,1]; empty: all 0
};

struct MondrianOptions {
  bool relaxed = false;            // records equal to the median may go to either half
  std::size_t smallest_class = 1;  // a lower bound that every class must meet, known to all
  CutScore score = {};
  std::size_t class_values = 2;  // how many values the class attribute has, for purity
};

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
