// SPDX-License-Identifier: Apache-2.0
// A table of a PostgreSQL database as an address: postgresql://USER@HOST:PORT/DB?table=people, or
// ?query=SELECT..., where a file could stand.
// Idea: what libpq understands is handed to it as it is; "table" and "query" are taken out. A dot
// parts schema and table ("clinic.people"; a dot inside a name is written %2E). Passwords come from
// libpq's own places (a .pgpass file, a service file, the environment), never from an address: it
// stands in lists of processes, in histories and in reports.
// Reference: libpq, "Connection URIs".
#pragma once

#include <string>
#include <string_view>

namespace privet {

struct PostgresPlace {
  std::string connection = {};  // for libpq
  std::string schema = {};      // of the table; empty: the first in which it is found
  std::string table = {};
  std::string query = {};  // instead of a table

  // "clinic"."people", to stand in a statement. Requires a table.
  [[nodiscard]] std::string quoted() const;
};

// Whether the text is the address of a PostgreSQL database and not the name of a file.
[[nodiscard]] bool is_postgres(std::string_view path);

// Throws Error{Usage} for an address with a password, with neither or both of table and query, and
// for one that is not well-formed; the message never repeats a password.
[[nodiscard]] PostgresPlace parse_postgres_place(const std::string& address);

// The same for an address that may lack both table and query: of a server and a database only.
[[nodiscard]] PostgresPlace parse_postgres_server(const std::string& address);

// A name as it stands in a statement: "odd ""name""".
[[nodiscard]] std::string quote_sql_name(std::string_view name);
// A text as it stands in a statement that takes no parameters: E'it''s'.
[[nodiscard]] std::string quote_sql_text(std::string_view text);

}  // namespace privet
