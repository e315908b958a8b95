// SPDX-License-Identifier: Apache-2.0
// The questions greedy clustering asks about the records that are still free: which one would cost
// a cluster least, and which most. Of equally good ones the first record of the table wins, so that
// every way to answer gives the same clusters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "anonymize/cluster/cluster_reach.h"

namespace privet {

class RecordSeeker {
 public:
  // Whether a record of this kind (RecordSpace::kind) may be taken.
  using KindFilter = std::function<bool(std::uint32_t kind)>;

  virtual ~RecordSeeker() = default;

  // How many records are free.
  [[nodiscard]] virtual std::size_t size() const = 0;
  // The free record that costs the cluster least, among those that pass the filter (if there is
  // one); none if no record passes.
  [[nodiscard]] virtual std::optional<RowId> nearest(const ClusterReach& cluster,
                                                     const KindFilter& filter) = 0;
  // The free record that would cost it most. Requires a free record.
  [[nodiscard]] virtual RowId farthest(const ClusterReach& cluster) = 0;
  // Takes away the record found last.
  virtual void remove_found() = 0;
};

}  // namespace privet
