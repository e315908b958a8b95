// SPDX-License-Identifier: Apache-2.0
// What a full-domain node costs, in one number, and a bound that needs no look at the records.
// Idea: in every attribute the cost of a node is the cost of its level, known beforehand, plus what
// each suppressed record adds to it. Both only grow where they must: the first with the level, the
// second with the records that no finer node can keep. So a node's levels, and what is known of a
// coarser node, bound its price from below.
//
// loss             geometric mean of the attributes' losses (each plus one, minus one at the end)
// loss-arithmetic  arithmetic mean of the same. The loss of a cell is (leaves covered - 1) /
//                  (leaves - 1), of a suppressed one 1
// granularity      one minus the granularity that reports print: attributes of many values count
//                  for more
// precision        mean of level / height (Sweeney 2002)
// entropy          non-uniform entropy: bits by which a cell got less telling, as a share of all
//                  (Gionis and Tassa 2009)
// discernibility   C_DM, squared sizes of classes; a suppressed record costs all records
// weighted-discernibility  C_WDM, the same by each attribute alone, values that overlap being equal
// class-size       records per class, the suppressed ones being one class
// Reference: loss after Iyengar, "Transforming data to satisfy privacy constraints" (2002).
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "anonymize/full_domain/lattice.h"

namespace privet {

// What a check of a node found.
struct NodeTally {
  std::span<const Level> levels;
  double records = 0;
  double suppressed = 0;
  double classes = 0;  // of the records kept
  double squares = 0;  // of their sizes
  // [attribute]: what suppression adds, summed over the suppressed records.
  std::span<const double> extra;
  // [attribute]: squares of the numbers of suppressed records of each group, summed; only where
  // the metric wants them.
  std::span<const double> group_squares = {};
};

class LatticeMetric {
 public:
  virtual ~LatticeMetric() = default;
  // What the suppression of one record of this group adds to the attribute's cost.
  [[nodiscard]] virtual double extra(std::size_t a, std::size_t level, ValueId name) const = 0;
  // No node on these levels costs less, if suppression adds at least this much in each attribute.
  [[nodiscard]] virtual double bound(std::span<const Level> levels,
                                     std::span<const double> extra) const = 0;
  [[nodiscard]] virtual double price(const NodeTally& tally) const = 0;
  [[nodiscard]] virtual bool wants_group_squares() const { return false; }
};

// The metrics by name, the default first.
[[nodiscard]] std::span<const std::string_view> lattice_metric_names();
// `weights`: one for each attribute, not all 0; discernibility and class-size have no use for them.
// `smallest_class`: what the models demand of every class. Requires a name of the list.
[[nodiscard]] std::unique_ptr<LatticeMetric> make_lattice_metric(
    std::string_view name, std::span<const AttributeLevels> levels,
    const std::vector<double>& weights, std::size_t records, std::size_t smallest_class);
// Counts suppressed records and nothing else.
[[nodiscard]] std::unique_ptr<LatticeMetric> make_suppression_metric();

}  // namespace privet
