// SPDX-License-Identifier: Apache-2.0
// A release that becomes a table of a PostgreSQL database: staged in a transaction, read back for
// the guard as delimited text, renamed after its yes (data/postgres/staged_table.h).
#pragma once

#include <memory>
#include <string>

#include "base/run.h"
#include "release/release.h"

namespace privet {

// Throws Error{Usage} if the database has that table, Error{Peer} if it cannot be reached.
[[nodiscard]] std::unique_ptr<Destination> postgres_destination(const std::string& address,
                                                                const Run& run);

}  // namespace privet
