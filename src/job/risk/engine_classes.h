// SPDX-License-Identifier: Apache-2.0
// The classes of a table that stays in its database, as a table in memory that has the same.
// Idea: what risk says follows from the classes: their sizes, what they show, and how often each
// sensitive value occurs in each. These are counted by the server, a GROUP BY for the classes and
// one for each sensitive column, and laid out as records here: class after class in the order of
// their first records, the values of each in the order of theirs. So all that counts records of
// classes finds the same here; which record is which, and which values of two sensitive columns go
// together, it does not say. Cost: in this process four bytes for each cell of these columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/run.h"
#include "base/settings.h"
#include "catalog/catalog.h"
#include "engine/domains.h"
#include "engine/shard_set.h"
#include "job/policy.h"
#include "job/prepare.h"

namespace privet::job {

// Throws Error{Usage} for settings that mean nothing where rows are only counted.
void refuse_what_needs_rows(const Settings& settings, const Catalog& catalog);

class EngineClasses {
 public:
  EngineClasses(std::vector<PostgresPlace> places, const Run& run);

  // The roles as of a table that is checked, and the records as above: of columns that are neither
  // quasi-identifiers nor sensitive they have no value. Throws Error{Infeasible} for more cells
  // than this process is to hold.
  [[nodiscard]] PreparedTable prepare(const std::string& path, const Settings& settings,
                                      const std::optional<Policy>& policy);
  // Rows of the table, and those that show "*" everywhere, unless all do: they take no part.
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] std::uint64_t suppressed() const { return suppressed_; }
  // The numbers, from 1, of the table's rows in the classes that these records lie in, ascending.
  [[nodiscard]] std::vector<std::size_t> rows_of(std::span<const RowId> records);

 private:
  struct Class {
    std::vector<std::uint32_t> codes;
    std::uint64_t size = 0;
    std::uint64_t first = 0;  // the shard and the place of the first record
  };
  using Numbers = std::map<std::vector<std::uint32_t>, std::size_t>;  // of classes
  void copy_codes(const PreparedTable& prepared, bool exact);
  void leave_suppressed_out(const PreparedTable& prepared);
  void find_classes();
  [[nodiscard]] std::vector<ValueId> sensitive_codes(std::size_t number);
  [[nodiscard]] std::string class_sql(const std::string& of) const;

  engine::ShardSet shards_;
  const Run& run_;
  std::uint64_t rows_ = 0;
  std::uint64_t suppressed_ = 0;
  std::map<std::string, engine::Domain> domains_;
  std::vector<AttributeId> quasi_;
  std::vector<AttributeId> sensitive_;
  std::vector<Class> classes_;  // by their first records
  Numbers number_of_;
  std::vector<std::uint64_t> ends_;  // [class] the number of records up to its end
};

}  // namespace privet::job
