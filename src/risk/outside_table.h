// SPDX-License-Identifier: Apache-2.0
// What another table (a register of voters, a population) reveals about the classes of this one:
// whom each class covers, and how many rows of the other table lead to one class or one record.
// Cost: see risk/cover_join.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/run.h"
#include "data/group_rows.h"
#include "hierarchy/bind.h"

namespace privet {

// The quasi-identifiers that both tables have, pair by pair.
struct SharedColumns {
  std::vector<AttributeId> ours = {};
  std::vector<AttributeId> theirs = {};
  // For the labels that our cells may show; null: none. Need not be bound to a column.
  std::vector<const BoundHierarchy*> hierarchies = {};
  // [row of the other table] whom it is about, where somebody may have several rows; empty: each is
  // about another person.
  std::vector<ValueId> persons = {};
  // [record] the same of our own table.
  std::vector<ValueId> own_persons = {};
};

// What is called a row here is a person with all rows, where persons are counted.
struct OutsideMatch {
  std::vector<std::size_t> people_of_class;  // [class] rows of the other table that it covers
  std::size_t rows = 0;                      // of the other table
  std::size_t no_class = 0;                  // rows that no class covers
  std::size_t one_class = 0;                 // rows that exactly one class covers
  std::size_t one_record =
      0;  // rows that exactly one record could be, or only records of one person
  std::size_t unmatched_records = 0;  // of our records, those whose class covers no row
  // [shared column] rows of the other table whose value some class covers: none, if the two tables
  // write the column in different ways.
  std::vector<std::size_t> met = {};
};

// `groups`: our records by (at least) the shared columns. `missing_matches`: missing values of
// either table match everything.
[[nodiscard]] OutsideMatch match_outside(const Table& table, const RowGroups& groups,
                                         const Table& outside, const SharedColumns& shared,
                                         bool missing_matches, const Run& run);

}  // namespace privet
