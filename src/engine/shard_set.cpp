// SPDX-License-Identifier: Apache-2.0
#include "engine/shard_set.h"

#include <fmt/format.h>

#include <array>

#include "base/error.h"
#include "engine/find_shards.h"
#include "engine/settled_names.h"

namespace privet::engine {
namespace {

// Of these a statement's text is one of the kind that --explain shows.
constexpr std::size_t kMostShown = 500;

std::vector<PostgresPlace> all_shards(std::vector<PostgresPlace> places, const Run& run) {
  if (places.size() != 1) return places;
  return find_shards(places.front(), run);
}

[[noreturn]] void lacks(const std::string& right, const std::string& what,
                        const std::string& grant) {
  throw Error(ErrorCode::Input,
              fmt::format("the right {} on {} is missing; somebody who has it can say: {}", right,
                          what, grant));
}

}  // namespace

ShardSet::ShardSet(std::vector<PostgresPlace> places, const Run& run) {
  PRIVET_CHECK(!places.empty());
  for (auto& place : all_shards(std::move(places), run)) {
    PostgresSession session(place.connection, run);
    const auto names = settle_names(session, place);
    for (const Shard& other : shards_) {
      if (other.database != names.database) continue;
      throw Error(ErrorCode::Usage,
                  fmt::format("{} and {} lie in the same database, where the release of one shard "
                              "would stand in the way of the other's; put them into one table",
                              other.origin, names.table),
                  {.parameter = "--shard"});
    }
    if (shards_.empty()) schema_ = names.schema;
    shards_.push_back({place, names.table, names.database, std::move(session)});
  }
  for (Shard& shard : shards_) {
    (void)shard.session.execute("SET work_mem = '256MB'");
    (void)shard.session.execute("SET temp_buffers = '64MB'");
    (void)shard.session.execute("SET jit = off");
    (void)shard.session.execute("SET join_collapse_limit = 1");
    (void)shard.session.execute("SET enable_mergejoin = off");
    (void)shard.session.execute("SET enable_nestloop = off");
    check_rights(shard);
  }
  take_snapshots(run);
  for (Shard& shard : shards_) {
    const auto columns = shard.session.columns_of("SELECT * FROM " + shard.origin);
    if (columns_.empty()) columns_ = columns;
    if (columns != columns_) {
      throw Error(ErrorCode::Input,
                  fmt::format("table {} does not have the same columns on every shard, in the same "
                              "order",
                              quote_for_message(shard.place.table)));
    }
  }
}

void ShardSet::check_rights(Shard& shard) const {
  const std::array<std::string, 1> table{shard.origin};
  const auto answer = shard.session.execute(
      "SELECT has_table_privilege($1::regclass, 'SELECT'), "
      "has_table_privilege($1::regclass, 'UPDATE, DELETE, TRUNCATE'), "
      "has_database_privilege(current_database(), 'TEMPORARY'), "
      "quote_ident(current_database()), quote_ident(current_user)",
      table);
  const SqlRow& row = answer.front();
  const std::string who = *row[4];
  if (*row[0] != "t") {
    lacks("SELECT", shard.origin, fmt::format("GRANT SELECT ON {} TO {}", shard.origin, who));
  }
  if (*row[2] != "t") {
    lacks("TEMPORARY", "database " + *row[3],
          fmt::format("GRANT TEMPORARY ON DATABASE {} TO {}", *row[3], who));
  }
  if (shards_.size() > 1 && *row[1] != "t") {
    lacks("UPDATE",
          shard.origin +
              ", which PostgreSQL asks for to lock a table against changes "
              "while all shards take their snapshots,",
          fmt::format("GRANT UPDATE ON {} TO {}", shard.origin, who));
  }
}

void ShardSet::take_snapshots(const Run& run) {
  std::vector<PostgresSession> locks;
  if (shards_.size() > 1) {
    for (const Shard& shard : shards_) {
      auto& lock = locks.emplace_back(shard.place.connection, run);
      (void)lock.execute("BEGIN");
      (void)lock.execute("SET LOCAL lock_timeout = '60s'");
      (void)lock.execute("LOCK TABLE " + shard.origin + " IN SHARE MODE");
    }
  }
  for (Shard& shard : shards_) {
    (void)shard.session.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
    (void)shard.session.execute("SELECT 1 FROM " + shard.origin + " LIMIT 1");
  }
  for (auto& lock : locks) (void)lock.execute("ROLLBACK");
}

std::string ShardSet::scratch(std::string_view name) {
  return "pg_temp." + quote_sql_name(fmt::format("privet_{}", name));
}

void ShardSet::note(std::size_t shard, const std::string& statement) {
  if (watch_) watch_(*this, shard, statement);
  if (shard > 0 || known_.size() >= kMostShown) return;
  if (known_.try_emplace(statement, statements_.size()).second) statements_.push_back(statement);
}

std::vector<std::string> ShardSet::explain(std::size_t shard, const std::string& query) {
  std::vector<std::string> out;
  for (const auto& row : shards_[shard].session.execute("EXPLAIN " + query)) {
    out.push_back(row.front().value_or(""));
  }
  return out;
}

void ShardSet::execute(const std::string& statement) {
  (void)ask(statement);
}

void ShardSet::execute(const Statement& statement) {
  (void)ask(statement);
}

std::vector<std::vector<SqlRow>> ShardSet::ask(const std::string& statement) {
  return ask([&](const std::string&) { return statement; });
}

std::vector<std::vector<SqlRow>> ShardSet::ask(const Statement& statement) {
  for (std::size_t i = 0; i < shards_.size(); ++i) note(i, statement(shards_[i].origin));
  for (Shard& shard : shards_) shard.session.send(statement(shard.origin));
  std::vector<std::vector<SqlRow>> out;
  for (Shard& shard : shards_) out.push_back(shard.session.finish());
  return out;
}

void ShardSet::stream(const std::string& query, const Take& take) {
  stream([&](const std::string&) { return query; }, take);
}

void ShardSet::stream(const Statement& query, const Take& take) {
  for (std::size_t i = 0; i < shards_.size(); ++i) note(i, query(shards_[i].origin));
  for (Shard& shard : shards_) {
    shard.session.send("COPY (" + query(shard.origin) + ") TO STDOUT (FORMAT binary)");
  }
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    shards_[i].session.read_copy([&](SqlFields fields) { take(i, fields); });
  }
}

void ShardSet::upload(std::string_view table, const std::string& columns,
                      const std::function<void(const Put& put)>& rows) {
  upload_each(table, columns, [&](std::size_t, const Put& put) { rows(put); });
}

void ShardSet::upload_each(std::string_view table, const std::string& columns,
                           const std::function<void(std::size_t shard, const Put& put)>& rows) {
  empty(table, columns);
  put_rows(table, rows);
}

void ShardSet::append(std::string_view table, const std::function<void(const Put& put)>& rows) {
  put_rows(table, [&](std::size_t, const Put& put) { rows(put); });
}

void ShardSet::put_rows(std::string_view table,
                        const std::function<void(std::size_t shard, const Put& put)>& rows) {
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    PostgresSession& session = shards_[i].session;
    const std::string statement = "COPY " + scratch(table) + " FROM STDIN (FORMAT binary)";
    note(i, statement);
    session.begin_copy_in(statement);
    rows(i, [&](UploadRow row) { session.put_row(row); });
    session.end_copy_in();
  }
}

void ShardSet::empty(std::string_view table, const std::string& columns) {
  const auto made = made_.find(table);
  if (made != made_.end() && made->second == columns) {
    clear(table);
    return;
  }
  if (made != made_.end()) execute("DROP TABLE " + scratch(table));
  execute("CREATE TEMP TABLE " + scratch(table) + " (" + columns + ")");
  made_[std::string(table)] = columns;
}

void ShardSet::clear(std::string_view table) {
  if (made_.contains(table)) execute("TRUNCATE " + scratch(table));
}

void ShardSet::commit(const std::string& undo) {
  std::size_t done = 0;
  try {
    for (; done < shards_.size(); ++done) {
      note(done, "COMMIT");
      (void)shards_[done].session.execute("COMMIT");
    }
  } catch (const Error& error) {
    std::string left;
    for (std::size_t i = 0; i < done; ++i) {
      try {
        (void)shards_[i].session.execute(undo);
      } catch (const Error&) {
        left += fmt::format("; shard {} keeps it and must be told: {}", i + 1, undo);
      }
    }
    throw Error(ErrorCode::Peer, error.message() + left);
  }
}

}  // namespace privet::engine
