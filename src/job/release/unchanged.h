// SPDX-License-Identifier: Apache-2.0
// Judges every column that a release shows as it is as if somebody knew its values.
// Idea: the promise holds for the quasi-identifiers only. Whoever knows the exact time of admission
// finds the record by it, whatever was generalized beside it. So the records are counted that are
// unique by the column alone, together with what the release shows of the quasi-identifiers, and
// with further plain columns: the worst pairs and triples, and any number of those that single
// nobody out by twos and threes. A plain column that makes records unique, and any released
// column that looks like a person's name or number, must be accepted by name before the release is
// written. Sensitive and class columns are what a release is for: they may differ within a class
// (models of diversity ask for it), so with the quasi-identifiers alone they need no accepting. But
// others may know them: a plain column that makes more records unique together with one of them, or
// with all of them, than these do must be accepted; and so must a sensitive or class column by
// which alone, without any quasi-identifier, most records are unique, for that is a key. Where
// persons are counted, records are unique if they are of one person.
// Cost: a pass over the rows for each column; pairs and triples are looked for among the kMaxInSets
// plain columns with the most different values: all pairs, and each column's worst pair with a
// third. Sets of any size: all columns together say whether there is one, and one column after the
// other is left out of it as long as it singles somebody out, where that takes a few seconds at
// most. Reference: the partitions of quasi/partition.h.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "anonymize/problem.h"
#include "base/run.h"
#include "data/schema.h"
#include "job/release/unchanged_column.h"
#include "recoding/recoding.h"

namespace privet {

inline constexpr std::size_t kMaxInSets = 12;
inline constexpr std::size_t kMaxLeftOut = 40;
// In smaller tables most values occur once, whatever the column is: what is sensitive, or a class,
// is not counted as known there.
inline constexpr std::size_t kFewRecords = 20;

struct UnchangedQuestion {
  const Table& table;
  const Schema& schema;
  const Recoding& recoding;
  const std::vector<std::string>& looks_like;  // [column]
  const std::set<AttributeId>& accepted;
  std::span<const ValueId> person_of = {};  // [record]; empty: each is another person's
  std::set<AttributeId> perturbed = {};     // whose values were changed before
  std::set<AttributeId> shifted = {};       // whose dates were
};

// One for each column that is released as it is, in file order.
[[nodiscard]] std::vector<UnchangedColumn> judge_unchanged(const UnchangedQuestion& question,
                                                           const Run& run);

// Throws Error{Policy} with the flag to add if a column needs accepting and is not accepted.
void require_accepted(const std::vector<UnchangedColumn>& columns);

}  // namespace privet
