// SPDX-License-Identifier: Apache-2.0
// The release that one holder of all sites' records would make: what the sites' own is compared
// with, and by how much it beats releases that every site makes alone.
#pragma once

#include <memory>
#include <vector>

#include "base/run.h"
#include "federation/release/release_settings.h"
#include "recoding/recoding.h"

namespace privet::federation {

struct PlainRelease {
  Table table;  // columns with a hierarchy over its leaves
  ReleaseRoles roles;
  std::vector<std::unique_ptr<BoundHierarchy>> hierarchies;  // of each quasi-identifier; null: none
  Recoding recoding;

  // What a record shows of a quasi-identifier.
  [[nodiscard]] std::string cell(std::size_t record, std::size_t quasi) const;
  // The normalised certainty penalty over all cells (quality/loss.h).
  [[nodiscard]] double loss() const;
};

[[nodiscard]] PlainRelease plain_release(const Table& table, const Settings& settings,
                                         const Run& run);
// Every site by itself: the first, the next, ... `sites` of the records. Throws Error{Infeasible}
// if one cannot.
[[nodiscard]] PlainRelease release_alone(const Table& table, std::span<const std::size_t> sites,
                                         const Settings& settings, const Run& run);

}  // namespace privet::federation
