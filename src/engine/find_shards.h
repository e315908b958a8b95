// SPDX-License-Identifier: Apache-2.0
// The shards of a table that a coordinator partitions over foreign servers (postgres_fdw).
// Idea: the coordinator's catalogue says which servers they are and what the table is called there.
// Each is asked by a connection of its own, because a GROUP BY over foreign partitions is not
// pushed down: every row would travel to the coordinator. Passwords of user mappings are not read;
// they come from libpq's own places. Reference: PostgreSQL manual, "postgres_fdw".
#pragma once

#include <vector>

#include "base/run.h"
#include "data/postgres/postgres_place.h"

namespace privet::engine {

// The table itself if it is an ordinary one. Throws Error{Input} if it is neither that nor
// partitioned over postgres_fdw only.
[[nodiscard]] std::vector<PostgresPlace> find_shards(const PostgresPlace& place, const Run& run);

}  // namespace privet::engine
