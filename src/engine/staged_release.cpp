// SPDX-License-Identifier: Apache-2.0
#include "engine/staged_release.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/os_random.h"

namespace privet::engine {
StagedName release_name(const std::string& text, ShardSet& shards) {
  const Place place{.parameter = "--output"};
  if (is_postgres(text)) {
    throw Error(ErrorCode::Usage,
                "with --engine database the release stays where the table is; give its name only, "
                "such as -o release or -o clinic.release",
                place);
  }
  const auto dot = text.find('.');
  StagedName out{.schema = dot == std::string::npos ? "" : text.substr(0, dot),
                 .table = dot == std::string::npos ? text : text.substr(dot + 1)};
  if (out.table.empty() || out.table == "-" || text.find('/') != std::string::npos) {
    throw Error(ErrorCode::Usage,
                "with --engine database the release is a new table of the database; give its name, "
                "such as -o release or -o clinic.release",
                place);
  }
  if (out.schema.empty()) {
    out.schema = shards.schema();
    if (out.schema.empty()) {
      throw Error(ErrorCode::Input,
                  "the database has no schema in which a table without one is made; name one: -o "
                  "SCHEMA.NAME",
                  place);
    }
  }
  const std::string schema = quote_sql_text(out.schema);
  const auto rights = shards.ask(fmt::format(
      "SELECT has_schema_privilege(n.oid, 'CREATE'), quote_ident(current_user), EXISTS (SELECT 1 "
      "FROM pg_class c WHERE c.relnamespace = n.oid AND c.relname = {}) FROM pg_namespace n WHERE "
      "n.nspname = {}",
      quote_sql_text(out.table), schema));
  for (const auto& answer : rights) {
    if (answer.empty()) {
      throw Error(ErrorCode::Input,
                  fmt::format("there is no schema {}", quote_for_message(out.schema)), place);
    }
    const SqlRow& row = answer.front();
    if (*row[0] != "t") {
      throw Error(ErrorCode::Input,
                  fmt::format("the right CREATE on schema {} is missing; somebody who has it can "
                              "say: GRANT CREATE ON SCHEMA {} TO {}",
                              quote_for_message(out.schema), quote_sql_name(out.schema), *row[1]),
                  place);
    }
    if (*row[2] == "t") {
      throw Error(ErrorCode::Usage,
                  fmt::format("the database has a table {} already; choose another name, or drop "
                              "it first",
                              quote_for_message(out.schema + "." + out.table)),
                  place);
    }
  }
  return out;
}

StagedRelease stage_release(ShardSet& shards, const StagedName& name,
                            std::vector<StagedColumn> columns, bool keep_order) {
  StagedRelease out;
  out.name_ = name;
  out.columns_ = std::move(columns);
  out.staging_ = quote_sql_name(name.schema) + "." +
                 quote_sql_name(fmt::format("privet_staging_{:016x}", os_random_u64()));
  shards.empty("placed", "place tid, class int4, at int8");
  // gen_random_uuid() comes from the generator that the server makes keys with; random() does not.
  shards.execute(fmt::format(
      "INSERT INTO {} SELECT m.place, m.class, row_number() OVER (ORDER BY "
      "{}) FROM {} m",
      ShardSet::scratch("placed"), keep_order ? "m.place" : "pg_catalog.gen_random_uuid()",
      ShardSet::scratch("members")));
  std::string shown;
  for (const StagedColumn& column : out.columns_) {
    const std::string quoted = quote_sql_name(column.name);
    shown += shown.empty() ? "" : ", ";
    shown += column.attribute ? fmt::format("NULLIF(k.t{}, '') AS {}", *column.attribute, quoted)
                              : fmt::format("o.{0} AS {0}", quoted);
  }
  shards.execute([&](const std::string& origin) {
    return fmt::format(
        "CREATE TABLE {} AS SELECT {} FROM {} p JOIN {} k ON k.class = p.class JOIN "
        "{} o ON o.ctid = p.place ORDER BY p.at",
        out.staging_, shown, ShardSet::scratch("placed"), ShardSet::scratch("classes"), origin);
  });
  return out;
}

void CheckedRelease::commit(ShardSet& shards) {
  const std::string name =
      quote_sql_name(staged_.name_.schema) + "." + quote_sql_name(staged_.name_.table);
  shards.execute("ALTER TABLE " + staged_.staging_ + " RENAME TO " +
                 quote_sql_name(staged_.name_.table));
  shards.commit("DROP TABLE " + name);
}

}  // namespace privet::engine
