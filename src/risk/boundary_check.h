// SPDX-License-Identifier: Apache-2.0
// Does a release, whoever made it, keep every value within its generalization boundary?
// Idea: with the original at hand a cell breaks the boundary if it names a group above the boundary
// of the record's own value. Without it, a cell breaks the boundary for certain if it does so
// whatever value below it the record had, and perhaps if for some of them. Records that show
// nothing at all were suppressed and break nothing. Reference: Miller, Campan and Truta,
// "Constrained k-anonymity" (2008), definition 5. Cost: one look-up per cell.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/run.h"
#include "data/schema.h"
#include "data/table.h"
#include "hierarchy/hierarchy.h"

namespace privet {

// A column of the release, its hierarchy with marks, and the original column, row by row, if known.
struct BoundedColumn {
  AttributeId released = 0;
  const Hierarchy* hierarchy = nullptr;
  const Column* original = nullptr;  // null: not known
};

struct ColumnBoundaryCheck {
  std::string name;
  std::size_t violations = 0;  // cells that break the boundary for certain
  std::size_t possible = 0;    // further cells that break it for some values below them
  std::size_t unreadable =
      0;  // cells that are not a label of the hierarchy, or not above the value
};

// One cell that breaks its boundary.
struct BoundaryViolation {
  RowId row = 0;
  std::string column;
  std::string cell;
  std::string value;     // the original; empty if not known
  std::string boundary;  // the most it could have been; empty if not known
};

struct BoundaryCheck {
  bool exact = true;  // whether the originals were known
  std::size_t suppressed = 0;
  std::vector<ColumnBoundaryCheck> columns;
  std::vector<BoundaryViolation> first;  // in the order of the records, column by column

  [[nodiscard]] std::size_t violations() const;
  [[nodiscard]] std::size_t possible() const;
  [[nodiscard]] std::size_t unreadable() const;
  // No cell breaks its boundary for certain, and all could be read.
  [[nodiscard]] bool holds() const { return violations() == 0 && unreadable() == 0; }
};

// `schema` says which columns of the release are quasi-identifiers and sensitive; at most `most`
// violations are listed. Where the original is known it has as many rows as the release.
[[nodiscard]] BoundaryCheck check_boundaries(const Table& release, const Schema& schema,
                                             const std::vector<BoundedColumn>& columns,
                                             std::size_t most, const Run& run);

}  // namespace privet
