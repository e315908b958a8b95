// SPDX-License-Identifier: Apache-2.0
#include "engine/settled_names.h"

#include <array>

namespace privet::engine {

SettledNames settle_names(PostgresSession& session, const PostgresPlace& place) {
  const std::array<std::string, 1> name{place.quoted()};
  const auto found = session.execute(
      "SELECT n.nspname::pg_catalog.text, c.relname::pg_catalog.text FROM pg_catalog.pg_class AS c "
      "JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace WHERE "
      "c.oid OPERATOR(pg_catalog.=) "
      "pg_catalog.to_regclass($1::pg_catalog.text)::pg_catalog.oid",
      name);
  const auto here = session.execute(
      "SELECT pg_catalog.current_schema()::pg_catalog.text, pg_catalog.concat((SELECT "
      "s.system_identifier FROM pg_catalog.pg_control_system() AS s), '/', "
      "pg_catalog.current_database())");
  SettledNames out{.table = name[0],
                   .schema = here.front()[0].value_or(""),
                   .database = here.front()[1].value_or("")};
  if (!found.empty()) {
    out.table = quote_sql_name(*found.front()[0]) + "." + quote_sql_name(*found.front()[1]);
  }
  (void)session.execute("SET search_path = pg_catalog, pg_temp");
  return out;
}

}  // namespace privet::engine
