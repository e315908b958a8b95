// SPDX-License-Identifier: Apache-2.0
// A table that stays in its database, for the learners: the values of its columns are here, as
// read_for_mining would understand them, and the shards answer what is asked about the rows.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/counts.h"
#include "job/mining/mining_input.h"

namespace privet::job {

class EngineTable {
 public:
  // The chosen columns and, where it is named, the class. Requires an engine in `input`.
  EngineTable(const MiningInput& input, const std::string& class_name, const Run& run);

  [[nodiscard]] engine::ShardSet& shards() { return shards_; }
  // One row that is none of the table's, so that each column has a value.
  [[nodiscard]] const Table& values() const { return values_; }
  [[nodiscard]] engine::LearnedColumn column(AttributeId id) const;

 private:
  engine::ShardSet shards_;
  std::map<std::string, engine::Domain> domains_;
  Table values_;
};

}  // namespace privet::job
