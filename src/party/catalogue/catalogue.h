// SPDX-License-Identifier: Apache-2.0
// The tables that a party has registered (config.toml): read when a job asks, and described.
#pragma once

#include <string>
#include <vector>

#include "base/run.h"
#include "data/table.h"
#include "party/config.h"

namespace privet::party {

// The registered columns of the table, as it is now. Throws Error{Input} or Error{Peer} if it
// cannot be read.
[[nodiscard]] Table read_registered(const TableEntry& entry, const Run& run);

struct DescribedTable {
  struct Described {
    std::string name;
    std::string type;  // "number" or "text"
  };
  std::string name;
  std::string fault;  // why it cannot be read; empty: it can
  std::size_t rows = 0;
  std::vector<Described> columns = {};
  std::string fingerprint;  // table_fingerprint()
};

// SHA-256 of all names and values. Not for others: whoever can guess a table can recognise it.
[[nodiscard]] std::string table_fingerprint(const Table& table);
// Never throws for a table that cannot be read: that is what it says of it.
[[nodiscard]] DescribedTable describe_registered(const TableEntry& entry, const Run& run);

}  // namespace privet::party
