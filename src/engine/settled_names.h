// SPDX-License-Identifier: Apache-2.0
// What the names of a session mean before anything is asked: where its table lies, where a new one
// without a schema would go, and which database this is.
// Idea: PostgreSQL takes the function or operator that fits best from all schemas of the search
// path, so whoever may create there could have code of theirs run with our rights. Names are
// therefore looked up once, by calls that say their schema, and then only the system's own schema
// is left in the path. Reference: CVE-2018-1058. Cost: three statements.
#pragma once

#include <string>

#include "data/postgres/postgres_place.h"
#include "data/postgres/postgres_session.h"

namespace privet::engine {

struct SettledNames {
  std::string table;     // quoted, with its schema; as it was if there is none
  std::string schema;    // of new tables; empty: there is none
  std::string database;  // of all servers
};

// From here on the session finds only what the system brings.
[[nodiscard]] SettledNames settle_names(PostgresSession& session, const PostgresPlace& place);

}  // namespace privet::engine
